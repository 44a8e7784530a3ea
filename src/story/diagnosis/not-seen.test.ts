import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import { notSeen } from './conclude.ts'
import type { Scene } from './scene.ts'

const UNKNOWN = 'No database to look after is known. Set TARGET_DATABASES, as in shop=postgresql://….'

function notSeenFor(text: string, line = '') {
  const result = { success: false, error: UNKNOWN }
  const exhibits = [{ id: 'C1', plugin: 'active_connections', parameters: {}, result }]
  const subject = { alertName: 'HighErrorRate', labels: {}, text, service: 'web', namespace: 'shop', fromText: [] }
  const cluster = { logs: [{ lines: [{ text: line }] }] }
  return notSeen({ exhibits, subject, cluster, environment: readEnvironment('{}') } as unknown as Scene)
}

test('that no database is known is told only where one is in question', () => {
  assert.deepEqual(notSeenFor('5 % of requests fail'), [])
  assert.deepEqual(notSeenFor('5 % of requests fail, check postgres'), [`active_connections: ${UNKNOWN}`])
  assert.deepEqual(notSeenFor('5 % of requests fail', 'pq: the database system is starting up').length, 1)
})
