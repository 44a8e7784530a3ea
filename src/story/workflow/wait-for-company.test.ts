import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Waiting, whoWaits } from './wait-for-company.ts'

const NODE = ['node n1']
const POD = ['workload shop/web', 'pod shop/web-1', 'node n1']

function pending(id: string, given: Partial<Waiting> = {}): Waiting {
  return { id, seq: BigInt(id.slice(1)), severityRank: 2, ageSeconds: 5, ties: POD, ...given }
}

/** Beside one that is being diagnosed, where its ties are given. */
function waiting(all: readonly Waiting[], ties?: readonly string[], given: Partial<Waiting> = {}): string[] {
  const atWork = ties ? [pending('i99', { ties, ...given })] : []
  return [...whoWaits(all, { atWork, gatherSeconds: 15 })].sort()
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

const CRITICAL = { severityRank: 0, ageSeconds: 0 }

test('a critical one waits for nobody but a critical one of its ties that is being diagnosed, and not for long', () => {
  assert.deepEqual(waiting([pending('i1', CRITICAL)]), [])
  assert.deepEqual(waiting([pending('i1', CRITICAL)], NODE), [])
  assert.deepEqual(waiting([pending('i1', CRITICAL)], NODE, CRITICAL), ['i1'])
  assert.deepEqual(waiting([pending('i1', CRITICAL)], ['node other'], CRITICAL), [])
  assert.deepEqual(waiting([pending('i1', { ...CRITICAL, ageSeconds: 10 })], NODE, CRITICAL), [])
})

test('of critical ones that came together the most telling goes at once, with one more that nothing ties to it', () => {
  const shop = { ...CRITICAL, ties: ['namespace shop'] }
  const all = [pending('i1', CRITICAL), pending('i2', { ...CRITICAL, ties: NODE }), pending('i3', shop)]
  assert.deepEqual(waiting(all), ['i1'])
  const strangers = ['a', 'b', 'c', 'd'].map((name, index) =>
    pending(`i${index}`, { ...CRITICAL, ties: [`namespace ${name}`] }),
  )
  assert.deepEqual(waiting(strangers), ['i2', 'i3'])
  assert.deepEqual(waiting(strangers, NODE, CRITICAL), ['i1', 'i2', 'i3'])
  assert.deepEqual(waiting([pending('i1', { ...CRITICAL, ties: [] })], NODE, CRITICAL), [])
})

test('nobody waits where the setting is 0', () => {
  const all = [pending('i1', { ageSeconds: 0 }), pending('i2', CRITICAL), pending('i3', CRITICAL)]
  assert.deepEqual([...whoWaits(all, { atWork: [], gatherSeconds: 0 })], [])
})

test('in a storm they go one after the other, the most telling first, tied or not', () => {
  const strangers = Array.from({ length: 30 }, (_, index) => pending(`i${index + 1}`, { ties: [`service s${index}`] }))
  const storm = [...strangers, pending('i40', { ties: NODE })]
  assert.equal(waiting(storm).length, strangers.length)
  assert.equal(waiting(storm).includes('i40'), false)
  assert.equal(waiting(storm, ['service of somebody at work']).length, storm.length)
  assert.deepEqual(waiting(strangers.slice(0, 20)), [])
})
