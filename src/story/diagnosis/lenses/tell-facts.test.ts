import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDS } from '../../../../test/world/mind/analysis-of.ts'
import { listing, PODS, pod, said, sceneOf } from '../../../../test/world/scene/mill-scene.ts'
import type { DiagnosisOutcome } from '../../incident/diagnosis.ts'
import { conclude } from '../conclude.ts'
import type { Finding } from '../finding.ts'
import { createStepJudge } from '../gates/judge-step.ts'
import { lookThrough } from './look-through.ts'
import { besideLast, tellFacts } from './tell-facts.ts'

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

test('what nothing ties to the alert is read last, and is pointed to by nobody', () => {
  const named = { namespace: 'bakery', workload: { kind: 'Deployment', name: 'oven' } } as const
  const scene = sceneOf([listing(PODS.map((suffix) => pod(suffix))), said('bcdfg', 'ERROR stone does not turn')], named)
  const judge = createStepJudge({ scene, findings: [], hands: HANDS, personSaid: '' })
  const { diagnosis } = tellFacts(conclude([], scene, judge), [], lookThrough(scene), scene)
  assert.match(
    diagnosis.conclusion,
    /^No known situation fits\. Nothing that was seen is tied to the alert; what stands out is grinder: /,
  )
  assert.ok(diagnosis.keyFindings.length > 0)
  assert.ok(diagnosis.keyFindings.every(({ against }) => against === 'nothing ties it to the alert'))
  const proof = { text: 'The oven is cold.', evidence: [] }
  const far = { ...proof, text: 'A wheel stands.', against: 'nothing ties it to the alert' }
  assert.deepEqual(besideLast([far, proof]), [proof, far])
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
