import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDS } from '../../../../test/world/mind/analysis-of.ts'
import { at, figures, listing, moved, NOW, PODS, pod, said, sceneOf } from '../../../../test/world/scene/mill-scene.ts'
import { conclude } from '../conclude.ts'
import { createStepJudge } from '../gates/judge-step.ts'
import { actOnFacts } from './act-on-facts.ts'
import { lookThrough } from './look-through.ts'
import { passedFigures } from './passed.ts'

const PASSED = { passed: { level: 240, from: at(70), until: at(45) }, strength: 0 }
const BACK = [moved('sacks_lost', {}, 2, 2, PASSED), moved('sacks_late', {}, 3, 3, PASSED)]
const ALL = listing(PODS.map((suffix) => pod(suffix)))

test('it is over where more figures came back than still stand elsewhere, and nobody complains', () => {
  const passed = (...exhibits: Parameters<typeof sceneOf>[0][number][]) => passedFigures(sceneOf(exhibits, {})).length
  assert.equal(passed(ALL, figures(BACK)), 2)
  assert.equal(passed(ALL, figures([...BACK.slice(1), moved('sacks_torn', {}, 1, 40)])), 0, 'one still does')
  const hourly = [moved('sacks_torn:avg1h', {}, 1, 40), moved('mill_uptime_seconds', {}, 9000, 60)]
  assert.equal(passed(ALL, figures([...BACK, ...hourly])), 2, 'an hour and a clock look back')
  assert.equal(passed(ALL, figures(BACK), said('bcdfg', 'ERROR stone does not turn')), 0, 'somebody complains')
})

test('what is over is told with its proof, and nothing is changed for it', () => {
  const scene = { ...sceneOf([ALL, figures(BACK)], {}), now: NOW }
  const given = { scene, seen: lookThrough(scene), findings: [], hands: HANDS, personSaid: '' }
  const { diagnosis, wanted } = actOnFacts(conclude([], scene, createStepJudge(given)), given)
  assert.match(
    diagnosis.conclusion,
    /It seems to be over: sacks_\w+\{.*\} stood at 240 from 10:50 UTC to 11:15 UTC, and is back at \d/,
  )
  assert.equal(wanted.length, 0)
  assert.equal(diagnosis.keyFindings.filter(({ evidence }) => evidence.length > 0).length >= 2, true)
})
