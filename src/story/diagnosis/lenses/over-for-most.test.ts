import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDS } from '../../../../test/world/mind/analysis-of.ts'
import { at, figures, HASH, listing, moved, PODS, pod, said, sceneOf } from '../../../../test/world/scene/mill-scene.ts'
import { clearStep } from '../../incident/wanted-step.ts'
import { conclude } from '../conclude.ts'
import { createStepJudge } from '../gates/judge-step.ts'
import { actOnFacts } from './act-on-facts.ts'
import { lookThrough } from './look-through.ts'
import { tellFacts } from './tell-facts.ts'

const PASSED = { passed: { level: 240, from: at(70), until: at(45) }, strength: 0 }
const BACK = [moved('sacks_lost', {}, 2, 2, PASSED), moved('sacks_late', {}, 3, 3, PASSED)]
const ALL = listing(PODS.map((suffix) => pod(suffix)))

test('it is over where more figures came back than still stand elsewhere, and nobody complains', () => {
  const isOver = (...exhibits: Parameters<typeof sceneOf>[0][number][]) =>
    lookThrough(sceneOf(exhibits, {})).over !== undefined
  assert.equal(isOver(ALL, figures(BACK)), true)
  assert.equal(isOver(ALL, figures([...BACK.slice(1), moved('sacks_torn', {}, 1, 40)])), false, 'one still does')
  const hourly = [moved('sacks_torn:avg1h', {}, 1, 40), moved('mill_uptime_seconds', {}, 9000, 60)]
  assert.equal(isOver(ALL, figures([...BACK, ...hourly])), true, 'an hour and a clock look back')
  assert.equal(isOver(ALL, figures(BACK), said('bcdfg', 'ERROR stone does not turn')), false, 'somebody complains')
  const gone = [moved('sacks_lost', {}, 2, 2, { ...PASSED, ended_at: at(44) }), ...BACK.slice(1)]
  assert.equal(isOver(ALL, figures(gone)), false, 'what is no longer measured did not come back')
})

test('what is over is told with its proof, and nothing is changed for it, whoever wants it', () => {
  const scene = sceneOf([ALL, figures(BACK)], {})
  const given = { scene, seen: lookThrough(scene), findings: [], hands: HANDS, personSaid: '' }
  const told = tellFacts(conclude([], scene, createStepJudge(given)), [], given.seen, scene)
  const { conclusion, keyFindings } = told.diagnosis
  assert.match(conclusion, /is over: sacks_\w+\{.*\} is back to normal at \d since 11:15 UTC \(.*at worst 240\)/)
  assert.equal(
    keyFindings.some(({ text, evidence }) => text.includes('is over') && evidence.length === 2),
    true,
  )
  const parameters = { namespace: 'mill', pod_name: `grinder-${HASH}-${PODS[0]}` }
  const wanted = [clearStep({ plugin: 'restart_pod', parameters, why: 'A rule says so.' })]
  const { diagnosis } = told
  const acted = actOnFacts({ diagnosis: { ...diagnosis, situation: 'fault', confidence: 0.9 }, wanted }, given)
  assert.deepEqual(acted.wanted, [])
  assert.match(acted.diagnosis.conclusion, /Nothing is changed for what is over\.$/)
})
