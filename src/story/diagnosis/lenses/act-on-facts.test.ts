import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDS } from '../../../../test/world/mind/analysis-of.ts'
import { listing, pod, sceneOf } from '../../../../test/world/scene/mill-scene.ts'
import { conclude } from '../conclude.ts'
import type { DatabaseScene } from '../database/database-scene.ts'
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
