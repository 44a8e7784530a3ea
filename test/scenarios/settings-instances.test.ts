/** Several instances on one store: a change is in force at the very next use everywhere, whatever happens between them. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Redis } from 'ioredis'
import { eventually } from '../world/eventually.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase, redisUrl } from '../world/stores.ts'

const put = ({ ask }: TestService, body: unknown) => ask('PUT', '/api/config', { body })
const modelOf = async ({ get }: TestService) => (await get('/api/config')).body.data.llm.model

/** Two instances without a cache store in common: nothing but the store connects them. */
async function startTwo(t: TestContext, environment = {}) {
  const { url, adminUrl } = await migratedDatabase(t)
  const start = () => startTestService(t, { environment: { DATABASE_URL: url, ...environment } })
  return { one: await start(), other: await start(), url, adminUrl }
}

test('a change on one instance is in force at the very next use on the other, without a cache store between them', async (t) => {
  const { one, other } = await startTwo(t)
  for (let round = 0; round < 50; round += 1) {
    await put(round % 2 === 0 ? one : other, { LLM_MODEL: `model-${round}` })
    assert.deepEqual([await modelOf(one), await modelOf(other)], [`model-${round}`, `model-${round}`])
  }
})

test('changes sent to both at once are all kept, each whole, and the trail tells of each', async (t) => {
  const { one, other } = await startTwo(t)
  const changes = Array.from({ length: 40 }, (_, index) =>
    put(index % 2 === 0 ? one : other, { [`KEY_${index}`]: index, LLM_MODEL: `m${index}`, CHAT_APP_ID: `m${index}` }),
  )
  for (const { status } of await Promise.all(changes)) assert.equal(status, 200)
  const { settings } = (await one.get('/api/settings')).body.data
  assert.equal(settings.filter(({ key }: { key: string }) => /^KEY_\d+$/.test(key)).length, 40)
  const { llm, chat } = (await other.get('/api/config')).body.data
  assert.equal(llm.model, chat.app_id, 'a change was torn')
  assert.equal((await one.get('/api/audit')).body.data.total, 40)
})

test('no reader ever sees half of a change', async (t) => {
  const { one, other } = await startTwo(t)
  let isChanging = true
  const changing = (async () => {
    for (let round = 0; round < 60; round += 1) await put(one, { LLM_MODEL: `m${round}`, CHAT_APP_ID: `m${round}` })
    isChanging = false
  })()
  while (isChanging) {
    const { llm, chat } = (await other.get('/api/config')).body.data
    if (chat.app_id !== '') assert.equal(llm.model, chat.app_id)
  }
  await changing
})

test('LOG_LEVEL takes effect at run time, on the instance asked and on the others', async (t) => {
  const url = redisUrl(t)
  if (url === undefined) return
  const { one, other } = await startTwo(t, { REDIS_URL: url })
  await put(one, { LOG_LEVEL: 'error' })
  const quiet = async (service: TestService) => {
    const before = service.logged().length
    await put(one, { MAX_REPLICA_CHANGE: 'unreadable' }) // Warns on every instance that is not silent.
    await modelOf(service)
    return service.logged().length === before
  }
  await eventually('the other instance has become quiet', () => quiet(other))
  assert.ok(await quiet(one))
  await put(one, { LOG_LEVEL: 'info', MAX_REPLICA_CHANGE: 'unreadable again' })
  assert.match(one.logged(), /MAX_REPLICA_CHANGE could not be read/)
})

test('forged hints from a neighbour on the cache store change nothing', async (t) => {
  const url = redisUrl(t)
  if (url === undefined) return
  const service = await startTestService(t, { environment: { REDIS_URL: url } })
  await put(service, { LLM_MODEL: 'mine' })
  const neighbour = new Redis(url)
  t.after(() => neighbour.disconnect())
  const forged = ['{"LLM_MODEL":"theirs"}', '', '\0', 'x'.repeat(100_000)]
  const channels = ['firebreak:settings', 'firebreak:events', 'firebreak:nonsense', 'firebreak:__proto__']
  await Promise.all(
    Array.from({ length: 20_000 }, (_, index) =>
      neighbour.publish(channels[index % channels.length] ?? '', forged[index % 3] ?? ''),
    ),
  )
  assert.equal(await modelOf(service), 'mine')
  await eventually('it is healthy', async () => (await service.get('/healthz')).body.status === 'healthy')
})

test('a change whose entry in the trail cannot be written does not happen', async (t) => {
  const { url } = await migratedDatabase(t)
  const service = await startTestService(t, { environment: { DATABASE_URL: url } })
  await put(service, { LLM_MODEL: 'before' })
  await runSql(
    url,
    `CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no entry'; END $$;
     CREATE TRIGGER refuse BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION refuse_entry()`,
  )
  assert.equal((await put(service, { LLM_MODEL: 'after' })).status, 500)
  assert.equal((await service.ask('POST', '/api/keys', { body: { name: 'x', role: 'admin' } })).status, 500)
  assert.equal(await modelOf(service), 'before')
  assert.deepEqual((await service.get('/api/keys')).body.data.keys, [])
})

test('the trail names who changed what, by key and on the command line alike', async (t) => {
  const service = await startTestService(t, { environment: { API_KEY: 'the-admin' } })
  const { key } = (await service.ask('POST', '/api/keys', { key: 'the-admin', body: { name: 'Ada', role: 'admin' } }))
    .body.data
  await service.ask('PUT', '/api/config', { key, body: { HOURLY_QUOTA: 3, LLM_MODEL: null } })
  const [entry] = (await service.get('/api/audit', { key })).body.data.items
  assert.match(entry.actor, /^Ada \(\w{8}\)$/)
  assert.deepEqual([entry.action, entry.target], ['config.changed', 'HOURLY_QUOTA'])
  assert.deepEqual(entry.details, { changed: [{ key: 'HOURLY_QUOTA', change: 'set', from: null, to: 3 }] })
})
