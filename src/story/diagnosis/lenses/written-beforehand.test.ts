import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures, listing, PODS, pod, sceneOf, slowSince } from '../../../../test/world/scene/mill-scene.ts'
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
import { lookThrough } from './look-through.ts'
import { writtenBeforehand } from './temper.ts'

const WORLD = [listing(PODS.map((suffix) => pod(suffix))), figures(slowSince('grinder', ['bcdfg']))]

function heard(context: unknown, text?: string) {
  const bare = sceneOf(WORLD, text === undefined ? {} : { text })
  const scene = { ...bare, environment: readEnvironment(JSON.stringify(context)) }
  return { scene, seen: lookThrough(scene), told: writtenBeforehand(scene, lookThrough(scene)) }
}

test('what people wrote is told where it speaks of whom the alert is about', () => {
  const about = 'The grinder gets twice the grain in the week of the harvest fair. Nobody minds.'
  assert.match(heard({ notes: about }).told ?? '', /^People wrote beforehand: "The grinder gets twice .* minds\."\.$/)
  assert.match(heard({ calendar: [{ day: 'Monday', what: about }] }).told ?? '', /harvest fair/)
  assert.equal(heard({ notes: 'The bakery next door is closed on Mondays.' }).told, undefined)
  assert.equal(heard({ services: [{ name: 'grinder', namespace: 'mill', description: about }] }).told, undefined)
})

test('of a long note only the sentences that are tied to it are told', () => {
  const far = Array.from({ length: 20 }, (_, at) => `Room ${at} of the tower holds old ledgers.`).join(' ')
  const { told = '' } = heard({ notes: `${far} The grinder stands still at noon.` })
  assert.match(told, /: "The grinder stands still at noon\."/)
})

test('words that name nobody lead to whom people wrote of in the same words', () => {
  const { seen } = heard({ notes: '远程磨坊。flour-gate 每个副本最多 40 个会话。' }, '远程磨坊打不开')
  assert.ok(seen.whom.names.includes('flour-gate'))
})
