import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentOf } from '../../../test/world/scene/cluster-scene-of.ts'
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import { concernedContext, isNothingKnown } from './concerned-context.ts'
import { contextLines } from './context-lines.ts'

const MAP = readEnvironment(
  JSON.stringify({
    services: [
      { name: 'checkout', namespace: 'shop', team: 'Shop', oncall: 'ann', dependencies: ['cart', 'orders-db'] },
      { name: 'cart', namespace: 'shop' },
      { name: 'front', namespace: 'edge', dependencies: ['checkout'] },
      { name: 'mail', namespace: 'office' },
    ],
    infrastructure: {
      databases: [
        { name: 'orders-db', type: 'postgresql', host: 'pg-1:5432', databases: ['orders'] },
        { name: 'wiki-db', databases: ['wiki'] },
      ],
    },
    alert_definitions: {
      Critical: { description: 'Somebody is called at once', response_time: '5 minutes' },
      info: 'Nobody is called',
    },
    common_issues: [
      {
        issue: 'Connection pool exhausted',
        description: 'checkout cannot get a database connection',
        standard_procedure: ['Look at the pool figures', 'Restart one pod'],
      },
      { issue: 'Printer jam', description: 'paper', standard_procedure: ['Open the lid'] },
    ],
  }),
)

const about = (labels: Record<string, string>, text?: string) =>
  concernedContext(incidentOf({ alertname: 'PoolExhausted', ...labels }, text), MAP)

test('the service, what it needs, who needs it and its databases are found by a label', () => {
  const context = about({ namespace: 'shop', deployment: 'checkout', severity: 'critical' })
  assert.equal(context.service?.oncall, 'ann')
  assert.deepEqual([context.dependsOn, context.dependedOnBy], [['cart', 'orders-db'], ['front']])
  assert.deepEqual(
    context.databases.map(({ name }) => name),
    ['orders-db'],
  )
  assert.equal(context.alertDefinition?.responseTime, '5 minutes')
  assert.deepEqual(
    context.commonIssues.map(({ issue }) => issue),
    ['Connection pool exhausted'],
  )
  assert.deepEqual(contextLines(context), [
    'Service shop/checkout',
    'It depends on cart, orders-db.',
    'front depends on it.',
    'Database orders-db: postgresql, pg-1:5432, orders',
    'Critical: Somebody is called at once; answer within 5 minutes',
    'Known issue: Connection pool exhausted: Look at the pool figures → Restart one pod',
  ])
})

test('a database is found by the name or the address the alert gives it', () => {
  for (const labels of [{ datname: 'wiki' }, { database: 'wiki-db' }])
    assert.deepEqual(
      about(labels).databases.map(({ name }) => name),
      ['wiki-db'],
    )
  assert.deepEqual(
    about({ instance: 'pg-1:9187' }).databases.map(({ name }) => name),
    ['orders-db'],
  )
})

test('what was concluded finds a known issue the alert does not speak of', () => {
  const incident = incidentOf({ alertname: 'Trouble' }, 'something is wrong')
  assert.deepEqual(concernedContext(incident, MAP).commonIssues, [])
  const found = concernedContext(incident, MAP, {
    conclusion: 'The connection pool of pod web-1 is exhausted.',
    faults: [],
  })
  assert.equal(found.commonIssues[0]?.issue, 'Connection pool exhausted')
})

test('who is at fault is known with their people, whoever alerts: the proven one, or all whom guesses name', () => {
  const culprits = (labels: Record<string, string>, faults: string[], guesses: string[] = []) =>
    concernedContext(incidentOf({ alertname: 'SlowPages', ...labels }), MAP, {
      conclusion: '',
      faults: faults.map((object) => ({ kind: 'a', object, statement: '' })),
      guesses: guesses.map((entity) => ({ entity, findings: [], against: [] })),
    }).culprits.map(({ name, oncall }) => [name, oncall])
  assert.deepEqual(culprits({ service: 'front' }, ['Deployment shop/checkout'], ['mail']), [['checkout', 'ann']])
  assert.deepEqual(culprits({ service: 'front' }, ['Pod shop/checkout-7d4f9c-x2x']), [['checkout', 'ann']])
  assert.deepEqual(culprits({ service: 'front' }, [], ['cart', 'nobody', 'checkout']), [
    ['cart', ''],
    ['checkout', 'ann'],
  ])
  assert.deepEqual(culprits({ service: 'checkout' }, ['Deployment shop/checkout']), [])
  const kept = concernedContext(incidentOf({ alertname: 'SlowPages' }), MAP, {
    conclusion: 'Before there were faults.',
  })
  assert.deepEqual(kept.culprits, [])
})

test('where nothing of it concerns the incident, nothing is known', () => {
  const empty = concernedContext(incidentOf({ alertname: 'Trouble' }, 'something is wrong'), readEnvironment('{}'))
  assert.ok(isNothingKnown(empty))
  assert.deepEqual(contextLines(empty), [])
})
