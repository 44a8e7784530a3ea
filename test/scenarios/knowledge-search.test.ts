/** The search of the knowledge base: in other words, in other scripts, misspelled, with the reason; and with what the store lacks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../world/eventually.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { openSql, runSql } from '../world/sql.ts'

const ENTRIES = [
  {
    title: 'Pod is OOMKilled',
    content: 'The container exceeded its limit. Raise it in steps.',
    category: 'kubernetes',
  },
  { title: '数据库连接池耗尽', content: '慢查询占用连接，先找出泄漏位置。', category: 'database' },
  { title: 'Certificate renewal', content: 'Use cert-manager. x509 errors mean it is too late.', category: 'security' },
  { title: 'Postgres has too many clients', content: 'Put the service behind pgbouncer.', category: 'database' },
]

async function openBase(t: Parameters<typeof startTestService>[0]): Promise<TestService> {
  const service = await startTestService(t)
  for (const body of ENTRIES) await service.ask('POST', '/api/knowledge', { body })
  return service
}

const list = async ({ get }: TestService, search: string, more = '') =>
  (await get(`/api/knowledge?search=${encodeURIComponent(search)}${more}`)).body.data
const first = async (service: TestService, search: string) => (await list(service, search)).items[0]

test('an entry is found in other words, in other forms and scripts, and misspelled; each says why', async (t) => {
  const service = await openBase(t)
  for (const [search, title, why] of [
    ['exit code 137', 'Pod is OOMKilled', /says in other words: exit code 137/],
    ['renewing certificates', 'Certificate renewal', /holds the words: certificates; says in other words: renewing/],
    ['TLS', 'Certificate renewal', /says in other words: TLS/],
    ['连接池', '数据库连接池耗尽', /holds the words.*holds the text as typed/],
    ['连接不够用', '数据库连接池耗尽', /holds the words: .*连接/],
    ['池', '数据库连接池耗尽', /as typed/],
    ['postgress', 'Postgres has too many clients', /spelled like: postgress/],
    ['pgbounzer', 'Postgres has too many clients', /spelled like: pgbounzer/],
    ['where is pgbouncer', 'Postgres has too many clients', /holds the words: pgbouncer/],
  ] as const) {
    const found = await first(service, search)
    assert.equal(found?.title, title, search)
    assert.match(found.why, why, search)
  }
  assert.deepEqual((await service.get('/api/knowledge?search=kangaroo')).body, {
    success: true,
    data: { items: [], total: 0, page: 1, page_size: 20, total_pages: 0 },
  })
  assert.ok(!('why' in (await service.get('/api/knowledge')).body.data.items[0]))
})

test('what holds the text as typed is not drowned by what only shares a word with it', async (t) => {
  const service = await openBase(t)
  const { items, total } = await list(service, 'too many clients')
  assert.deepEqual(
    [total, items.map(({ title }: { title: string }) => title)],
    [2, ['Postgres has too many clients', '数据库连接池耗尽']],
  )
  assert.equal((await list(service, 'too late')).total, 1)
})

test('totals and pages of a search agree, also within a category', async (t) => {
  const service = await openBase(t)
  const whole = await list(service, 'database')
  const pages = [
    await list(service, 'database', '&page_size=1'),
    await list(service, 'database', '&page_size=1&page=2'),
  ]
  assert.equal(whole.total, 2)
  assert.deepEqual(
    pages.flatMap(({ items }) => items),
    whole.items,
  )
  assert.deepEqual(pages[1].total_pages, 2)
  assert.equal((await list(service, 'connection pool', '&category=security')).total, 0)
  assert.equal((await list(service, 'connection pool', '&category=database')).total, 2)
})

test('everything that holds the text is counted; where only the best are, that is said', async (t) => {
  const service = await openBase(t)
  await runSql(
    service.databaseUrl,
    `INSERT INTO knowledge_entries (id, title, content, tags, search_text, words, words_form)
     SELECT 'many-' || nth, 'Broker lagging', 'x', '{}', 'broker lagging', $$'broker':1A 'lag':2A$$, 1
       FROM generate_series(1, 1001) AS nth`,
  )
  const asked = async (search: string) => {
    const { data, message = '' } = (await service.get(`/api/knowledge?search=${encodeURIComponent(search)}`)).body
    return [data.total, message]
  }
  const expected =
    'More than 1,000 entries share words with this; of those that do not hold it as typed only the best are counted.'
  assert.deepEqual(await asked('broker lagging'), [1001, expected])
  assert.deepEqual(await asked('lagging broker'), [1000, expected])
  assert.deepEqual(await asked('pgbouncer'), [1, ''])
})

test('a search has an answer whatever is typed', async (t) => {
  const service = await openBase(t)
  for (const search of [
    "';--",
    '\\',
    '% _',
    '…',
    ':*',
    '!',
    '&|',
    '((',
    "a'b",
    '\0',
    '<->',
    'x'.repeat(2_000),
    '的'.repeat(800),
  ]) {
    const { status, body } = await service.get(`/api/knowledge?search=${encodeURIComponent(search)}`)
    assert.deepEqual([status, body.success], [200, true], search)
  }
})

test('long texts and many unknown words cost a search little', async (t) => {
  const service = await openBase(t)
  const body = { title: 'Dump', content: 'x'.repeat(200_000) }
  assert.equal((await service.ask('POST', '/api/knowledge', { body })).status, 201)
  const unknown = Array.from({ length: 20 }, (_, nth) => `qwrtz${'abcdefghijklmnopqrst'[nth]}vbn`).join(' ')
  for (const search of ['xxxxxxxxxxxxx y', unknown, `${unknown} pgbouncer`]) {
    const { status, body } = await service.get(`/api/knowledge?search=${encodeURIComponent(search)}`)
    assert.equal(status, 200, JSON.stringify(body))
  }
  assert.equal((await first(service, `postgress ${unknown}`))?.title, 'Postgres has too many clients')
})

test('searches that the store cannot answer in time leave room for alerts, and say what they left out', async (t) => {
  const service = await openBase(t)
  const holder = await openSql(service.databaseUrl)
  t.after(() => holder.end())
  await holder.query('BEGIN; LOCK TABLE knowledge_entries')
  // Not by the client of the test, which has but eight connections: the alert would wait there.
  const searches = Array.from({ length: 18 }, async () => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/api/knowledge?search=pool`)
    return { status: answer.status, body: (await answer.json()) as { message: string } }
  })
  const alert = await service.ask('POST', '/api/alert', { body: { message: 'It is down.' } })
  assert.equal(alert.status, 202, JSON.stringify(alert.body))
  for (const { status, body } of await Promise.all(searches)) {
    assert.equal(status, 200)
    assert.match(body.message, /^Not everything was searched, because that took too long/)
  }
  await holder.query('ROLLBACK')
  assert.equal((await service.get('/api/knowledge?search=pgbouncer')).body.data.total, 1)
})

test('without trigrams in the store misspelled words are found by their beginning', async (t) => {
  const service = await openBase(t)
  await runSql(service.databaseUrl, 'DROP EXTENSION IF EXISTS pg_trgm CASCADE')
  assert.equal((await first(service, 'certifikate'))?.title, 'Certificate renewal')
})

test('entries written by an older version are found by their words a moment later', async (t) => {
  const service = await openBase(t)
  await runSql(service.databaseUrl, 'UPDATE knowledge_entries SET words = NULL, words_form = 0')
  assert.equal((await list(service, 'OOMKilled')).total, 1, 'the text as typed is found at once')
  const isFound = async () => (await first(service, 'exit code 137'))?.title === 'Pod is OOMKilled'
  await eventually('its words are made', isFound)
})
