import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  groupOf,
  locksOf,
  type Pictured,
  pictureDatabase,
  queriesOf,
  replicationOf,
  sessionOf,
} from '../../../../test/world/scene/database-scene.ts'
import { DATABASE_ANALYZERS } from './database-analyzers.ts'

const REPORT = sessionOf(8841, 2820, { query: 'SELECT * FROM orders' })

function allOf(pictured: Pictured) {
  const scene = pictureDatabase({ queries: queriesOf({ running: [REPORT] }), locks: locksOf(), ...pictured })
  return DATABASE_ANALYZERS.flatMap((analyze) => analyze(scene))
}

test('a runaway is ended where the alert complains of what it does', () => {
  assert.deepEqual(
    allOf({ alert: 'PostgresHighCPU' }).map(({ kind, actions }) => [kind, actions.length]),
    [['runaway_query', 1]],
  )
})

test('what does not explain the alert is told, and nobody is ended for it', () => {
  const [finding] = allOf({ alert: 'PostgresqlReplicationLag' })
  assert.deepEqual([finding?.kind, finding?.weight, finding?.actions], ['runaway_query', 'context', []])
  assert.match(finding?.noActionReason ?? '', /^What was seen of pid 8841 does not explain the alert/)
})

test('what was seen on a server the alert does not name is doubted and never acted on', () => {
  const [finding] = allOf({ alert: 'PostgresHighCPU', unknownName: 'billing' })
  assert.match(finding?.statement ?? '', /database billing, which is none of those looked after; this was seen in shop/)
  assert.ok((finding?.confidence ?? 1) <= 0.4)
  assert.deepEqual(finding?.actions, [])
})

test('where no database was looked at, none of them speaks', () => {
  const { database: _, ...scene } = pictureDatabase({ alert: 'PostgresHighCPU' })
  assert.deepEqual(
    DATABASE_ANALYZERS.flatMap((analyze) => analyze(scene)),
    [],
  )
})

test('that nothing stands out is not said beside what does', () => {
  const slots = [
    { slot_name: 'cdc', slot_type: 'logical', active: false, wal_kept_bytes: 60e9, wal_status: 'extended' },
  ]
  const calm = { queries: queriesOf(), alert: 'PostgresDiskFilling' }
  const kinds = (pictured: Pictured) => allOf(pictured).map(({ kind }) => kind)
  assert.deepEqual(kinds({ ...calm, replication: replicationOf({ slots }) }), ['orphan_slot'])
  assert.deepEqual(kinds(calm), ['database_unremarkable'])
})

test('a fault that nothing ties to the alert is told as such, and nobody is ended for it', () => {
  const [finding] = allOf({ alert: 'HostHighCpuLoad', concern: 'possible' })
  assert.match(
    finding?.statement ?? '',
    /^The alert does not speak of database shop, and nothing that was seen ties the two\. pid 8841 /,
  )
  assert.deepEqual([finding?.actions, finding?.confidence, finding?.weight], [[], 0.4, 'symptom'])
  assert.equal(finding?.against, 'nothing ties it to the alert')
})

test('sessions that bear the name of the alert’s program tie the two', () => {
  const connections = connectionsOf({ groups: [groupOf('10.0.0.1', 9, { application_name: 'Checkout API' })] })
  const tied = { alert: 'HostHighCpuLoad', concern: 'possible', connections } as const
  const [finding] = allOf({ ...tied, subject: { service: 'checkout-api' } })
  assert.doesNotMatch(finding?.statement ?? '', /nothing that was seen ties/)
  const [other] = allOf({ ...tied, subject: { service: 'mailer' } })
  assert.match(other?.statement ?? '', /nothing that was seen ties/)
})

test('that a database is quiet is no all-clear for what it has no part in', () => {
  const quiet = { queries: queriesOf(), alert: 'HighErrorRate', concern: 'possible' } as const
  for (const { situation, confidence } of allOf(quiet))
    assert.deepEqual([situation, confidence <= 0.4], ['unclear', true])
})

const CALM = { queries: queriesOf(), locks: locksOf(), connections: connectionsOf() }

test('of another server, by its host or its maker, a fault here is no cause and that all is well no all-clear', () => {
  const others: Pictured[] = [
    { alert: 'PostgresHighCPU', labels: { instance: 'reporting-db:9187' } },
    { alert: 'PostgresHighCPU', labels: { host: 'pg-eu-3', datname: 'postgres' } },
    { alert: 'DatabaseCpuHigh', text: 'MySQL burns its processor' },
    { alert: 'DatabaseCpuHigh', labels: { engine: 'mysql' } },
  ]
  for (const other of others)
    for (const { confidence, actions, statement } of allOf(other)) {
      assert.deepEqual([confidence, actions], [0.4, []])
      assert.match(statement, /The alert speaks of (reporting-db|pg-eu-3|MySQL)/)
    }
  for (const other of others)
    assert.deepEqual(allOf({ ...CALM, ...other, alert: 'TooManyConnections', concern: 'own' }).filter(isAllClear), [])
})

test('a server is its own by any of its names, and a maker is ours where anything says PostgreSQL', () => {
  const ours: Pictured[] = [
    { labels: { instance: 'shop-db-0:9187' }, subject: { instance: 'shop-db-0:9187' } },
    { labels: { instance: '10.0.0.7:9187' } },
    { labels: { instance: 'postgres-exporter:9187' } },
    { labels: { host: 'pg-eu-3.example.com' }, connections: connectionsOf({ host: 'pg-eu-3.example.com' }) },
    { text: 'PostgreSQL has been slow since it left MySQL' },
  ]
  for (const one of ours) {
    const [finding] = allOf({ alert: 'PostgresHighCPU', ...one })
    assert.match(finding?.statement ?? '', /^pid 8841 (?!.*The alert speaks of)/)
  }
})

test('that nothing is wrong says with which database', () => {
  const calm = { ...CALM, alert: 'PostgresConnectionsHigh', labels: { datname: 'shop' } }
  const [well] = allOf(calm).filter(isAllClear)
  assert.match(well?.statement ?? '', /normal use\. The database looked at is shop\.$/)
  const [far] = allOf({ ...calm, connections: connectionsOf({ host: 'db.example.com' }) }).filter(isAllClear)
  assert.match(far?.statement ?? '', /The database looked at is shop on db\.example\.com\.$/)
})

function isAllClear({ situation }: { situation: string }): boolean {
  return situation === 'recovered' || situation === 'works_as_designed'
}
