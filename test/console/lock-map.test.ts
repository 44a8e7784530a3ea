import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOutMap } from '../../console/src/pages/incident/map/lay-out-map.ts'
import { lockMapOf } from '../../console/src/pages/incident/map/lock-map.ts'

type Given = Parameters<typeof lockMapOf>[0]

function seen(conclusion: string, waiters: readonly object[]): Given {
  const roots = [{ pid: 7, application_name: 'migration' }]
  const data = {
    tool: 'lock_waits',
    by: 'analysis',
    result: { success: true, data: { database: 'shop', roots, waiters } },
  }
  return { events: [{ type: 'tool_call', data }], diagnosis: { conclusion } } as unknown as Given
}

const WAITERS = [8, 9, 10, 11, 12].map((pid) => ({ pid, application_name: null, blocked_by: [pid === 9 ? 8 : 7] }))

test('a session that others wait for is drawn with them and their database', () => {
  const map = lockMapOf(seen('pid 7 (migration) is idle in transaction.', WAITERS))
  assert.deepEqual(
    map?.ties.map(({ from, tie, to }) => `${from} ${tie} ${to}`),
    [
      'pid 7 migration blocks pid 8',
      'pid 8 blocks pid 9',
      'pid 7 migration blocks pid 10',
      'pid 7 migration blocks 2 more sessions',
      'pid 8 reads database shop',
      'pid 9 reads database shop',
      'pid 10 reads database shop',
      '2 more sessions reads database shop',
    ],
  )
  assert.equal(map && layOutMap(map).ties.length, map?.ties.length)
})

test('nothing is drawn where the conclusion names no such session, or nobody waits', () => {
  assert.equal(lockMapOf(seen('pid 70 is idle.', WAITERS)), undefined)
  assert.equal(lockMapOf(seen('pid 7 is idle.', [])), undefined)
})
