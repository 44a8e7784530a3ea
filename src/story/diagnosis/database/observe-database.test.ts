import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bloatOf,
  connectionsOf,
  groupOf,
  IDLE,
  locksOf,
  NOW,
  pictureDatabase,
  queriesOf,
  replicationOf,
  sessionOf,
  tableOf,
} from '../../../../test/world/scene/database-scene.ts'
import type { PluginResult } from '../../../plugins/plugin.ts'
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { Evidence } from '../evidence.ts'
import type { Subject } from '../subject.ts'
import { observeDatabase } from './observe-database.ts'

type Answers = Record<string, PluginResult | ((parameters: Record<string, unknown>) => PluginResult)>

const ok = (data: unknown): PluginResult => ({ success: true, data })
const CALM: Answers = {
  active_connections: ok(connectionsOf()),
  lock_waits: ok(locksOf()),
  slow_queries: ok(queriesOf()),
  table_bloat: ok(bloatOf()),
  replication_lag: ok(replicationOf()),
  'metrics.query_range': ok({ series: [], series_total: 0 }),
  'logs.query': ok({
    streams: [{ labels: {}, lines: [{ at: NOW.toISOString(), line: 'LOG:  ready' }] }],
    lines_total: 1,
  }),
}

/** Looks at a server that answers so, and tells what was asked. */
async function look(
  alertName: string,
  subject: Partial<Subject>,
  answers: Answers = {},
  cluster?: Partial<ClusterScene>,
) {
  const asked: string[] = []
  const evidence = new Evidence(async ({ plugin, parameters }) => {
    asked.push([plugin, parameters.database, parameters.table, parameters.namespace].filter(Boolean).join(' '))
    const answer = { ...CALM, ...answers }[plugin]
    return typeof answer === 'function' ? answer(parameters) : (answer ?? { success: false, error: 'not configured' })
  })
  const pictured = pictureDatabase({ alert: alertName, ...(cluster && { cluster }) })
  const { database: _, ...scene } = { ...pictured, exhibits: [] }
  const { database: _none, ...bare } = pictured.subject
  const whole = { ...bare, ...subject }
  const part = await observeDatabase({ now: NOW, subject: whole, environment: pictured.environment, evidence, scene })
  return { asked, database: part.database }
}

test('the database the alert names is asked, and for a table its own question', async () => {
  const { asked, database } = await look('PostgresqlTooManyDeadTuples', {
    database: 'shop',
    table: 'orders',
    labels: { schemaname: 'sales' },
  })
  assert.deepEqual(asked, [
    'active_connections shop',
    'lock_waits shop',
    'slow_queries shop',
    'table_bloat shop sales.orders',
    'metrics.query_range',
    'logs.query',
  ])
  assert.deepEqual([database?.database, database?.concern], ['shop', 'own'])
})

test('a database that is none of ours is looked for at the first server, and known there by its rows', async () => {
  const refuse = ({ database }: Record<string, unknown>): PluginResult =>
    database === undefined
      ? ok(connectionsOf({ groups: [groupOf('10.0.0.1', 3, { datname: 'billing' })] }))
      : { success: false, error: `There is no database "${database}" among those we look after. Known: shop.` }
  const known = await look('PostgreSQLSlowQueries', { database: 'billing' }, { active_connections: refuse })
  assert.deepEqual(known.asked.slice(0, 3), ['active_connections billing', 'active_connections', 'lock_waits'])
  assert.equal(known.database?.unknownName, undefined)
  const unknown = await look('PostgreSQLSlowQueries', { database: 'payroll' }, { active_connections: refuse })
  assert.equal(unknown.database?.unknownName, 'payroll')
  const guessed = await look(
    'PostgreSQLSlowQueries',
    { database: 'payroll', fromText: ['database'] },
    { active_connections: refuse },
  )
  assert.equal(guessed.database?.unknownName, undefined)
})

