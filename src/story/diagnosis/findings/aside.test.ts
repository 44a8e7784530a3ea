import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from '../finding.ts'
import { aside } from './cluster-fault.ts'

test('what was seen beside the alert keeps its facts and loses its certainty, its step and its say over others', () => {
  const finding: Finding = {
    kind: 'node_lost',
    statement: 'Node worker-9 is gone.',
    facts: [],
    evidence: [{ call: 'C1', plugin: 'list_pods', quote: '"worker-9"' }],
    confidence: 0.9,
    situation: 'fault',
    subject: { kind: 'Node', name: 'worker-9' },
    weight: 'cause',
    explains: ['not_ready'],
    actions: [{ plugin: 'cordon_node', parameters: { node: 'worker-9' }, why: 'It is not ready.' }],
    suggestions: [],
  }
  const besides = aside(finding)
  assert.match(besides.statement, /not known to be its cause: Node worker-9 is gone\./)
  assert.deepEqual([besides.confidence, besides.situation, besides.weight], [0.4, 'unclear', 'context'])
  assert.deepEqual([besides.actions, besides.explains, besides.evidence], [[], [], finding.evidence])
})
