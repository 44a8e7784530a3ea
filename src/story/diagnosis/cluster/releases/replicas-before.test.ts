import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClusterScene } from '../cluster-scene.ts'
import { takenBack } from './replicas-before.ts'

type Step = [minute: number, from: number, to: number, set?: string]

function lostIn(...steps: readonly Step[]): number | undefined {
  const events = steps.map(([minute, from, to, set = 'web-5d']) => ({
    ...{
      kind: 'Deployment',
      namespace: 'shop',
      name: 'web',
      reason: 'ScalingReplicaSet',
      at: new Date(minute * 60_000),
    },
    message: `Scaled ${to > from ? 'up' : 'down'} replica set ${set} from ${from} to ${to}`,
  }))
  return takenBack({ events } as unknown as ClusterScene, { namespace: 'shop', name: 'web' })
}

test('replicas that were given and soon taken away again tell of somebody who decides their number', () => {
  assert.equal(lostIn([0, 2, 10], [1, 10, 2]), 10)
  assert.equal(lostIn([0, 2, 10], [1, 10, 2], [21, 2, 6], [22, 6, 2]), 10)
})

test('a rollout, what stayed for a while, what was only taken away and a return from nothing tell nothing', () => {
  assert.equal(lostIn([0, 2, 3, 'web-new'], [1, 3, 2, 'web-old']), undefined)
  assert.equal(lostIn([0, 2, 10], [30, 10, 2]), undefined)
  assert.equal(lostIn([0, 10, 2], [1, 2, 10]), undefined)
  assert.equal(lostIn([0, 0, 3], [1, 3, 0]), undefined)
  assert.equal(lostIn([0, 2, 10]), undefined)
})
