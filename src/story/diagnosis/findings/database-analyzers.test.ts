import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
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
  assert.match(finding?.noActionReason ?? '', /does not explain the alert/)
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
