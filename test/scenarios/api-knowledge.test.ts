/** The knowledge base over the API: every answer, what a change changes, and texts of every kind. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const RUNBOOK = { title: 'Pool exhausted', content: 'Raise it.', category: 'database', tags: ['postgres', 'pool'] }
const NO_ENTRY = '/api/knowledge/0198d2a0-0000-7000-8000-000000000000'

const add = async ({ ask }: TestService, body: unknown) => (await ask('POST', '/api/knowledge', { body })).body.data
const titles = async ({ get }: TestService, query = '') =>
  (await get(`/api/knowledge${query}`)).body.data.items.map(({ title }: { title: string }) => title)

test('an entry is written, read, changed and removed', async (t) => {
  const service = await startTestService(t)
  const { ask, get } = service
  const written = await ask('POST', '/api/knowledge', { body: RUNBOOK })
  assert.equal(written.status, 201)
  const { id, created_at, updated_at, ...rest } = written.body.data
  assert.deepEqual(rest, RUNBOOK)
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.match(created_at, /^\d{4}-\d\d-\d\dT.*Z$/)
  assert.equal(updated_at, created_at)
  assert.deepEqual((await get(`/api/knowledge/${id}`)).body, { success: true, data: written.body.data })
  assert.deepEqual((await get('/api/knowledge')).body.data, {
    items: [written.body.data],
    total: 1,
    page: 1,
    page_size: 20,
    total_pages: 1,
  })
  const removed = await ask('DELETE', `/api/knowledge/${id}`)
  assert.deepEqual([removed.status, removed.body.data], [200, { id }])
  for (const again of [
    await ask('DELETE', `/api/knowledge/${id}`),
    await ask('PUT', `/api/knowledge/${id}`, { body: { title: 'x' } }),
    await get(`/api/knowledge/${id}`),
  ])
    assert.equal(assertErrorEnvelope(again), 'NOT_FOUND')
  assert.deepEqual(await titles(service), [])
})

test('category and tags may be absent; equal titles are two entries', async (t) => {
  const service = await startTestService(t)
  const first = await add(service, { title: 'Same', content: 'one' })
  const second = await add(service, { title: 'Same', content: 'two', category: null, tags: [] })
  for (const { category, tags } of [first, second]) assert.deepEqual([category, tags], [null, []])
  assert.notEqual(first.id, second.id)
  assert.deepEqual(await titles(service), ['Same', 'Same'])
})

test('a change changes the fields given and no others', async (t) => {
  const service = await startTestService(t)
  const { ask, get } = service
  const { id, created_at } = await add(service, RUNBOOK)
  const change = async (body: unknown) => (await ask('PUT', `/api/knowledge/${id}`, { body })).body.data
  const expected: Record<string, unknown> = { ...RUNBOOK }
  for (const given of [
    { title: 'Pool too small' },
    { content: 'Look first.' },
    { tags: ['a', 'a', 'b'] },
    { category: null },
    { category: 'again', tags: [] },
    {},
    { id: 'other', created_at: '2000-01-01T00:00:00.000Z', updated_at: '2000-01-01T00:00:00.000Z', surprise: 1 },
  ]) {
    for (const field of ['title', 'content', 'category', 'tags'])
      if (field in given) expected[field] = (given as Record<string, unknown>)[field]
    const { updated_at, ...changed } = await change(given)
    assert.deepEqual(changed, { id, created_at, ...expected }, JSON.stringify(given))
    assert.ok(updated_at > '2020' && updated_at >= created_at)
  }
  assert.deepEqual((await get(`/api/knowledge/${id}`)).body.data.tags, [])
  assert.deepEqual(await titles(service, '?search=Look+first'), ['Pool too small'])
  assert.deepEqual(await titles(service, '?search=Raise'), [], 'what it said before is no longer found')
})

test('what cannot be an entry is refused by field, in words that fit', async (t) => {
  const service = await startTestService(t)
  const { ask } = service
  const { id } = await add(service, RUNBOOK)
  const sound = { title: 'x', content: 'y' }
  const wrong: [body: unknown, details: [field: string, message: RegExp][], isWrongAsChange?: false][] = [
    [
      {},
      [
        ['title', /is required/],
        ['content', /is required/],
      ],
      false,
    ],
    [{ ...sound, title: '' }, [['title', /not be empty|characters/]]],
    [{ ...sound, title: ' \n\t' }, [['title', /./]]],
    [{ ...sound, content: '' }, [['content', /not be empty|characters/]]],
    [{ ...sound, content: '   ' }, [['content', /./]]],
    [{ ...sound, title: 5 }, [['title', /must be string/]]],
    [{ ...sound, title: null }, [['title', /must be string/]]],
    [{ ...sound, title: 'x'.repeat(501) }, [['title', /500/]]],
    [{ ...sound, content: ['y'] }, [['content', /must be string/]]],
    [{ ...sound, category: 5 }, [['category', /^must be string or null$/]]],
    [{ ...sound, category: ['a'] }, [['category', /^must be string or null$/]]],
    [{ ...sound, tags: 'a,b' }, [['tags', /must be array/]]],
    [{ ...sound, tags: null }, [['tags', /must be array/]]],
    [{ ...sound, tags: ['a', 5] }, [['tags[1]', /must be string/]]],
    [
      { title: 1, content: 2, category: 3, tags: 4 },
      [
        ['title', /./],
        ['content', /./],
        ['category', /./],
        ['tags', /./],
      ],
    ],
    [[], [['body', /must be object/]]],
    ['"text"', [['body', /must be object/]]],
    ['null', [['body', /must be object/]]],
  ]
  for (const [body, details, isWrongAsChange] of wrong) {
    const methods =
      isWrongAsChange === false
        ? [['POST', '/api/knowledge']]
        : [
            ['POST', '/api/knowledge'],
            ['PUT', `/api/knowledge/${id}`],
          ]
    for (const [method = '', path = ''] of methods) {
      const answer = await ask(method, path, { body })
      assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR', `${method} ${JSON.stringify(body)}`)
      const found = answer.body.error.details as { field: string; message: string }[]
      assert.deepEqual(
        found.map(({ field }) => field).sort(),
        details.map(([field]) => field).sort(),
        JSON.stringify(body),
      )
      for (const [field, message] of details)
        assert.match(found.find((one) => one.field === field)?.message ?? '', message)
    }
  }
  assert.deepEqual(await titles(service), [RUNBOOK.title])
})

test('texts are kept as they were written, but for what no store can hold', async (t) => {
  const service = await startTestService(t)
  const { ask, get } = service
  const texts = [
    '數據庫 連接池',
    "Robert'); DROP TABLE knowledge_entries;--",
    '<script>alert(1)</script>',
    '100 % _done_ \\',
    '👩‍🚒 ﷽',
    '𑰰 alone \u0308',
  ]
  for (const text of texts) {
    const { id } = await add(service, { title: text, content: text, category: text, tags: [text] })
    const { title, content, category, tags } = (await get(`/api/knowledge/${id}`)).body.data
    assert.deepEqual([title, content, category, tags], [text, text, text, [text]])
  }
  const odd = '{"title":"nul \\u0000 half \\ud800","content":"\\u0000","tags":["\\u0000"],"category":"\\udc00"}'
  const { title, content, tags, category } = (await ask('POST', '/api/knowledge', { body: odd })).body.data
  assert.deepEqual([title, content, tags, category], ['nul \ufffd half \ufffd', '\ufffd', ['\ufffd'], '\ufffd'])
  const long = 'x'.repeat(200_000)
  const { id } = await add(service, { title: 'long', content: long })
  assert.equal((await get(`/api/knowledge/${id}`)).body.data.content.length, long.length)
})

test('a search is literal, ignores case, and looks into title, category, tags and content', async (t) => {
  const service = await startTestService(t)
  const entries = [
    { title: 'Alpha 100%', content: 'one' },
    { title: 'Beta', content: 'snake_case and back\\slash', category: 'Network' },
    { title: 'Gamma', content: 'three', tags: ['Großes', 'TLS'] },
    { title: 'Delta', content: "it's 100 percent", category: 'network' },
  ]
  for (const entry of entries) await add(service, entry)
  const found = async (search: string) => (await titles(service, `?search=${encodeURIComponent(search)}`)).sort()
  assert.deepEqual(await found('100%'), ['Alpha 100%'])
  assert.deepEqual(await found('%'), ['Alpha 100%'])
  assert.deepEqual(await found('_'), ['Beta'])
  assert.deepEqual(await found('\\'), ['Beta'])
  assert.deepEqual(await found('e_c'), ['Beta'])
  assert.deepEqual(await found('NETWORK'), ['Beta', 'Delta'])
  assert.deepEqual(await found('tls'), ['Gamma'])
  assert.deepEqual(await found('GROSSES'), [])
  assert.deepEqual(await found('großes'), ['Gamma'])
  assert.deepEqual(await found("'s"), ['Delta'])
  assert.deepEqual(await found('nothing'), [])
  assert.deepEqual(await found('\0'), [])
  assert.deepEqual(await titles(service, '?category=network'), ['Delta'])
  assert.deepEqual(await titles(service, '?category=network&search=alpha'), [])
  assert.equal((await titles(service, '?search=&category=')).length, 4)
})

test('pages are newest first, whole, and a page past the end has no items', async (t) => {
  const service = await startTestService(t)
  const { get } = service
  for (let index = 1; index <= 5; index += 1) await add(service, { title: `entry ${index}`, content: 'x' })
  assert.deepEqual(await titles(service, '?page_size=2'), ['entry 5', 'entry 4'])
  assert.deepEqual(await titles(service, '?page_size=2&page=3'), ['entry 1'])
  const { items, ...figures } = (await get('/api/knowledge?page_size=2&page=4')).body.data
  assert.deepEqual([items, figures], [[], { total: 5, page: 4, page_size: 2, total_pages: 3 }])
  assert.match((await get('/api/knowledge?page_size=5000')).body.message, /1000/)
  for (const query of ['page=0', 'page=-1', 'page=x', 'page=1.5', 'page_size=0', 'page=']) {
    const answer = await get(`/api/knowledge?${query}`)
    assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR', query)
    assert.deepEqual(
      answer.body.error.details.map(({ field }: { field: string }) => field),
      [query.split('=')[0]],
    )
  }
})

test('an id that is none is NOT_FOUND, never an error of ours', async (t) => {
  const { ask, get } = await startTestService(t)
  for (const path of [
    NO_ENTRY,
    '/api/knowledge/1',
    '/api/knowledge/%00',
    "/api/knowledge/'",
    '/api/knowledge/undefined',
  ]) {
    for (const answer of [await get(path), await ask('PUT', path, { body: { title: 'x' } }), await ask('DELETE', path)])
      assert.equal(assertErrorEnvelope(answer), 'NOT_FOUND', path)
  }
})

test('that there is no such entry is said before what is wrong with the body', async (t) => {
  const { ask } = await startTestService(t)
  for (const body of [{ title: 5 }, [], undefined])
    assert.equal(assertErrorEnvelope(await ask('PUT', NO_ENTRY, { body })), 'NOT_FOUND', JSON.stringify(body))
})

test('two who change different fields of one entry at once both succeed', async (t) => {
  const service = await startTestService(t)
  const { ask, get } = service
  for (let round = 0; round < 10; round += 1) {
    const { id } = await add(service, RUNBOOK)
    await Promise.all([
      ask('PUT', `/api/knowledge/${id}`, { body: { title: 'new title' } }),
      ask('PUT', `/api/knowledge/${id}`, { body: { content: 'new content' } }),
    ])
    const { title, content } = (await get(`/api/knowledge/${id}`)).body.data
    assert.deepEqual([title, content], ['new title', 'new content'])
  }
})

test('runbook.search finds what was written, best match first, and says so where there is nothing', async (t) => {
  const service = await startTestService(t)
  await add(service, { title: 'Disk full', content: 'Delete old logs of the pool.' })
  await add(service, RUNBOOK)
  const search = async (query: string, limit?: number) =>
    (
      await service.ask('POST', '/api/plugins/runbook.search/run', {
        body: { parameters: { query, ...(limit ? { limit } : {}) } },
      })
    ).body.data.result
  const { data } = await search('postgres pool exhausted')
  assert.deepEqual(
    data.entries.map(({ title }: { title: string }) => title),
    ['Pool exhausted', 'Disk full'],
  )
  assert.match(data.entries[0].why, /postgres, pool, exhausted/)
  assert.equal((await search('pool', 1)).data.entries.length, 1)
  for (const query of ['kangaroo', '% _', '\0', "';--", '…']) {
    const { success, data: none, message } = await search(query)
    assert.deepEqual([success, none.entries], [true, []], query)
    assert.match(message, /Nothing in the knowledge base matches/)
  }
  const [stored] = await runSql(service.databaseUrl, 'SELECT count(*)::int AS count FROM knowledge_entries')
  assert.deepEqual(stored, { count: 2 })
})
