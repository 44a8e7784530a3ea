import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PodView } from '../../cluster/cluster-scene.ts'
import type { Weighed } from '../../weigh.ts'
import { isLeftAlone, isTryingAnew } from './uneven-work.ts'

const ONSET = new Date('2026-01-01T12:00:00Z')

function brokers(kind: string, ...minutesBefore: number[]): PodView[] {
  return minutesBefore.map((minutes, at) => {
    const createdAt = new Date(ONSET.getTime() - minutes * 60_000)
    return { name: `broker-${at}`, namespace: 'mail', owner: { kind, name: 'broker' }, createdAt } as unknown as PodView
  })
}

const isFirstLeftAlone = (kind: string, ...minutesBefore: number[]) => {
  const pods = brokers(kind, ...minutesBefore)
  const [first] = pods
  assert.ok(first)
  return isLeftAlone(first, pods, ONSET)
}

test('the one whose siblings all came anew just before the trouble is who was left as it was', () => {
  assert.equal(isFirstLeftAlone('StatefulSet', 9000, 3, 2), true)
})

const OTHERWISE: Record<string, [kind: string, ...minutesBefore: number[]]> = {
  'one of the siblings is as old': ['StatefulSet', 9000, 9000, 2],
  'they came long before': ['StatefulSet', 9000, 300, 300],
  'it came anew as well': ['StatefulSet', 3, 2, 2],
  'it has no siblings': ['StatefulSet', 9000],
  'they keep no data of their own': ['Deployment', 9000, 3, 2],
}

for (const [name, given] of Object.entries(OTHERWISE))
  test(`it may be at fault where ${name}`, () => assert.equal(isFirstLeftAlone(...given), false))

function saysTimes(times: number, pods = ['broker-0']): Weighed {
  const text = `broker says since 12:00 UTC, ${times} times and never before: "asked for all of it"`
  return { lens: 'said', entity: 'broker', names: [], text, pods } as unknown as Weighed
}

test('who goes through the same steps again and again tries anew by itself, where it keeps data of its own', () => {
  const isFirstTrying = (kind: string, ...facts: Weighed[]) => {
    const [first] = brokers(kind, 9000, 9000)
    assert.ok(first)
    return isTryingAnew(first, facts)
  }
  assert.equal(isFirstTrying('StatefulSet', saysTimes(7), saysTimes(7), saysTimes(40)), true)
  assert.equal(isFirstTrying('StatefulSet', saysTimes(7), saysTimes(9)), false, 'no round of steps')
  assert.equal(isFirstTrying('StatefulSet', saysTimes(2), saysTimes(2)), false, 'too few to be a rhythm')
  assert.equal(isFirstTrying('StatefulSet', saysTimes(7, ['broker-1']), saysTimes(7)), false, 'another says it')
  assert.equal(isFirstTrying('Deployment', saysTimes(7), saysTimes(7)), false, 'it keeps nothing')
})
