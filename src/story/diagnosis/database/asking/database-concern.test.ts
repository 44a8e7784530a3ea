import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EnvironmentMap } from '../../../../guidance/environment/environment-map.ts'
import type { Subject } from '../../subject.ts'
import { databaseConcern, isAboutDatabase, isOnlySpokenOf, namesProgram } from './database-concern.ts'

const NOWHERE: EnvironmentMap = {
  cluster: undefined,
  services: [],
  databases: [],
  middleware: [],
  commonIssues: [],
  alertDefinitions: [],
  notes: [],
}

function subjectOf(alertName: string, more: Partial<Subject> = {}): Subject {
  return {
    alertName,
    labels: {},
    text: '',
    severityWord: '',
    startedAt: undefined,
    isResolved: false,
    fromText: [],
    ...more,
  }
}

const concernOf = (subject: Subject, environment = NOWHERE) => databaseConcern(subject, environment)

test('an alert about a database is its own matter, in whatever words it says so', () => {
  for (const subject of [
    subjectOf('PostgresqlDown'),
    subjectOf('pg connections warning'),
    subjectOf('db cpu'),
    subjectOf('DatabaseConnectionsWarning'),
    subjectOf('HighRequestLatency', { labels: { datname: 'shop' } }),
    subjectOf('Bloat', { table: 'orders' }),
    subjectOf('TargetDown', { labels: { job: 'postgres-exporter' } }),
    subjectOf('HostHighCpuLoad', { instance: 'shop-db:9100' }),
    subjectOf('metering-db: CPU 98%', { text: 'metering-db: CPU 98% and temp files growing' }),
    subjectOf('slow', { text: 'the orders database is slow' }),
  ])
    assert.equal(concernOf(subject), 'own', subject.alertName)
})

test('so is one that says so in Chinese', () => {
  for (const said of ['数据库里有人锁表，很多会话在等锁', '数据库锁住了', '频繁死锁', '主从延迟过大', '有慢查询'])
    assert.equal(concernOf(subjectOf(said, { text: said })), 'own', said)
  for (const said of ['MySQL 数据库锁住了', '机房空调异常'])
    assert.equal(concernOf(subjectOf(said, { text: said })), undefined, said)
  assert.equal(concernOf(subjectOf('下单接口超时', { text: '下单接口超时' })), 'possible')
})

test('a host people told us of is a database whatever it is called', () => {
  const databases = [{ name: 'main', type: 'postgresql', host: 'haystack:5432', databases: ['shop'] }]
  const subject = subjectOf('HostHighCpuLoad', { instance: 'haystack:9100' })
  assert.equal(isAboutDatabase(subject, { ...NOWHERE, databases }), true)
  assert.equal(isAboutDatabase(subject, NOWHERE), false)
})

test('a service that depends on a database is looked at there too', () => {
  const service = { name: 'checkout', namespace: 'shop', description: '', team: '', oncall: '', dependencies: ['main'] }
  const databases = [{ name: 'main', type: 'postgres', host: '', databases: ['shop'] }]
  const subject = subjectOf('SomethingOdd', { service: 'checkout', namespace: 'shop' })
  assert.equal(concernOf(subject, { ...NOWHERE, services: [service], databases }), 'dependency')
  const redis = [{ name: 'main', type: 'redis', host: '', databases: [] }]
  assert.equal(concernOf(subject, { ...NOWHERE, services: [service], databases: redis }), undefined)
})

test('what a service suffers may come from a database', () => {
  assert.equal(
    concernOf(subjectOf('HighRequestLatency', { service: 'api', workload: { kind: 'Deployment', name: 'api' } })),
    'possible',
  )
  assert.equal(concernOf(subjectOf('HighErrorRate', { service: 'api' })), 'possible')
  assert.equal(concernOf(subjectOf('high load on everything', { text: 'CPU above 90%' })), 'possible')
})

test('pods, nodes and databases of other makers are not looked for in PostgreSQL', () => {
  for (const subject of [
    subjectOf('KubePodCrashLooping', { pod: 'api-1', text: 'Pod api-1 restarts' }),
    subjectOf('CPUThrottlingHigh', { pod: 'api-1' }),
    subjectOf('NodeFilesystemAlmostOutOfSpace', { node: 'worker-1', instance: 'worker-1:9100' }),
    subjectOf('MySQLSlowQueries', { text: 'slow queries in the database' }),
    subjectOf('RedisDown', { text: 'redis is down' }),
    subjectOf('Watchdog'),
  ])
    assert.equal(concernOf(subject), undefined, subject.alertName)
})

test('a pod, a claim or a disk that bears a database’s name may concern it', () => {
  assert.equal(concernOf(subjectOf('KubePodCrashLooping', { pod: 'shop-db-0' })), 'possible')
  assert.equal(concernOf(subjectOf('KubePersistentVolumeFillingUp', { claim: 'data-postgres-0' })), 'possible')
  assert.equal(
    concernOf(subjectOf('NodeFilesystemAlmostOutOfSpace', { labels: { mountpoint: '/var/lib/postgresql' } })),
    'possible',
  )
})

test('a sentence about a database is a hint: it does not outweigh whom the labels name', () => {
  const text = 'Users DB may be slow, check postgres first'
  const hinted = [
    subjectOf('Login success rate low', { service: 'auth', text }),
    subjectOf('Logins fail', {
      namespace: 'identity',
      text: 'see the sessions table',
      table: 'sessions',
      fromText: ['table'],
    }),
    subjectOf('claims-api exceeded its deadline. FYI claims-db failed over', {
      workload: { kind: 'Deployment', name: 'claims-api' },
      fromText: ['workload'],
    }),
  ]
  for (const subject of hinted) {
    assert.equal(isAboutDatabase(subject, NOWHERE), false, subject.alertName)
    assert.equal(concernOf(subject), 'spoken', subject.alertName)
  }
})

test('a label or the alert’s own name that says database still counts, whatever else is named', () => {
  for (const subject of [
    subjectOf('PostgresSlow', { labels: { alertname: 'PostgresSlow' }, service: 'auth' }),
    subjectOf('Slow', { service: 'orders-db' }),
    subjectOf('Slow', { namespace: 'shop', table: 'orders' }),
    subjectOf('Sessions wait for locks in the shop database', {
      text: 'Sessions wait',
      service: 'cart',
      fromText: ['service'],
    }),
  ])
    assert.equal(concernOf(subject), 'own', subject.alertName)
})

test('an alert about a database may name a program too; the database and its exporter are none', () => {
  assert.equal(namesProgram(subjectOf('DatabaseErrors', { service: 'auth' })), true)
  assert.equal(namesProgram(subjectOf('DatabaseErrors', { workload: { kind: 'Deployment', name: 'auth' } })), true)
  assert.equal(namesProgram(subjectOf('DatabaseErrors', { service: 'auth', fromText: ['service'] })), false)
  for (const service of ['auth-db', 'postgres-exporter', 'prometheus-postgres'])
    assert.equal(namesProgram(subjectOf('DatabaseErrors', { service })), false, service)
})

test('mere words about a database are told from a label or a name that says so', () => {
  assert.equal(isOnlySpokenOf(subjectOf('auth fails, postgres may be slow'), NOWHERE), true)
  assert.equal(isOnlySpokenOf(subjectOf('Slow', { labels: { datname: 'shop' } }), NOWHERE), false)
  assert.equal(isOnlySpokenOf(subjectOf('auth fails, postgres may be slow', { service: 'auth' }), NOWHERE), false)
})
