import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  exhibit,
  figures,
  released,
  releasedWorld,
  sceneOf,
  slowSince,
} from '../../../../../test/world/scene/mill-scene.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { lookThrough } from '../look-through.ts'
import { lockedOutBy } from './lock-starter.ts'
import { isRelease } from './release.ts'

/** The new pod waits for a lock, from its own address. */
function holderFor(keeper: string, waiting: string) {
  const one = released('grinder', 17)
  const pods = one.pods.map((pod, index) => ({ ...pod, ready: false, podIP: `10.0.0.${31 + index}` }))
  const waiter = { pid: 102, client_addr: waiting, blocked_by: [101], wait_seconds: 600, waits_for: {} }
  const root = {
    pid: 101,
    client_addr: keeper,
    holds: [],
    backend_type: 'client backend',
    waiters_in_all: 1,
    state: 'idle',
    xact_start: null,
  }
  const thing = { roots: [root], waiters: [waiter] }
  const database = { locks: { exhibit: exhibit('C9', 'lock_waits', thing), thing } } as unknown as DatabaseScene
  const scene = {
    ...sceneOf([...releasedWorld({ ...one, pods }), figures(slowSince('grinder', ['bcdfg']))], {}),
    database,
  }
  const seen = lookThrough(scene)
  const [release] = seen.facts.filter(isRelease)
  assert.ok(release && scene.cluster)
  const heard = { isAcquitted: () => false, replicaChangeMax: 1 }
  return lockedOutBy(release, { scene, cluster: scene.cluster, seen, heard })
}

test('whose new pods wait for a lock of somebody else is not to blame, and who keeps it himself may be', () => {
  assert.equal(holderFor('10.0.0.99', '10.0.0.31'), 'pid 101')
  assert.equal(holderFor('10.0.0.99', '10.0.0.77'), undefined, 'others wait')
  assert.equal(holderFor('10.0.0.32', '10.0.0.31'), undefined, 'its own pod keeps it')
})
