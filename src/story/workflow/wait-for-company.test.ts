import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Waiting, whoWaits } from './wait-for-company.ts'

const NODE = ['node n1']
const POD = ['workload shop/web', 'pod shop/web-1', 'node n1']

function pending(id: string, given: Partial<Waiting> = {}): Waiting {
  return { id, seq: BigInt(id.slice(1)), severityRank: 2, ageSeconds: 5, ties: POD, ...given }
}

function waiting(all: readonly Waiting[], atWork: readonly string[] = [], gatherSeconds = 15): string[] {
  return [...whoWaits(all, { atWork: new Set(atWork), gatherSeconds })].sort()
}

test('who is alone waits a second, and who names nobody not at all', () => {
  assert.deepEqual(waiting([pending('i1', { ageSeconds: 0.5 })]), ['i1'])
  assert.deepEqual(waiting([pending('i1', { ageSeconds: 1 })]), [])
  assert.deepEqual(waiting([pending('i1', { ageSeconds: 0, ties: [] })]), [])
})

test('of those that came together the one that names the node goes first, of those alike the more severe, then the older', () => {
  assert.deepEqual(waiting([pending('i1'), pending('i2'), pending('i3', { ties: NODE })]), ['i1', 'i2'])
  assert.deepEqual(waiting([pending('i1'), pending('i2', { severityRank: 1 })]), ['i1'])
  assert.deepEqual(waiting([pending('i2'), pending('i1')]), ['i2'])
})

test('the others wait for one of theirs that is being diagnosed, and at most as long as the setting says', () => {
  assert.deepEqual(waiting([pending('i1')], NODE), ['i1'])
  assert.deepEqual(waiting([pending('i1', { ageSeconds: 15 })], NODE), [])
  assert.deepEqual(waiting([pending('i1')], ['node other']), [])
})

test('a critical one never waits, and nobody does where the setting is 0', () => {
  assert.deepEqual(waiting([pending('i1', { severityRank: 0, ageSeconds: 0 })], NODE), [])
  assert.deepEqual(waiting([pending('i1', { ageSeconds: 0 }), pending('i2', { ageSeconds: 0 })], NODE, 0), [])
})

test('in a storm they go one after the other, the most telling first, tied or not', () => {
  const strangers = Array.from({ length: 30 }, (_, index) => pending(`i${index + 1}`, { ties: [`service s${index}`] }))
  const storm = [...strangers, pending('i40', { ties: NODE })]
  assert.equal(waiting(storm).length, strangers.length)
  assert.equal(waiting(storm).includes('i40'), false)
  assert.equal(waiting(storm, ['service of somebody at work']).length, storm.length)
  assert.deepEqual(waiting(strangers.slice(0, 20)), [])
})
