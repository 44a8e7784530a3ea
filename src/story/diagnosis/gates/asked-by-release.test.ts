import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures, moved, released, releasedWorld, saidBy, sceneOf } from '../../../../test/world/scene/mill-scene.ts'
import { askedByRelease } from './asked-by-release.ts'

const STORE = { namespace: 'mill', name: 'grain-store' }
const ASKED = moved('grain_store_requests_per_second', {}, 3, 21)
const COMPLAINT = saidBy('grinder', 'bcdfg', 'ERROR grain-store answers nobody, queue full')

/** `grinder` came out so many minutes ago, and calls `grain-store`, which did not. */
function askedIn(minutesAgo: number, ...changes: readonly object[]) {
  const world = releasedWorld(released('grinder', minutesAgo), released('grain-store', 9000))
  const scene = sceneOf([...world, figures(changes), COMPLAINT], {})
  return scene.cluster && askedByRelease(scene, scene.cluster, STORE)?.name
}

test('whom more is asked of since his caller came out owes it to the release', () => {
  assert.equal(askedIn(18, ASKED), 'grinder')
})

test('he does not where the caller is asked more himself, came out long before, or nobody asks more', () => {
  assert.equal(askedIn(18, ASKED, moved('grinder_requests_per_second', {}, 3, 20)), undefined)
  assert.equal(askedIn(300, ASKED), undefined)
  assert.equal(askedIn(18, moved('grain_store_wait_seconds', {}, 3, 21)), undefined)
})
