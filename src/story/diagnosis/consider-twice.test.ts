import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DiagnosisOutcome } from '../incident/diagnosis.ts'
import type { NewEvent } from '../incident/incident-event.ts'
import type { ProposalDraft } from '../incident/proposal.ts'
import type { ClearedStep } from '../incident/wanted-step.ts'
import { type Consider, considerTwice } from './consider-twice.ts'

const step = (name: string) =>
  [{ plugin: 'restart_pod', parameters: { pod_name: name }, why: '' }] as unknown as ClearedStep[]

const outcome = {
  diagnosis: {
    ...{ conclusion: 'It is web.', confidence: 0.9, source: 'model', keyFindings: [{ text: 'web', evidence: [] }] },
    otherView: { conclusion: 'It is db.', confidence: 0.8, source: 'analysis', keyFindings: [] },
  },
  wanted: step('web-0'),
  alternative: step('db-0'),
} as unknown as DiagnosisOutcome

/** Policy lets through only these. */
const policy =
  (...allowed: string[]): Consider =>
  async ({ wanted: [first], diagnosis: { conclusion } }) => {
    const name = String(first?.parameters.pod_name)
    return allowed.includes(name)
      ? { draft: { description: conclusion } as ProposalDraft }
      : {
          refusals: [
            { plugin: 'restart_pod', parameters: { pod_name: name }, reason: 'quota', sentence: `not ${name}.` },
          ],
        }
  }

async function consider(by: Consider, reconsidered?: DiagnosisOutcome) {
  const events: NewEvent[] = []
  const steps = {
    act: async <Result>(_step: string, work: () => Promise<Result>, tell?: (result: Result) => readonly NewEvent[]) => {
      const result = await work()
      events.push(...(tell?.(result) ?? []))
      return result
    },
  }
  const consultation = { outcome, reconsider: async () => reconsidered }
  return { events, ...(await considerTwice(consultation, { consider: by, look: { steps, prefix: '' } })) }
}

test('two plans that policy allows stand beside each other', async () => {
  const { attempt, alternative, diagnosis } = await consider(policy('web-0', 'db-0'))
  assert.deepEqual([attempt, alternative], [{ draft: { description: 'It is web.' } }, { description: 'It is db.' }])
  assert.equal(diagnosis.conclusion, 'It is web.')
})

test('where policy refuses the first plan the alternative is the plan, under its own conclusion, and the refusal is told', async () => {
  const { attempt, alternative, diagnosis, events } = await consider(policy('db-0'))
  assert.deepEqual([attempt, alternative], [{ draft: { description: 'It is db.' } }, undefined])
  assert.deepEqual([diagnosis.conclusion, diagnosis.source], ['It is db.', 'analysis'])
  assert.equal(diagnosis.otherView?.conclusion, 'It is web.')
  assert.deepEqual(
    events.map(({ kind }) => kind),
    ['policy_refused'],
  )
})

test('a step thought over comes before the alternative; where that is refused too the alternative stands', async () => {
  const again = { ...outcome, wanted: step('web-1') }
  assert.deepEqual((await consider(policy('web-1', 'db-0'), again)).attempt, { draft: { description: 'It is web.' } })
  const { attempt, events } = await consider(policy('db-0'), again)
  assert.deepEqual(attempt, { draft: { description: 'It is db.' } })
  assert.equal(events.length, 1)
})

test('where both are refused the refusal of the first is what is told', async () => {
  const { attempt, diagnosis } = await consider(policy())
  assert.match(JSON.stringify(attempt), /not web-0/)
  assert.equal(diagnosis.conclusion, 'It is web.')
})
