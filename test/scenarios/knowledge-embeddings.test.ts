/** Search by meaning in the whole service: made in the background, changed with the model, and never missed when it is away. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type EmbeddingSimulator, startEmbeddingSimulator } from '../world/embedding/embedding-simulator.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

const KEY = 'the-embedding-key-of-this-test'
const ADMIN = 'the-admin-key-of-this-test'
const IDEAS = [
  ['heap', 'memory', 'balloon'],
  ['checkout', 'pay', 'till'],
]
const ENTRIES = [
  {
    title: 'Heap dumps',
    content: 'Take one before the restart. The vault token is hvs.CAESIJ4aaaaaaaaaaaaaaaaaaaaaaaaaaaa.',
  },
  { title: 'Checkout', content: 'Switch to the second provider.' },
  { title: 'Handover', content: 'Mondays at ten.' },
]

async function open(t: TestContext, environment: Record<string, string> = {}) {
  const simulator = await startEmbeddingSimulator({ key: KEY, ideas: IDEAS })
  t.after(() => simulator.close())
  const service = await startTestService(t, {
    environment: { EMBEDDING_API_KEY: KEY, EMBEDDING_BASE_URL: simulator.url, API_KEY: ADMIN, ...environment },
  })
  return { simulator, service }
}

const write = async (service: TestService) => {
  for (const body of ENTRIES) await service.ask('POST', '/api/knowledge', { key: ADMIN, body })
}
const find = async (service: TestService, search: string) => {
  const { body } = await service.get(`/api/knowledge?search=${encodeURIComponent(search)}`, { key: ADMIN })
  return { items: body.data.items as { title: string; why: string }[], message: body.message as string | undefined }
}
const set = (service: TestService, body: unknown) => service.ask('PUT', '/api/config', { key: ADMIN, body })
const embedded = (service: TestService, model: string) =>
  eventually(`all entries are embedded by ${model}`, async () => {
    const rows = await runSql(
      service.databaseUrl,
      `SELECT FROM knowledge_entries WHERE EXISTS (SELECT FROM knowledge_vectors AS v WHERE entry_id = id AND v.revision = knowledge_entries.revision AND model LIKE $1)`,
      [`${model}%`],
    )
    return rows.length === ENTRIES.length
  })
const textsFor = ({ received }: EmbeddingSimulator, model: string) =>
  received.filter((one) => one.model === model).map(({ text }) => text)

test('an entry is found by what it means; a change is embedded anew, and so is everything with another model', async (t) => {
  const { simulator, service } = await open(t)
  await write(service)
  await embedded(service, 'text-embedding-3-small')
  const { items, message } = await find(service, 'the balloon bursts')
  assert.equal(items[0]?.title, 'Heap dumps')
  assert.match(items[0]?.why ?? '', /is close in meaning \(0\.\d\d\)/)
  assert.equal(message, undefined)
  const result = await service.ask('POST', '/api/plugins/runbook.search/run', {
    key: ADMIN,
    body: { parameters: { query: 'the till is stuck' } },
  })
  assert.equal(result.body.data.result.data.entries[0].title, 'Checkout')

  const { id } = (await service.get('/api/knowledge', { key: ADMIN })).body.data.items[0]
  await service.ask('PUT', `/api/knowledge/${id}`, { key: ADMIN, body: { content: 'Also about memory.' } })
  await embedded(service, 'text-embedding-3-small')
  const found = await find(service, 'balloon')
  assert.deepEqual(found.items.map(({ title }) => title).sort(), ['Handover', 'Heap dumps'])

  await set(service, { EMBEDDING_MODEL: 'another-model' })
  await embedded(service, 'another-model')
  assert.equal((await find(service, 'balloon'))?.items.length, 2)
  await eventually('vectors of the former model are gone', async () => {
    const rows = await runSql(service.databaseUrl, 'SELECT DISTINCT model FROM knowledge_vectors')
    return rows.length === 1
  })
  assert.equal(new Set(textsFor(simulator, 'another-model')).size, ENTRIES.length + 1)
  assert.doesNotMatch(JSON.stringify(simulator.received), /hvs\.CAESIJ4/, 'secrets stay here')
})

test('with the provider away the search answers by words and says so, in the list and in runbook.search', async (t) => {
  const { simulator, service } = await open(t)
  await write(service)
  await embedded(service, 'text-embedding-3-small')
  for (const [does, words] of [
    [{ status: 401 }, /answered 401/],
    [{ status: 429 }, /answered 429/],
    [{ status: 500 }, /answered 500/],
  ] as const) {
    simulator.faults.add({ does })
    const { items, message } = await find(service, `heap ${does.status}`)
    assert.equal(items[0]?.title, 'Heap dumps')
    assert.match(message ?? '', words)
    assert.match(message ?? '', /Searched by words alone/)
  }
  simulator.whim = 'other length'
  assert.equal((await find(service, 'heap of another length')).items[0]?.title, 'Heap dumps')
  simulator.whim = 'not json'
  const { body } = await service.ask('POST', '/api/plugins/runbook.search/run', {
    key: ADMIN,
    body: { parameters: { query: 'heap as page' } },
  })
  assert.match(body.data.result.message, /1 entries match\. Searched by words alone: .* not JSON/)
  await set(service, { EMBEDDING_PROVIDER: 'provider_a' })
  assert.match((await find(service, 'heap')).message ?? '', /provider_a offers no embeddings/)
})

test('entries nobody could embed yet are found by words, and the answer says how many', async (t) => {
  const { simulator, service } = await open(t)
  simulator.whim = 'refuses texts'
  await write(service)
  await eventually('it was refused', () => /does not take an entry/.test(service.logged()))
  simulator.whim = 'none'
  const { items, message } = await find(service, 'heap')
  assert.equal(items[0]?.title, 'Heap dumps')
  assert.match(message ?? '', /searched by words alone: the embedding model has not seen/)
})

test('two instances embed each entry once', async (t) => {
  const { url } = await migratedDatabase(t)
  const { simulator, service } = await open(t, { DATABASE_URL: url })
  await startTestService(t, {
    environment: { EMBEDDING_API_KEY: KEY, EMBEDDING_BASE_URL: simulator.url, API_KEY: ADMIN, DATABASE_URL: url },
  })
  await write(service)
  await embedded(service, 'text-embedding-3-small')
  assert.equal(simulator.received.length, ENTRIES.length)
})
