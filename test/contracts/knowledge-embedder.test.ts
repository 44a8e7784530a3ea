/** What keeps vectors current, on a real store and over the wire: in small pieces, with patience, and never for ever at one entry. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createEmbeddings } from '../../src/edges/model/embeddings.ts'
import { createFindByMeaning } from '../../src/edges/model/find-by-meaning.ts'
import { KnowledgeEmbedder } from '../../src/edges/model/knowledge-embedder.ts'
import { createGuardedFetch } from '../../src/edges/outbound/guarded-fetch.ts'
import { openDatabase } from '../../src/edges/store/database.ts'
import { createKnowledgeStore } from '../../src/edges/store/knowledge-records.ts'
import { createRedactor } from '../../src/guidance/secrecy/redact.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import { startEmbeddingSimulator } from '../world/embedding/embedding-simulator.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

const KEY = 'the-embedding-key-of-this-test'
const QUIET = { debug() {}, info() {}, warn() {}, error() {} }

async function open(t: TestContext, entries: number) {
  const { url, adminUrl } = await migratedDatabase(t)
  const database = openDatabase({ url, log: QUIET, max: 3 })
  const simulator = await startEmbeddingSimulator({ key: KEY, ideas: [['entry 1']] })
  const fetch = createGuardedFetch()
  t.after(async () => {
    await fetch.close()
    await simulator.close()
    await database.close()
  })
  const { values } = resolveSettings({}, new Map())
  const settings = { ...values, EMBEDDING_API_KEY: KEY, EMBEDDING_BASE_URL: simulator.url }
  let now = 0
  const monotonicMs = () => now
  const embeddings = createEmbeddings({ currentSettings: async () => settings, fetch, monotonicMs })
  const redactor = createRedactor(() => [])
  const warnings: string[] = []
  const log = { ...QUIET, warn: (fields: object) => void warnings.push(JSON.stringify(fields)) }
  const giving = new AbortController()
  const parts = { database, embeddings, redactor, log, signal: giving.signal, monotonicMs }
  const embedder = new KnowledgeEmbedder(parts)
  const store = createKnowledgeStore({ database, clock: { now: () => new Date() } })
  for (let number = 1; number <= entries; number += 1)
    await store.add({ title: `entry ${number}.`, content: 'x', category: null, tags: [] }, 'test')
  const embedAll = async () => {
    let count = 0
    for (let some = await embedder.embedSome(); some > 0; some = await embedder.embedSome()) count += some
    return count
  }
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  const stored = async () => (await runSql(url, 'SELECT DISTINCT entry_id FROM knowledge_vectors')).length
  const byMeaning = createFindByMeaning({ database, embeddings, redactor })
  return { simulator, embedder, embedAll, pass, stored, warnings, store, settings, byMeaning, giving, url, adminUrl }
}

test('entries are embedded a few at a time, each once, and again only when they change', async (t) => {
  const { embedder, embedAll, simulator, stored, store } = await open(t, 20)
  assert.equal(await embedder.embedSome(), 8)
  assert.equal(await embedAll(), 12)
  assert.deepEqual([await stored(), simulator.received.length, await embedAll()], [20, 20, 0])
  const [entry] = await store.findByTitle('entry 7.')
  await store.change(entry?.id ?? '', { content: `${'a word '.repeat(250)}\n\n`.repeat(3) }, { by: 'test' })
  assert.equal(await embedAll(), 1)
  assert.equal(simulator.received.length, 20 + 6)
})

test('after a failure it rests, longer each time, and then goes on where it was', async (t) => {
  const { embedder, embedAll, pass, simulator, stored, warnings } = await open(t, 2)
  simulator.faults.add({ does: { status: 429 } })
  assert.equal(await embedder.embedSome(), 0)
  assert.equal(await embedder.embedSome(), 0)
  pass(11)
  simulator.faults.add({ does: { status: 500 } })
  assert.equal(await embedder.embedSome(), 0)
  pass(11)
  assert.equal(await embedder.embedSome(), 0, 'it rests for twenty seconds now')
  pass(10)
  assert.equal(await embedAll(), 2)
  assert.equal(await stored(), 2)
  assert.deepEqual(
    warnings.map((line) => JSON.parse(line).again_in_seconds),
    [10, 20],
  )
  assert.doesNotMatch(warnings.join(), new RegExp(KEY))
})

test('an entry the server does not take is left out until it changes; the others are embedded', async (t) => {
  const { embedAll, simulator, stored, store, warnings } = await open(t, 4)
  simulator.faults.add({ does: { status: 400 }, times: 2 })
  await embedAll()
  assert.equal(await stored(), 3)
  assert.equal(warnings.length, 1)
  for (const number of [1, 2, 3, 4]) {
    const [entry] = await store.findByTitle(`entry ${number}.`)
    await store.change(entry?.id ?? '', { content: 'other' }, { by: 'test' })
  }
  await embedAll()
  assert.equal(await stored(), 4)
})

test('vectors of another length are not mixed in; if they stay so, all are made anew', async (t) => {
  const { embedAll, simulator, pass, store, url } = await open(t, 3)
  await embedAll()
  const lengths = async () =>
    (await runSql(url, 'SELECT DISTINCT cardinality(numbers) AS length FROM knowledge_vectors')).map(
      ({ length }) => length,
    )
  const [before] = await lengths()
  simulator.whim = 'other length'
  await store.add({ title: 'entry 4.', content: 'x', category: null, tags: [] }, 'test')
  await embedAll()
  assert.deepEqual(await lengths(), [before])
  for (let attempt = 0; attempt < 4; attempt += 1) {
    pass(700)
    await embedAll()
  }
  assert.deepEqual(await lengths(), [Number(before) + 1])
})

test('a stop breaks off what waits for the server, and is no failure', async (t) => {
  const { embedder, simulator, giving, warnings } = await open(t, 1)
  simulator.faults.add({ does: 'hang' })
  const embedding = embedder.embedSome()
  giving.abort()
  assert.deepEqual([await embedding, warnings], [0, []])
})

test('a pgvector that does not work is done without', async (t) => {
  const { embedAll, byMeaning, adminUrl } = await open(t, 3)
  await runSql(
    adminUrl,
    `SET allow_system_table_mods = on; INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion) VALUES (4000000001, 'vector', 10, 2200, true, '0')`,
  )
  assert.equal(await embedAll(), 3)
  const { near, note } = await byMeaning('about entry 1')
  assert.deepEqual([near.length > 0, note], [true, undefined])
})
