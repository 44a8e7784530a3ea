/** What an entry was before: kept, told, and brought back; and two who write at the same time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const KEY = 'the-admin-key-of-this-test'
const ENTRY = { title: 'Pool exhausted', content: 'Raise it.', category: 'database', tags: ['pool'] }

async function openBase(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t, { environment: { API_KEY: KEY } })
  const ask = (method: string, path: string, body?: unknown, ifMatch?: string) =>
    service.ask(method, path, {
      key: KEY,
      body,
      ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
    })
  const added = await ask('POST', '/api/knowledge', ENTRY)
  return { service, ask, added, path: `/api/knowledge/${added.body.data.id}` }
}

const auditOf = async ({ databaseUrl }: TestService) =>
  (
    await runSql(databaseUrl, `SELECT action, actor, details FROM audit WHERE action LIKE 'knowledge%' ORDER BY seq`)
  ).map(({ action, actor, details }) => [action, actor, JSON.parse(String(details)).revision])

test('every change is a revision, told newest first, with who made it', async (t) => {
  const { service, ask, path } = await openBase(t)
  await ask('PUT', path, { content: 'Look first.' })
  await ask('PUT', path, { content: 'Look first.' })
  const { items, total } = (await ask('GET', `${path}/revisions`)).body.data
  assert.equal(total, 2, 'what changes nothing is no revision')
  assert.deepEqual(
    items.map(({ revision, change, content, written_by }: Record<string, unknown>) => [
      revision,
      change,
      content,
      written_by,
    ]),
    [
      [2, 'changed', 'Look first.', 'API_KEY'],
      [1, 'created', 'Raise it.', 'API_KEY'],
    ],
  )
  assert.deepEqual((await ask('GET', `${path}/revisions?page_size=1&page=2`)).body.data.items[0].content, 'Raise it.')
  assert.deepEqual(await auditOf(service), [
    ['knowledge.create', 'API_KEY', 1],
    ['knowledge.change', 'API_KEY', 2],
  ])
})

test('an earlier revision is brought back, and that is a revision too', async (t) => {
  const { ask, path } = await openBase(t)
  await ask('PUT', path, { title: 'Other', content: 'Other.', category: null, tags: [] })
  const restored = await ask('POST', `${path}/restore`, { revision: 1 })
  assert.equal(restored.status, 200)
  const { title, content, category, tags } = restored.body.data
  assert.deepEqual({ title, content, category, tags }, ENTRY)
  assert.equal(restored.headers.etag, '"3"')
  assert.equal((await ask('GET', `${path}/revisions`)).body.data.items[0].change, 'restored')
  assert.equal((await ask('GET', '/api/knowledge?search=Raise')).body.data.total, 1)
  assert.equal(assertErrorEnvelope(await ask('POST', `${path}/restore`, { revision: 99 })), 'NOT_FOUND')
  for (const body of [{}, { revision: 0 }, { revision: '1' }, { revision: 1.5 }])
    assert.equal(assertErrorEnvelope(await ask('POST', `${path}/restore`, body)), 'VALIDATION_ERROR')
})

test('a removal is undone by its id, and the entry is what and where it was', async (t) => {
  const { service, ask, path, added } = await openBase(t)
  await ask('DELETE', path)
  const { items } = (await ask('GET', `${path}/revisions`)).body.data
  assert.deepEqual([items[0].change, items[0].content], ['removed', 'Raise it.'])
  const restored = await ask('POST', `${path}/restore`, { revision: items[0].revision })
  const { updated_at, ...rest } = restored.body.data
  const { updated_at: _, ...before } = added.body.data
  assert.deepEqual(rest, before)
  assert.deepEqual((await ask('GET', path)).body.data, restored.body.data)
  assert.deepEqual(
    (await auditOf(service)).map(([action]) => action),
    ['knowledge.create', 'knowledge.remove', 'knowledge.restore'],
  )
})

test('who did not see the removal does not undo it unknowingly', async (t) => {
  const { ask, path } = await openBase(t)
  await ask('DELETE', path)
  const restore = (ifMatch?: string) => ask('POST', `${path}/restore`, { revision: 1 }, ifMatch)
  assert.equal(assertErrorEnvelope(await restore('"1"')), 'CONFLICT')
  assert.equal(assertErrorEnvelope(await ask('GET', path)), 'NOT_FOUND')
  const restored = await restore('"2"')
  assert.deepEqual([restored.status, restored.headers.etag], [200, '"3"'])
})

test('several who undo the same removal at once all succeed', async (t) => {
  const { ask, path } = await openBase(t)
  await ask('DELETE', path)
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', `${path}/restore`, { revision: 1 })))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await ask('GET', `${path}/revisions`)).body.data.total, 7)
})

test('who changes what he did not see is told so, and nothing is changed', async (t) => {
  const { ask, path, added } = await openBase(t)
  assert.equal(added.headers.etag, '"1"')
  const changed = await ask('PUT', path, { title: 'Second' }, '"1"')
  assert.deepEqual([changed.status, changed.headers.etag], [200, '"2"'])
  for (const stale of [
    await ask('PUT', path, { title: 'Third' }, '"1"'),
    await ask('PUT', path, { title: 'Third' }, '"nonsense"'),
    await ask('PUT', path, { title: 'Third' }, ''),
    await ask('DELETE', path, undefined, '"1"'),
    await ask('POST', `${path}/restore`, { revision: 1 }, '"1"'),
  ])
    assert.equal(assertErrorEnvelope(stale), 'CONFLICT')
  const read = await ask('GET', path)
  assert.deepEqual([read.body.data.title, read.headers.etag], ['Second', '"2"'])
  for (const fresh of ['*', '"1", "2"', 'W/"2"', '2'])
    assert.equal((await ask('PUT', path, { title: 'Second' }, fresh)).status, 200, fresh)
  assert.equal((await ask('DELETE', path, undefined, '"2"')).status, 200)
  assert.equal(assertErrorEnvelope(await ask('PUT', path, { title: 'x' }, '"2"')), 'NOT_FOUND')
})

test('of two who saw the same and change it at once, one is told', async (t) => {
  const { ask, path } = await openBase(t)
  const answers = await Promise.all(['a', 'b', 'c'].map((title) => ask('PUT', path, { title }, '"1"')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
})

test('content of more than 256 kB is refused by its name', async (t) => {
  const { ask, path } = await openBase(t)
  assert.equal((await ask('PUT', path, { content: 'x'.repeat(256 * 1024) })).status, 200)
  for (const content of ['x'.repeat(256 * 1024 + 1), '池'.repeat(90_000)])
    for (const answer of [
      await ask('PUT', path, { content }),
      await ask('POST', '/api/knowledge', { ...ENTRY, content }),
    ]) {
      assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, 'content')
      assert.match(answer.body.error.details[0].message, /at most 256 kB/)
    }
})

test('a viewer reads revisions and restores none', async (t) => {
  const { service, ask, path } = await openBase(t)
  const { key } = (await ask('POST', '/api/keys', { name: 'reader', role: 'viewer' })).body.data
  assert.equal((await service.get(`${path}/revisions`, { key })).status, 200)
  const refused = await service.ask('POST', `${path}/restore`, { key, body: { revision: 1 } })
  assert.equal(assertErrorEnvelope(refused), 'FORBIDDEN')
})