test('of several servers the one whose host or service the alert names is looked at', async () => {
  const several = ({ database }: Record<string, unknown>): PluginResult =>
    database === undefined
      ? ok({ ...connectionsOf(), database: 'shop', others_looked_after: ['orders-db', 'billing'] })
      : ok({ ...connectionsOf(), database })
  const meant = async (subject: Partial<Subject>) =>
    (await look('PostgreSQLSlowQueries', subject, { active_connections: several })).asked.slice(0, 3)
  const ofOrders = ['active_connections', 'active_connections orders-db', 'lock_waits orders-db']
  assert.deepEqual(await meant({ instance: 'orders-db-0.internal:9187' }), ofOrders)
  assert.deepEqual(await meant({ service: 'orders-db' }), ofOrders)
  assert.deepEqual(await meant({ instance: 'shop:9187' }), ['active_connections', 'lock_waits', 'slow_queries'])
  assert.deepEqual(await meant({}), ['active_connections', 'lock_waits', 'slow_queries'])
})

test('where the database has no name of ours, the instance tells which server has it', async () => {
  const refuse = ({ database }: Record<string, unknown>): PluginResult =>
    database === 'ledger'
      ? { success: false, error: 'There is no database "ledger" among those we look after. Known: shop, billing-db.' }
      : ok({ ...connectionsOf({ groups: [groupOf('10.0.0.1', 3, { datname: 'ledger' })] }), database })
  const { asked, database } = await look(
    'PostgreSQLSlowQueries',
    { database: 'ledger', instance: 'billing-db:9187' },
    { active_connections: refuse },
  )
  assert.deepEqual(asked.slice(0, 3), [
    'active_connections ledger',
    'active_connections billing-db',
    'lock_waits billing-db',
  ])
  assert.deepEqual([database?.database, database?.unknownName], ['billing-db', undefined])
})

test('a service’s complaint costs three questions, and one where no database is known', async () => {
  const { asked } = await look('HighRequestLatency', { service: 'api' })
  assert.deepEqual(asked, ['active_connections', 'lock_waits', 'slow_queries'])
  const nobody = {
    success: false,
    error: 'No database to look after is known. Set TARGET_DATABASES, as in shop=postgresql://….',
  }
  const none = await look('HighRequestLatency', { service: 'api' }, { active_connections: nobody })
  assert.deepEqual([none.asked, none.database], [['active_connections'], undefined])
})

test('a server that is away is asked once, and those who watch it are asked instead', async () => {
  const away = { success: false, error: 'Database shop: connect ECONNREFUSED' }
  const { asked, database } = await look('PostgresqlDown', {}, { active_connections: away })
  assert.deepEqual(asked, ['active_connections', 'metrics.query_range', 'logs.query'])
  assert.deepEqual([database?.connections, database?.refusals.length], [undefined, 1])
})

test('programs that complain of their database have its log read', async () => {
  const lines = [{ text: 'ERROR 503 the database system is starting up (SQLSTATE 57P03)', at: undefined }]
  const { asked } = await look('HighErrorRate', { service: 'api' }, {}, {
    logs: [{ lines }],
    described: [],
    target: { workloads: [], unowned: [] },
    pods: [],
  } as unknown as ClusterScene)
  assert.ok(asked.includes('logs.query'))
})

test('an old idle transaction makes the dead rows worth a look, and a missing table the others', async () => {
  const idle = ok(connectionsOf({ idle_in_transaction: [sessionOf(9, 900, IDLE)] }))
  const pinned = await look('HighRequestLatency', { service: 'api' }, { active_connections: idle })
  assert.equal(pinned.asked.at(-1), 'table_bloat')
  const missing = ({ table }: Record<string, unknown>): PluginResult =>
    table === undefined
      ? ok(bloatOf({ tables: [tableOf('orders', 1, 9)] }))
      : { success: false, error: `There is no table "${table}" in shop.` }
  const other = await look('PostgresqlBloat', { table: 'gone' }, { table_bloat: missing })
  assert.equal(other.database?.bloat?.thing.tables[0]?.relname, 'orders')
})

test('pods are listed only to trace a leak, in the alert’s namespace first', async () => {
  const leaking = ok(connectionsOf({ groups: [groupOf('10.0.0.1', 80), groupOf('10.0.0.2', 4)] }))
  const list = ({ namespace }: Record<string, unknown>): PluginResult =>
    ok({
      pods: namespace === '*' ? [{ name: 'api-1', namespace: 'far', podIP: '10.0.0.1', owner: 'ReplicaSet/api' }] : [],
    })
  const subject = { namespace: 'shop' }
  const { asked, database } = await look('PostgreSQLMaxConnectionsReached', subject, {
    active_connections: leaking,
    list_pods: list,
  })
  assert.deepEqual(asked.slice(-2), ['list_pods shop', 'list_pods *'])
  assert.deepEqual(
    database?.clients.map(({ namespace, name }) => `${namespace}/${name}`),
    ['far/api-1'],
  )
  const calm = await look('PostgreSQLMaxConnectionsReached', subject)
  assert.equal(
    calm.asked.some((question) => question.startsWith('list_pods')),
    false,
  )
})

