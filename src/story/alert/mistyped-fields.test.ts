import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../problem.ts'
import { refuseMistyped } from './mistyped-fields.ts'

function refused(body: unknown): string[] {
  try {
    refuseMistyped(body)
  } catch (error) {
    assert.ok(error instanceof Problem)
    return error.details.map(({ field }) => field)
  }
  return []
}

test('all fields of a wrong type are named at once', () => {
  const all = { message: 1, sender_id: 2, chat_id: {}, timestamp: [], metadata: 'x' }
  assert.deepEqual(refused(all), ['message', 'sender_id', 'chat_id', 'timestamp', 'metadata'])
  assert.deepEqual(refused({ message: 'x', metadata: [] }), ['metadata'])
})

test('what is absent, null or read by nobody is no mistake', () => {
  const none = { message: 'x', sender_id: null, metadata: null }
  for (const body of [{}, none, { alerts: [], message: 5 }, [], null, 'x']) assert.deepEqual(refused(body), [])
})
