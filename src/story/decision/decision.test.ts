import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decision, namingWho, refusalOf, type Waiting } from './decision.ts'

const WAITING: Waiting = {
  status: 'awaiting_approval',
  proposalVersion: 1,
  proposalDigest: 'd1',
  isInTime: true,
  now: new Date(0),
}
const LATER: Waiting = { ...WAITING, proposalVersion: 2, proposalDigest: 'd2' }

const reasonFor = (word: Partial<Decision>, waiting: Waiting) => {
  const said: Decision = {
    incidentId: 'INC-20250101-001',
    decision: 'confirm',
    by: 'a',
    via: 'chat',
    comment: '',
    ...word,
  }
  return refusalOf(said, waiting)?.reason
}

const WORDS = ['confirm', 'reject', 'rediagnose', 'ignore'] as const

test('whatever is said of a plan is said of the plan that waits now', () => {
  for (const decision of WORDS)
    for (const via of ['api', 'chat'] as const) {
      assert.equal(reasonFor({ decision, via, digest: 'd1' }, WAITING), undefined)
      assert.equal(reasonFor({ decision, via, digest: 'd1' }, LATER), 'stale_digest')
      assert.equal(reasonFor({ decision, via, digest: 'd2' }, LATER), undefined)
    }
})

test('a word that names no plan counts while there has been one; later only where no plan is meant', () => {
  for (const decision of WORDS) {
    assert.equal(reasonFor({ decision }, WAITING), undefined)
    assert.equal(reasonFor({ decision }, LATER), 'digest_needed')
  }
  for (const decision of ['reject', 'rediagnose', 'ignore'] as const)
    assert.equal(reasonFor({ decision, via: 'api' }, LATER), undefined)
  assert.equal(reasonFor({ decision: 'rediagnose' }, { ...LATER, status: 'escalated' }), undefined)
})

test('of two plans either may be named, and naming none confirms neither', () => {
  const two: Waiting = { ...WAITING, proposalVersion: 2, alternativeDigest: 'd2' }
  for (const decision of WORDS)
    for (const digest of ['d1', 'd2']) assert.equal(reasonFor({ decision, digest }, two), undefined)
  assert.equal(reasonFor({ digest: 'd3' }, two), 'stale_digest')
  assert.equal(reasonFor({}, two), 'digest_needed')
})

test('after its time a plan can be refused but not confirmed, and what does not wait cannot be answered', () => {
  const late = { ...WAITING, isInTime: false }
  assert.equal(reasonFor({}, late), 'too_late')
  assert.equal(reasonFor({ decision: 'reject' }, late), undefined)
  assert.equal(reasonFor({}, { ...WAITING, status: 'executing' }), 'not_waiting')
  assert.equal(reasonFor({ decision: 'ignore' }, { ...WAITING, status: 'resolved' }), 'not_waiting')
})

test('who comes second is told who was first, and when', () => {
  const refusal = { accepted: false, reason: 'not_waiting', sentence: 'Too late.', status: 'executing' } as const
  const last = { decision: 'confirm', by: 'Mia', at: new Date('2026-01-02T03:04:05Z') } as const
  assert.equal(namingWho(refusal, last).sentence, 'Too late. Mia answered with confirm at 2026-01-02 03:04:05 UTC.')
  assert.equal(namingWho(refusal, undefined).sentence, 'Too late.')
  assert.equal(namingWho({ ...refusal, reason: 'stale_digest' }, last).sentence, 'Too late.')
})
