/** The environment context over the API: what is put comes back as it was put, and what is wrong is named by its path. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const PATH = '/api/environment-context'
const EMPTY = { services: [], infrastructure: {}, alert_definitions: {}, common_issues: [] }

const WHOLE = {
  services: [
    {
      name: 'checkout',
      namespace: 'shop',
      description: 'Takes orders',
      dependencies: ['payments', 'postgres'],
      team: 'shop',
      oncall: '@shop',
      tier: 1,
    },
    { name: 'payments', namespace: 'shop' },
  ],
  infrastructure: {
    cluster: 'prod-1',
    region: 'eu',
    nodes: 12,
    databases: [
      'orders',
      { name: 'main', type: 'postgresql', version: 15.4, host: 'db', databases: ['orders', 3], primary: true },
      { version: '15' },
    ],
    middleware: [{ name: 'kafka', type: 'kafka', version: '3.6', brokers: ['a:9092'] }, {}],
    rack: { row: [1, 2, { deep: null }] },
  },
  alert_definitions: {
    critical: { description: 'Wake someone', response_time: '5m', examples: ['down'], colour: 'red' },
    warning: 'Look in the morning',
    日本: {},
    'a.b/c~d': 'odd name',
  },
  common_issues: [
    { issue: 'pool', category: 'database', description: 'x', common_causes: ['a'], standard_procedure: ['b'], seen: 4 },
    {},
  ],
  contacts: { 'on call': ['a', 'b'] },
}

const put = ({ ask }: TestService, body: unknown) => ask('PUT', PATH, { body })

test('before anything was put the document is empty, and afterwards it is exactly what was put', async (t) => {
  const service = await startTestService(t)
  assert.deepEqual((await service.get(PATH)).body.data, EMPTY)
  const answer = await put(service, WHOLE)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body.data, WHOLE)
  assert.deepEqual((await service.get(PATH)).body.data, WHOLE)
  for (const document of [{}, { services: [] }, { anything: [1, null, 'x', { y: false }] }, WHOLE]) {
    assert.deepEqual((await put(service, document)).body.data, document)
    assert.deepEqual((await service.get(PATH)).body.data, document, 'it replaces the whole')
  }
})

/** Documents as text, because reading them here would lose what is to be kept. */
const VERBATIM = [
  '{"big":12345678901234567890,"negative":-9007199254740993}',
  '{"small":0.1234567890123456789012345,"exponent":1e400,"tiny":1e-400,"one":1.0,"zero":-0}',
  '{"infrastructure":{"nodes":9007199254740993,"databases":[{"version":15.40}]}}',
  '{"text":"\\u0000 \\ud83d\\ude00 \\ud800 \\u2028 \\\\ \\" / 日本"}',
  '{"\\u0000":"name","":"empty","a b":1,"toJSON":1,"hasOwnProperty":2}',
  '{"2":"two","1":"one","b":1,"a":2}',
]

test('numbers no computer word holds, and texts no store holds, come back as they were put', async (t) => {
  const service = await startTestService(t)
  for (const text of VERBATIM) {
    const answer = await put(service, text)
    assert.equal(answer.status, 200, answer.text)
    const shown = await service.get(PATH)
    for (const { text: whole } of [answer, shown]) {
      assert.deepEqual(exact(JSON.stringify(JSON.parse(whole, keepSource).data)), exact(text), text)
    }
  }
})

/** Numbers are compared as they are written. */
function exact(text: string): unknown {
  return JSON.parse(text, keepSource)
}

function keepSource(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? `number ${context?.source}` : value
}

