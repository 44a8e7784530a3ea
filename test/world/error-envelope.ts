import assert from 'node:assert/strict'
import { type ProblemCode, STATUS_BY_CODE } from '../../src/problem.ts'

/** One of the seven codes with its own status, in the error envelope and nothing beside it; answers the code. */
export function assertErrorEnvelope({ status, text }: { status: number; text: string }): ProblemCode {
  const body = JSON.parse(text) as { success: unknown; error: Record<string, unknown> }
  assert.deepEqual(Object.keys(body), ['success', 'error'], text)
  assert.equal(body.success, false)
  const { code, message, details, ...others } = body.error
  assert.ok(typeof code === 'string' && Object.hasOwn(STATUS_BY_CODE, code), text)
  assert.equal(status, STATUS_BY_CODE[code as ProblemCode], text)
  assert.ok(typeof message === 'string' && message !== '', text)
  assert.deepEqual(others, {})
  if (details !== undefined) assertDetails(details)
  assert.doesNotMatch(text, /\bat .*\.(ts|js):\d+|node_modules|node:internal/, 'a stack has leaked')
  return code as ProblemCode
}

function assertDetails(details: unknown): void {
  assert.ok(Array.isArray(details) && details.length > 0)
  for (const detail of details) {
    assert.deepEqual(Object.keys(detail), ['field', 'message'])
    assert.ok(typeof detail.field === 'string' && typeof detail.message === 'string')
  }
}
