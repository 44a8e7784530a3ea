import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDS } from '../../../../test/world/mind/analysis-of.ts'
import { listing, PODS, pod, said, sceneOf } from '../../../../test/world/scene/mill-scene.ts'
import type { DiagnosisOutcome } from '../../incident/diagnosis.ts'
import { conclude } from '../conclude.ts'
import type { Finding } from '../finding.ts'
import { createStepJudge } from '../gates/judge-step.ts'
import { lookThrough } from './look-through.ts'
import { tellFacts } from './tell-facts.ts'

function toldOf(pods: readonly object[]): string {
  const scene = sceneOf([listing(pods), said('bcdfg', 'ERROR stone does not turn')], {})
  const judge = createStepJudge({ scene, findings: [], hands: HANDS, personSaid: '' })
  return tellFacts(conclude([], scene, judge), [], lookThrough(scene), scene).diagnosis.conclusion
}

test('where no rule fits, a state the cluster has a name for comes first', () => {
  const waits = { name: 'stone', ready: false, state: { waiting: { reason: 'Jammed', message: 'grain in the gear' } } }
  const odd = pod('bcdfg', { phase: 'Pending', ready: false, containerStatuses: [waits] })
  const told = toldOf([odd, ...PODS.slice(1).map((suffix) => pod(suffix))])
  assert.match(
    told,
    /^What was seen points to grinder: Pod grinder-\S+ is Pending.*\(Jammed: grain in the gear\).*stone/,
  )
})

test('where none has a name, that is said', () => {
  const told = toldOf(PODS.map((suffix) => pod(suffix)))
  assert.match(told, /^No known situation fits\. What was seen points to grinder: grinder says.*stone does not turn/)
})

test('however much was seen, what is concluded keeps its proof', () => {
  const scene = sceneOf([listing(PODS.map((suffix) => pod(suffix)))], {})
  const proof = { text: 'The mill has no water.', evidence: [{ call: 'C1', plugin: 'list_pods', quote: 'grinder' }] }
  const others = Array.from({ length: 40 }, (_, at) => ({ ...proof, text: `Wheel ${at} stands.` }))
  const subject = { kind: 'Deployment', namespace: 'mill', name: 'grinder' }
  const finding = { ...proof, subject, situation: 'fault', weight: 'cause', confidence: 0.9, facts: [], names: [] }
  const concluded = { conclusion: proof.text, keyFindings: [proof, ...others], situation: 'fault', confidence: 0.9 }
  const outcome = { wanted: [], diagnosis: concluded } as unknown as DiagnosisOutcome
  const told = tellFacts(outcome, [finding as unknown as Finding], lookThrough(scene), scene)
  assert.deepEqual([told.diagnosis.keyFindings.length, told.diagnosis.keyFindings.at(-1)], [20, proof])
})
