import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PodView } from '../../cluster/cluster-scene.ts'
import { isLeftAlone } from './uneven-work.ts'

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