test('a wrong type is named by its path, once, in words that fit', async (t) => {
  const service = await startTestService(t)
  await put(service, WHOLE)
  const named = { name: 'a', namespace: 'b' }
  const wrong: [document: unknown, ...details: [field: string, message: RegExp][]][] = [
    [[], ['body', /must be object/]],
    ['"text"', ['body', /must be object/]],
    ['null', ['body', /must be object/]],
    [{ services: {} }, ['services', /must be array/]],
    [{ services: null }, ['services', /must be array/]],
    [{ services: ['checkout'] }, ['services[0]', /must be object/]],
    [{ services: [named, {}] }, ['services[1].name', /is required/], ['services[1].namespace', /is required/]],
    [{ services: [{ name: 'a' }] }, ['services[0].namespace', /is required/]],
    [
      { services: [{ name: '', namespace: ' ' }] },
      ['services[0].name', /not be empty/],
      ['services[0].namespace', /blank/],
    ],
    [{ services: [{ ...named, name: 5 }] }, ['services[0].name', /must be string/]],
    [{ services: [{ ...named, namespace: null }] }, ['services[0].namespace', /must be string/]],
    [{ services: [{ ...named, description: 1 }] }, ['services[0].description', /must be string/]],
    [{ services: [{ ...named, dependencies: 'x' }] }, ['services[0].dependencies', /must be array/]],
    [{ services: [{ ...named, dependencies: ['a', 2] }] }, ['services[0].dependencies[1]', /must be string/]],
    [{ services: [{ ...named, team: [] }] }, ['services[0].team', /must be string/]],
    [{ services: [{ ...named, oncall: {} }] }, ['services[0].oncall', /must be string/]],
    [{ infrastructure: [] }, ['infrastructure', /must be object/]],
    [{ infrastructure: { cluster: 1 } }, ['infrastructure.cluster', /must be string/]],
    [{ infrastructure: { region: false } }, ['infrastructure.region', /must be string/]],
    [{ infrastructure: { nodes: '12' } }, ['infrastructure.nodes', /must be integer/]],
    [{ infrastructure: { nodes: 1.5 } }, ['infrastructure.nodes', /must be integer/]],
    [{ infrastructure: { databases: 'x' } }, ['infrastructure.databases', /must be array/]],
    [{ infrastructure: { databases: [5] } }, ['infrastructure.databases[0]', /^must be string or object$/]],
    [{ infrastructure: { databases: [['x']] } }, ['infrastructure.databases[0]', /^must be string or object$/]],
    [{ infrastructure: { databases: ['a', { name: 1 }] } }, ['infrastructure.databases[1].name', /must be string/]],
    [
      { infrastructure: { databases: [{ version: true }] } },
      ['infrastructure.databases[0].version', /^must be string or number$/],
    ],
    [
      { infrastructure: { databases: [{ host: 1, databases: [null] }] } },
      ['infrastructure.databases[0].databases[0]', /^must be string or number$/],
      ['infrastructure.databases[0].host', /must be string/],
    ],
    [
      { infrastructure: { middleware: [{ brokers: [1] }] } },
      ['infrastructure.middleware[0].brokers[0]', /must be string/],
    ],
    [
      { infrastructure: { middleware: [{ version: [] }] } },
      ['infrastructure.middleware[0].version', /^must be string or number$/],
    ],
    [{ alert_definitions: [] }, ['alert_definitions', /must be object/]],
    [{ alert_definitions: { critical: 5 } }, ['alert_definitions.critical', /^must be string or object$/]],
    [{ alert_definitions: { critical: null } }, ['alert_definitions.critical', /^must be string or object$/]],
    [{ alert_definitions: { critical: { examples: 'x' } } }, ['alert_definitions.critical.examples', /must be array/]],
    [
      { alert_definitions: { critical: { response_time: 5 } } },
      ['alert_definitions.critical.response_time', /must be string/],
    ],
    [{ common_issues: {} }, ['common_issues', /must be array/]],
    [{ common_issues: [{ issue: 1 }] }, ['common_issues[0].issue', /must be string/]],
    [{ common_issues: [{ common_causes: [{}] }] }, ['common_issues[0].common_causes[0]', /must be string/]],
    [{ common_issues: [{ standard_procedure: 'x' }] }, ['common_issues[0].standard_procedure', /must be array/]],
  ]
  for (const [document, ...details] of wrong) {
    const answer = await put(service, document)
    assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR', JSON.stringify(document))
    const found = answer.body.error.details as { field: string; message: string }[]
    assert.deepEqual(
      found.map(({ field }) => field).sort(),
      details.map(([field]) => field).sort(),
      JSON.stringify(document),
    )
    for (const [field, message] of details)
      assert.match(found.find((one) => one.field === field)?.message ?? '', message, JSON.stringify(document))
  }
  assert.deepEqual((await service.get(PATH)).body.data, WHOLE, 'nothing of them was kept')
})

test('each change is on the trail, with who made it, and earlier documents are kept', async (t) => {
  const service = await startTestService(t, { environment: { API_KEY: 'the-admin-key-of-this-test' } })
  const key = 'the-admin-key-of-this-test'
  for (const cluster of ['one', 'two']) await service.ask('PUT', PATH, { key, body: { infrastructure: { cluster } } })
  const { items } = (await service.get('/api/audit', { key })).body.data
  assert.deepEqual(
    items.map(({ action, target }: { action: string; target: string }) => [action, target]),
    [
      ['environment.put', 'environment context'],
      ['environment.put', 'environment context'],
    ],
  )
  assert.ok(items.every(({ actor }: { actor: string }) => actor !== ''))
  assert.deepEqual(
    items.map(({ details }: { details: { changes: unknown } }) => details.changes),
    [{ infrastructure: { changed: ['cluster'] } }, { infrastructure: { added: ['cluster'] } }],
  )
  const kept = await runSql(service.databaseUrl, 'SELECT document FROM environment_versions ORDER BY version')
  assert.deepEqual(
    kept.map(({ document }) => JSON.parse(String(document)).infrastructure.cluster),
    ['one', 'two'],
  )
})

test('another instance sees a change at its next question', async (t) => {
  const one = await startTestService(t)
  const other = await startTestService(t, { environment: { DATABASE_URL: one.databaseUrl } })
  await put(one, { services: [{ name: 'a', namespace: 'b' }] })
  assert.deepEqual((await other.get(PATH)).body.data, { services: [{ name: 'a', namespace: 'b' }] })
})

test('every version is kept with its moment and author, and can be read as it was put', async (t) => {
  const service = await startTestService(t)
  for (const nodes of [1, 2, 3]) await put(service, { infrastructure: { nodes } })
  const listed = (await service.get(`${PATH}/versions?page_size=2`)).body.data
  assert.deepEqual([listed.total, listed.items.length], [3, 2])
  const [newest, before] = listed.items
  assert.ok(newest.version > before.version)
  assert.deepEqual([newest.put_by, Number.isNaN(Date.parse(newest.put_at))], ['local', false])
  const old = await service.get(`${PATH}/versions/${before.version}`)
  assert.deepEqual(old.body.data, { infrastructure: { nodes: 2 } })
  await put(service, old.body.data)
  assert.equal((await service.get(`${PATH}/versions`)).body.data.total, 4, 'what is taken up again is a new version')
  assert.deepEqual((await service.get(PATH)).body.data, { infrastructure: { nodes: 2 } })
})
