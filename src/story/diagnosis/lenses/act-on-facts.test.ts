import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDS } from '../../../../test/world/mind/analysis-of.ts'
import {
  figures,
  HASH,
  listing,
  moved,
  PODS,
  pod,
  released,
  releasedWorld,
  said,
  sceneOf,
  slowSince,
} from '../../../../test/world/scene/mill-scene.ts'
import { clearStep } from '../../incident/wanted-step.ts'
import { conclude } from '../conclude.ts'
import type { DatabaseScene } from '../database/database-scene.ts'
import type { Exhibit } from '../evidence.ts'
import { createStepJudge } from '../gates/judge-step.ts'
import { actOnFacts } from './act-on-facts.ts'
import { lookThrough } from './look-through.ts'

test('where steps cannot be weighed, what was concluded stands, and that is said alone', () => {
  const whole = sceneOf([listing([pod('bcdfg')])], {})
  const [exhibit] = whole.exhibits
  const database = { topics: new Set(), statistics: [], bloat: { exhibit, thing: {} } } as unknown as DatabaseScene
  const scene = { ...whole, database }
  const given = { scene, seen: lookThrough(scene), findings: [], hands: HANDS, personSaid: '' }
  const concluded = conclude([], scene, createStepJudge(given))
  const { diagnosis, wanted } = actOnFacts(concluded, given)
  assert.deepEqual([wanted, diagnosis.conclusion], [[], concluded.diagnosis.conclusion])
  assert.match(diagnosis.notSeen.at(-1) ?? '', /^weighing: this lens failed on what was seen/)
})

/** A rule that wants a step, in a world. */
function held(exhibits: readonly Exhibit[], plugin: string, parameters: Record<string, unknown>) {
  const scene = sceneOf(exhibits, {})
  const given = { scene, seen: lookThrough(scene), findings: [], hands: HANDS, personSaid: '' }
  const { diagnosis } = conclude([], scene, createStepJudge(given))
  const wanted = [clearStep({ plugin, parameters, why: 'A rule says so.' })]
  return actOnFacts({ diagnosis: { ...diagnosis, situation: 'fault', confidence: 0.9 }, wanted }, given)
}

const [JAMMED = ''] = PODS
const ALL = listing(PODS.map((suffix) => pod(suffix)))
const ODD = [
  figures(
    PODS.map((suffix) =>
      moved('mill_jam_ratio', { pod: `grinder-${HASH}-${suffix}` }, 0.01, suffix === JAMMED ? 0.9 : 0.01, {
        strength: suffix === JAMMED ? 0.9 : 0,
      }),
    ),
  ),
  said(JAMMED, 'ERROR stone does not turn'),
]

test('what a rule wants gives way to a step for which more speaks, and that is said', () => {
  const more = { namespace: 'mill', deployment: 'grinder', replicas: 4 }
  const { wanted, diagnosis } = held([ALL, ...ODD], 'scale_deployment', more)
  assert.deepEqual(
    wanted.map(({ plugin, parameters }) => [plugin, parameters.pod_name]),
    [['restart_pod', `grinder-${HASH}-${JAMMED}`]],
  )
  assert.match(diagnosis.conclusion, /But more speaks for another step than for that one\. Of all steps/)
  assert.equal(diagnosis.confidence, 0.6)
})

test('what a rule wants is kept where nothing likelier is seen, and where it cannot be weighed', () => {
  const world = [...releasedWorld(released('grinder', 17)), figures(slowSince('grinder', ['bcdfg', 'hjklm']))]
  const undone = held(world, 'rollback_deployment', { namespace: 'mill', deployment: 'grinder' })
  assert.deepEqual([undone.wanted.length, undone.diagnosis.confidence], [1, 0.9])
  const cleared = held([ALL, ...ODD], 'delete_evicted_pods', { namespace: 'mill' })
  assert.equal(cleared.wanted[0]?.plugin, 'delete_evicted_pods')
})

test('what the lenses agree in is sure only where a step is wanted for it', () => {
  const sureness = (exhibits: readonly Exhibit[]) => {
    const scene = sceneOf(exhibits, {})
    const given = { scene, seen: lookThrough(scene), findings: [], hands: HANDS, personSaid: '' }
    const { diagnosis } = conclude([], scene, createStepJudge(given))
    const agreed = { diagnosis: { ...diagnosis, situation: 'unclear' as const, confidence: 0.7 }, wanted: [] }
    return actOnFacts(agreed, given).diagnosis.confidence
  }
  assert.deepEqual([[ALL, ...ODD], [ALL]].map(sureness), [0.7, 0.6])
})

/** Days before, from outside the cluster. */
function calendar(line: string): Exhibit {
  const last_words = [{ labels: { job: 'calendar' }, lines: [{ at: '2026-02-26T12:00:00.000Z', line }] }]
  return { id: 'C90', plugin: 'logs.query', parameters: {}, result: { success: true, data: { last_words } } }
}

test('a trial that was announced changes nothing of the one it names, and nothing else is spared by it', () => {
  const more = { namespace: 'mill', deployment: 'grinder', replicas: 4 }
  const afterwards = (line: string) => held([ALL, calendar(line)], 'scale_deployment', more)
  const trial = afterwards('planned load test of grinder in mill, its alerts are expected')
  assert.deepEqual(trial.wanted, [])
  assert.match(trial.diagnosis.noActionReason ?? '', /^Nothing is changed for a trial that was announced/)
  assert.equal(afterwards('planned load test of the sieve beside grinders, alerts are expected').wanted.length, 1)
  assert.equal(afterwards('planned season of grinder begins').wanted.length, 1, 'more work is no trial')
})
