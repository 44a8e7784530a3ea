import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveUpStep, judgeRetry, type RetryFacts } from './retry.ts'

const DIAGNOSIS: RetryFacts = {
  kind: 'diagnose',
  state: 'given_up',
  incidentStatus: 'escalated',
  leftAt: 'diagnosing',
  isLatest: true,
  isPlanInForce: false,
  isApprovalFresh: false,
  isHeld: false,
}
const EXECUTION: RetryFacts = {
  ...DIAGNOSIS,
  kind: 'execute',
  leftAt: 'executing',
  isPlanInForce: true,
  isApprovalFresh: true,
}

test('what was given up goes back to where it was', () => {
  assert.deepEqual(judgeRetry(DIAGNOSIS), { to: 'diagnosing' })
  assert.deepEqual(judgeRetry(EXECUTION), { to: 'executing' })
  assert.deepEqual(judgeRetry({ ...EXECUTION, leftAt: 'verifying' }), { to: 'verifying' })
})

test('a plan that was confirmed long ago is not carried out, but what was done is verified at any time', () => {
  const late = { ...EXECUTION, isApprovalFresh: false }
  assert.equal(reasonOf(late), 'approval_too_old')
  assert.deepEqual(judgeRetry({ ...late, leftAt: 'verifying' }), { to: 'verifying' })
})

test('each thing that forbids it is told by its own reason', () => {
  assert.equal(reasonOf({ ...DIAGNOSIS, state: 'running' }), 'not_given_up')
  assert.equal(reasonOf({ ...DIAGNOSIS, state: 'finished' }), 'not_given_up')
  assert.equal(reasonOf({ ...DIAGNOSIS, incidentStatus: 'resolved' }), 'incident_moved')
  assert.equal(reasonOf({ ...DIAGNOSIS, isLatest: false }), 'replaced')
  assert.equal(reasonOf({ ...EXECUTION, isPlanInForce: false }), 'plan_replaced')
  assert.equal(reasonOf({ ...EXECUTION, isHeld: true }), 'held')
  for (const leftAt of [false, true, undefined])
    assert.equal(reasonOf({ ...EXECUTION, leftAt }), 'incident_moved', String(leftAt))
})

test('a held service still diagnoses', () => {
  assert.deepEqual(judgeRetry({ ...DIAGNOSIS, isHeld: true }), { to: 'diagnosing' })
})

test('every round that is given up has a step of its own', () => {
  assert.deepEqual([giveUpStep(0), giveUpStep(1), giveUpStep(2)], ['give_up', 'give_up 2', 'give_up 3'])
})

function reasonOf(facts: RetryFacts): string {
  const verdict = judgeRetry(facts)
  return 'refusal' in verdict ? verdict.refusal.reason : 'none'
}