test('where failing statements are logged, the programs there are listed, by the log’s labels and once', async () => {
  const line = 'ERROR POST /run 500 pq: column m.x does not exist (SQLSTATE 42703)'
  const streams = [{ labels: { namespace: 'members', app: 'renewals' }, lines: [{ at: NOW.toISOString(), line }] }]
  const deployments = [{ name: 'renewals', namespace: 'members', replicaSets: [] }]
  const answers = { 'logs.query': ok({ streams, lines_total: 1 }), list_pods: ok({ pods: [], deployments }) }
  const { asked, database } = await look('PostgresHasTooManyRollbacks', {}, answers)
  assert.equal(asked.at(-1), 'list_pods members')
  assert.equal(database?.releases[0]?.name, 'renewals')
  const known = await look('PostgresHasTooManyRollbacks', { namespace: 'members' }, answers)
  assert.equal(known.asked.includes('list_pods members'), false)
})

test('never more than nine questions', async () => {
  const idle = ok(
    connectionsOf({
      groups: [groupOf('10.0.0.1', 80), groupOf('10.0.0.2', 4)],
      idle_in_transaction: [sessionOf(9, 900, IDLE)],
    }),
  )
  const everything = 'disk and replication lag, connections, idle in transaction, slow, vacuum'
  const { asked } = await look(
    'PostgresqlEverything',
    { namespace: 'shop', text: everything },
    { active_connections: idle, list_pods: ok({ pods: [] }) },
  )
  assert.ok(asked.length <= 9, asked.join())
})

test('what the door cut from a long list is no row', async () => {
  const cut = ok(connectionsOf({ groups: [groupOf('10.0.0.1', 3)] }))
  const data = cut.data as { groups: unknown[] }
  data.groups.push('[cut: 400 of 404 items; narrow the question]')
  const { database } = await look('PostgresqlConnections', {}, { active_connections: cut })
  assert.equal(database?.connections?.thing.groups.length, 1)
})

test('a server whose log bears no namespace is heard under its job', async () => {
  const line = 'ERROR: deadlock detected'
  const streams = [{ labels: { job: 'postgres', host: 'db-1' }, lines: [{ at: NOW.toISOString(), line }] }]
  const queries: string[] = []
  const answer = ({ query }: Record<string, unknown>) => {
    queries.push(String(query))
    return ok(String(query).startsWith('{job=') ? { streams, lines_total: 1 } : { streams: [], lines_total: 0 })
  }
  const { database } = await look('PostgresqlDeadLocks', { database: 'shop' }, { 'logs.query': answer })
  assert.deepEqual(
    database?.lines.map(({ thing }) => thing.line),
    [line],
  )
  assert.equal(queries.length, 2)
})

test('where the log server is away, it is not asked a second time', async () => {
  const away: PluginResult = { success: false, error: 'The log server does not answer.' }
  const { asked } = await look('PostgresqlDeadLocks', { database: 'shop' }, { 'logs.query': away })
  assert.equal(asked.filter((one) => one === 'logs.query').length, 1)
})

test('waits of a moment are looked at once more, and the later answer counts', async () => {
  const waits = (seconds: number) => {
    const root = { ...sessionOf(101, seconds), waiters_directly: 1, waiters_in_all: 1, holds: [] }
    const waiter = { ...sessionOf(201, seconds), pid: 201, blocked_by: [101], waits_for: undefined, waitstart: null }
    return ok(locksOf({ roots: [root], waiters: [waiter] }))
  }
  const lasting = [waits(1), waits(7)]
  const { asked, database } = await look('PostgreSQLSlowQueries', {}, { lock_waits: () => lasting.shift() ?? ok({}) })
  assert.equal(asked.filter((question) => question.startsWith('lock_waits')).length, 2)
  assert.deepEqual(database?.locks?.thing.roots[0], { ...database?.locks?.thing.roots[0], xact_seconds: 7 })
  const long = await look('PostgreSQLSlowQueries', {}, { lock_waits: waits(40) })
  assert.equal(long.asked.filter((question) => question.startsWith('lock_waits')).length, 1)
})
