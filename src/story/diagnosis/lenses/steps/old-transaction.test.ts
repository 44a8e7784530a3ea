import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, figures, listing, moved, PODS, pod, sceneOf } from '../../../../../test/world/scene/mill-scene.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { lookThrough } from '../look-through.ts'
import { lensStep } from './lens-step.ts'

type Given = { working?: readonly object[]; idle?: readonly object[]; moves?: readonly object[] }

function session(pid: number, minutes: number, more: object = {}) {
  return {
    ...{ pid, leader_pid: null, datname: 'mill', usename: 'app', application_name: 'grinder', client_addr: '10.0.0.9' },
    ...{ backend_type: 'client backend', state: 'active', wait_event_type: null, wait_event: null, backend_xid: 7 },
    ...{ xact_start: at(minutes), xact_seconds: minutes * 60, query_seconds: 1, query: 'SELECT 1', ...more },
  }
}

function pidEnded({ working = [], idle = [], moves = [] }: Given): unknown {
  const slow = moved('mill_statement_seconds', { deployment: 'grinder' }, 0.1, 9)
  const plain = sceneOf([listing(PODS.map((suffix) => pod(suffix))), figures([slow, ...moves])], {})
  const thing = { longest_transactions: working, idle_in_transaction: idle }
  const database = { database: 'mill', connections: { thing, exhibit: exhibit('C8', 'active_connections', thing) } }
  const scene = { ...plain, database: database as unknown as DatabaseScene }
  const step = lensStep(scene, lookThrough(scene), { isAcquitted: () => false, replicaChangeMax: 0.5 })
  return step?.action.plugin === 'terminate_query' ? step.action.parameters.pid : undefined
}

const WAITING = [1, 2, 3, 4].map((pid) => session(pid, 0, { wait_event_type: 'LWLock', wait_event: 'WALWrite' }))

test('the one transaction that is open since it began is ended where all others wait for one thing of the server', () => {
  assert.equal(pidEnded({ working: [session(77, 18), ...WAITING] }), 77)
  assert.equal(pidEnded({ working: [session(77, 18)] }), undefined, 'nobody waits')
  assert.equal(pidEnded({ working: [session(77, 300), ...WAITING] }), undefined, 'it was open long before')
  assert.equal(pidEnded({ working: [session(77, 18), session(78, 12), ...WAITING] }), undefined, 'there are two')
  const dump = session(77, 18, { application_name: 'pg_dump' })
  assert.equal(pidEnded({ working: [dump, ...WAITING] }), undefined, 'it looks after the server')
  const index = session(77, 18, { query: 'CREATE INDEX CONCURRENTLY ON sacks (miller)' })
  assert.equal(pidEnded({ working: [index, ...WAITING] }), undefined, 'so does that')
})

test('one that does nothing is ended where it holds rows of what has moved', () => {
  const query = 'SELECT * FROM flour_orders FOR UPDATE'
  const editor = session(77, 17, { state: 'idle in transaction', query })
  const stuck = moved('flour_orders_oldest_seconds', {}, 9, 4000)
  assert.equal(pidEnded({ idle: [editor], moves: [stuck] }), 77)
  assert.equal(pidEnded({ idle: [editor] }), undefined, 'nothing is about its table')
  const reader = { ...editor, backend_xid: null, query: 'SELECT * FROM flour_orders' }
  assert.equal(pidEnded({ idle: [reader], moves: [stuck] }), undefined, 'it holds no rows')
})
