import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Check } from '../../plugins/plugin.ts'
import type { FaultName } from '../incident/diagnosis.ts'
import type { RuleNow, VerificationReport } from '../incident/execution.ts'
import type { ProposalDocument } from '../incident/proposal.ts'
import { verifyOutcome } from './verify-outcome.ts'

const NOW = new Date('2026-01-01T09:00:00Z')
const FAULT = { kind: 'image_pull', object: 'shop/api', statement: 'The image is not there.' } as unknown as FaultName
const PLAN = { actions: [{ plugin: 'act', parameters: {}, preconditions: {} }] } as unknown as ProposalDocument

const FIRES: RuleNow = { state: 'fires', value: '0.6421', bound: '> 0.1' }

type World = {
  check?: Check['state'] | 'silent' | 'none'
  faults?: FaultName[]
  later?: FaultName[] | 'cleared'
  unread?: FaultName[]
  rule?: RuleNow
}

/** Its patience is over at once, so that what is not yet there is judged. */
function verify({ check = 'holds', faults = [], later = [], unread = [], rule }: World): Promise<VerificationReport> {
  const said: Check = {
    state: 'holds',
    text: 'It is.',
    before: '1',
    after: '2',
    basis: 'generation 2',
    otherwise: 'A 1.',
  }
  const door = {
    verify: async () => {
      if (check === 'silent') throw new Error('No answer.')
      return check === 'none' ? undefined : { ...said, state: check }
    },
  }
  return verifyOutcome(
    { door, clock: { now: () => NOW }, pause: async () => {} },
    {
      plan: PLAN,
      reports: [],
      faults,
      lookAgain: async () => (later === 'cleared' ? undefined : { faults: later, unread, rule }),
      startedAt: NOW,
      patienceSeconds: 0,
      signal: new AbortController().signal,
    },
  )
}

const VERDICTS: Record<string, [World, outcome: string, basis: RegExp]> = {
  'the action took': [{ check: 'holds' }, 'resolved', /^generation 2$/],
  'the action did not take': [{ check: 'fails' }, 'no_effect', /^generation 2$/],
  'the action is still under way': [{ check: 'not_yet' }, 'no_effect', /^generation 2$/],
  'the action made it worse': [{ check: 'worse' }, 'worse', /^generation 2$/],
  'the target does not answer': [{ check: 'silent' }, 'no_effect', /the target gave no answer/],
  'the fault is gone': [{ check: 'none', faults: [FAULT] }, 'resolved', /asked again on the live system/],
  'the fault is still there': [
    { check: 'none', faults: [FAULT], later: [FAULT] },
    'no_effect',
    /asked again on the live system/,
  ],
  'the alert cleared meanwhile': [
    { check: 'none', faults: [FAULT], later: 'cleared' },
    'resolved',
    /word of the source/,
  ],
  'the alert cleared and nothing else could tell': [
    { check: 'none', later: 'cleared' },
    'resolved',
    /word of the source/,
  ],
}

for (const [name, [world, outcome, basis]] of Object.entries(VERDICTS))
  test(`a verdict carries what was compared, when, and what would have been seen: ${name}`, async () => {
    const report = await verify(world)
    assert.equal(report.outcome, outcome)
    assert.ok(report.checks.length > 0)
    for (const check of report.checks) {
      assert.match(check.basis ?? '', basis)
      assert.notEqual(check.otherwise ?? '', '')
      assert.equal(check.at, NOW.toISOString())
    }
  })

test('where nothing could tell, the verdict says why', async () => {
  const { outcome, sentence } = await verify({ check: 'none' })
  assert.equal(outcome, 'unclear')
  assert.match(sentence, /no sign of its own, and no fault was proved before/)
})

test('a fault that was not looked at again is said to be so, and neither holds nor fails the verdict', async () => {
  const { outcome, sentence, checks } = await verify({ faults: [FAULT], unread: [FAULT] })
  assert.equal(outcome, 'resolved')
  assert.equal(sentence, 'It is. Not looked at again: The image is not there.')
  assert.deepEqual(
    checks.map(({ text }) => text),
    ['It is.'],
  )
})

test('where none of the faults was looked at again and nothing else can tell, the verdict is unclear', async () => {
  const { outcome, sentence, checks } = await verify({ check: 'none', faults: [FAULT], unread: [FAULT] })
  assert.equal(outcome, 'unclear')
  assert.equal(sentence, 'Not looked at again: The image is not there.')
  assert.deepEqual(checks, [])
})

test('a fault that is seen again is still there, whichever question showed it', async () => {
  const { outcome } = await verify({ faults: [FAULT], later: [FAULT], unread: [FAULT] })
  assert.equal(outcome, 'no_effect')
})

test('where no fault was proved, a step that took has not helped while the rule of the alert fires', async () => {
  const { outcome, sentence, checks } = await verify({ rule: FIRES })
  assert.equal(outcome, 'unclear')
  assert.equal(sentence, 'It is. What the alert measures still stands at 0.642, where it fires (> 0.1).')
  assert.deepEqual(checks.at(-1)?.holds, false)
})

test('nor where what the alert measures could not be read again', async () => {
  const { outcome, sentence, checks } = await verify({ rule: { state: 'unread' } })
  assert.deepEqual([outcome, sentence], ['unclear', 'It is. What the alert measures could not be read again.'])
  assert.equal(checks.length, 1)
})

test('it helped where the figure has come back', async () => {
  const { outcome, sentence, checks } = await verify({ rule: { ...FIRES, state: 'quiet', value: '0.02' } })
  assert.equal(outcome, 'resolved')
  assert.equal(sentence, 'It is. What the alert measures stands at 0.02; it fires at > 0.1.')
  assert.deepEqual([checks.at(-1)?.after, checks.at(-1)?.holds], ['0.02', true])
})

test('that a rule no longer fires proves nothing by itself', async () => {
  assert.equal((await verify({ check: 'none', rule: { state: 'quiet' } })).outcome, 'unclear')
})

test('where a fault was proved and is gone, a rule that still fires is told and not held against the plan', async () => {
  const { outcome, sentence } = await verify({ rule: { state: 'fires' }, faults: [FAULT] })
  assert.equal(outcome, 'resolved')
  assert.match(sentence, /The alert's own rule still fires\.$/)
})
