import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WholeIncident } from '../../../story/incident/incident.ts'
import { draftExpectation } from './draft-expectation.ts'

const RESTART = { plugin: 'restart_pod', parameters: { namespace: 'shop', pod_name: 'web-1' } }

function incidentWith(outcome?: string): WholeIncident {
  return {
    members: [{ labels: { pod: 'web-1', service: 'unmentioned' } }],
    diagnosis: {
      conclusion: 'Pod shop/web-1 has used up its file handles.',
      keyFindings: [{ text: 'Only web-1 says so.', evidence: [{ call: 'C1', plugin: 'get_pod_logs', quote: 'x' }] }],
      faults: [{ kind: 'wedged', object: 'Pod shop/web-1', statement: '' }],
    },
    proposal: { purpose: 'remedy', actions: [RESTART] },
    execution: outcome && { verification: { outcome } },
  } as unknown as WholeIncident
}

const STEP = { plugin: 'restart_pod', parameters_contains: RESTART.parameters }

test('the faulty object must be named, and the plugin that proved it asked', () => {
  const { root_cause_keywords, must_call } = draftExpectation(incidentWith())
  assert.deepEqual([root_cause_keywords, must_call], [[['web-1']], ['get_pod_logs']])
})

test('only a verified plan is asked for; one without effect must not come again, a harmful one never', () => {
  const draft = (outcome?: string) => {
    const { root_cause_keywords: _, must_call: __, ...steps } = draftExpectation(incidentWith(outcome))
    return steps
  }
  assert.deepEqual(draft('resolved'), { remediation: STEP, tolerated: [] })
  assert.deepEqual(draft('no_effect'), { remediation: null })
  assert.deepEqual(draft('worse'), { remediation: null, forbidden: [STEP] })
  for (const unknown of ['unclear', undefined])
    assert.deepEqual(draft(unknown), { remediation: null, tolerated: [STEP] })
})
