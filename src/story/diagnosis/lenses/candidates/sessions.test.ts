import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, figures, listing, moved, pod, said, sceneOf } from '../../../../../test/world/scene/mill-scene.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { lookThrough } from '../look-through.ts'
import { sessionCandidates } from './sessions.ts'
import { weighedCandidates } from './weighed-steps.ts'

const SESSION = {
  ...{ pid: 77, leader_pid: null, datname: 'mill', usename: 'anna', application_name: 'psql', client_addr: '10.0.0.9' },
  ...{ backend_type: 'client backend', state: 'idle in transaction', wait_event_type: null, wait_event: null },
  ...{ xact_start: at(14), xact_seconds: 840, query_seconds: 840, query: 'select * from sacks' },
}

function candidates(list: string, session: object, concern = 'own', lines: readonly string[] = [], notes = '') {
  const shown = exhibit('C9', 'active_connections', { database: 'mill', [list]: [{ ...SESSION, ...session }] })
  const spoken = lines.map((line, index) => ({ ...said('bcdfg', line), id: `C2${index}` }))
  const scene = sceneOf([listing([pod('bcdfg')]), shown, ...spoken], {}, notes)
  const database = { database: 'mill', concern, topics: new Set(), statistics: [] } as unknown as DatabaseScene
  const whole = { ...scene, database }
  return sessionCandidates(whole, lookThrough(whole)).map(({ action }) => action.parameters.pid)
}

test('a session that stands in nobody’s way is not ended, however long it has been open', () => {
  assert.deepEqual(candidates('idle_in_transaction', {}), [])
  assert.deepEqual(candidates('snapshot_holders', {}), [77], 'it keeps old rows')
  assert.deepEqual(
    candidates('longest_transactions', { state: 'active', xact_seconds: 90_000, query_seconds: 90_000 }),
    [],
  )
})

test('old rows that a session keeps are no reason of a machine’s trouble', () => {
  const shown = exhibit('C9', 'active_connections', { database: 'mill', snapshot_holders: [SESSION] })
  const database = { database: 'mill', concern: 'own', topics: new Set(), statistics: [] } as unknown as DatabaseScene
  const pids = (alertName: string) => {
    const whole = { ...sceneOf([shown], { alertName }), database }
    return sessionCandidates(whole, lookThrough(whole)).map(({ action }) => action.parameters.pid)
  }
  assert.deepEqual(['Slow', 'HostCpuHigh'].map(pids), [[77], []])
})

test('words tie no session to an alert whose database is only supposed', () => {
  const active = { state: 'active' }
  const lines = ['ERROR sacks are late', 'hello :5432 psycopg']
  assert.deepEqual(candidates('longest_transactions', active, 'own', lines), [77])
  assert.deepEqual(candidates('longest_transactions', active, 'possible', lines), [])
  const notes = 'The grinder counts its sacks in the database mill.'
  assert.deepEqual(candidates('longest_transactions', active, 'possible', lines, notes), [77], 'people wrote of it')
})

test('an old session that a log names by its number, and that waits for nobody, is likely at fault', () => {
  const chance = (line: string, list = 'idle_in_transaction') => {
    const long = { xact_start: at(1140), xact_seconds: 68_400, query_seconds: 68_400 }
    const session = { ...SESSION, ...long, application_name: 'sacks' }
    const elder = { ...session, pid: 78, xact_seconds: 68_500, query: 'select 1' }
    const shown = exhibit('C9', 'active_connections', { database: 'mill', [list]: [session, elder] })
    const database = { database: 'mill', concern: 'own', topics: new Set(), statistics: [] } as unknown as DatabaseScene
    const whole = { ...sceneOf([shown, said('bcdfg', line)], {}), database }
    const heard = { isAcquitted: () => false, replicaChangeMax: 0.5 }
    return (
      weighedCandidates({ scene: whole, seen: lookThrough(whole), heard }).find(
        ({ candidate }) => candidate.action.parameters.pid === 77,
      )?.chance ?? 0
    )
  }
  assert.ok(chance('WARN the queue is full until the process with PID 77 ends') >= 0.6)
  assert.ok(chance('WARN the queue is full') < 0.6)
  assert.ok(chance('WARN the queue is full until the process with PID 77 ends', 'waiters') < 0.6)
})

test('figures of the session, or of its database alone, tie it to the alert', () => {
  const active = { ...SESSION, state: 'active' }
  const shown = exhibit('C9', 'active_connections', { database: 'mill', longest_transactions: [active] })
  const database = { database: 'mill', concern: 'possible', topics: new Set(), statistics: [] } as unknown
  const pids = (...labels: readonly object[]) => {
    const moves = labels.map((one) => moved('pg_temp_bytes', one, 1, 4000))
    const whole = {
      ...sceneOf([listing([pod('bcdfg')]), shown, figures(moves)], {}),
      database: database as DatabaseScene,
    }
    return sessionCandidates(whole, lookThrough(whole)).map(({ action }) => action.parameters.pid)
  }
  assert.deepEqual(pids({ datname: 'mill' }), [77])
  assert.deepEqual(pids({ datname: 'mill' }, { datname: 'bakery' }), [], 'both moved')
  assert.deepEqual(pids({ datname: 'mill', pid: '77' }), [77])
  assert.deepEqual(pids({ datname: 'mill', pid: '78' }), [], 'somebody else’s')
})

test('no session is ended for an alert that names another server', () => {
  const waited = { blocks: 3 }
  const shown = exhibit('C9', 'active_connections', { database: 'mill', snapshot_holders: [{ ...SESSION, ...waited }] })
  const scene = sceneOf([shown], {})
  const database = { database: 'mill', concern: 'own', topics: new Set(), statistics: [], figures: [] }
  const pids = (labels: Record<string, string>) => {
    const whole = { ...scene, database: database as unknown as DatabaseScene, subject: { ...scene.subject, labels } }
    return sessionCandidates(whole, lookThrough(whole)).map(({ action }) => action.parameters.pid)
  }
  assert.deepEqual(pids({ datname: 'mill', instance: 'mill-db:9187' }), [77])
  assert.deepEqual(pids({ instance: 'reporting-db:9187' }), [])
  assert.deepEqual(pids({ engine: 'mysql' }), [])
})

test('who was at work long before the trouble is let be where another began his work with it', () => {
  const active = { ...SESSION, state: 'active', query: 'insert into flour select * from sacks' }
  const older = { ...active, pid: 12, xact_seconds: 7200, query_seconds: 5400 }
  const younger = { ...active, pid: 77, xact_seconds: 840, query_seconds: 840 }
  const database = { database: 'mill', concern: 'own', topics: new Set(), statistics: [] } as unknown as DatabaseScene
  const pids = (...sessions: object[]) => {
    const shown = exhibit('C9', 'active_connections', { database: 'mill', snapshot_holders: sessions })
    const slow = figures([moved('pg_temp_bytes', { datname: 'mill' }, 1, 4000, { at: at(14) })])
    const whole = { ...sceneOf([listing([pod('bcdfg')]), shown, slow], {}), database }
    return sessionCandidates(whole, lookThrough(whole)).map(({ action }) => action.parameters.pid)
  }
  assert.deepEqual(pids(older, younger), [77])
  assert.deepEqual(pids(older), [12])
})
