import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDS } from '../../../../test/world/mind/analysis-of.ts'
import { listing, PODS, pod, said, sceneOf } from '../../../../test/world/scene/mill-scene.ts'
import { conclude } from '../conclude.ts'
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
