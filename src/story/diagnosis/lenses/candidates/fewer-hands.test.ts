import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, figures, moved, pod, sceneOf, weighedIn } from '../../../../../test/world/scene/mill-scene.ts'
import type { Subject } from '../../subject.ts'
import { lookThrough } from '../look-through.ts'

const BAKER = { text: 'No bread', workload: { kind: 'Deployment', name: 'baker' } } as const

/** The baker is slow since 15 minutes; the grinder was given more hands before. */
function world(minutesAgo: number, counts: string, replicas = 6) {
  const set = (name: string) => ({ name: `${name}-6c885549d`, revision: 3, creationTimestamp: at(9000), replicas: 1 })
  const deployments = [
    { namespace: 'mill', name: 'grinder', replicas, replicaSets: [set('grinder')] },
    { namespace: 'mill', name: 'baker', replicas: 1, replicaSets: [set('baker')] },
  ]
  const baker = { name: 'baker-6c885549d-bcdfg', owner: 'ReplicaSet/baker-6c885549d' }
  const event = {
    ...{ time: at(minutesAgo), type: 'Normal', reason: 'ScalingReplicaSet', object: 'Deployment/grinder' },
    ...{ namespace: 'mill', message: `Scaled up replica set grinder-6c885549d ${counts}` },
  }
  return [
    exhibit('C1', 'list_pods', { pods: [pod('hjklm'), pod('bcdfg', baker)], deployments }),
    exhibit('C4', 'get_events', { events: [event] }),
    figures([moved('bread_seconds', { deployment: 'baker' }, 1, 90)]),
  ]
}

function fewer(exhibits: ReturnType<typeof world>, subject: Partial<Subject> = BAKER) {
  const { action, chance } =
    weighedIn(exhibits, subject)
      .map(({ candidate, chance }) => ({ action: candidate.action, family: candidate.family, chance }))
      .find(({ family }) => family === 'fewer') ?? {}
  return { replicas: action?.parameters.replicas, isLikely: (chance ?? 0) >= 0.5 }
}

test('who was given more hands right before somebody else was in trouble may have as many as before', () => {
  assert.equal(lookThrough(sceneOf(world(16, 'to 6 from 4'), BAKER)).onset.toISOString(), at(15))
  assert.deepEqual(fewer(world(16, 'to 6 from 4')), { replicas: 4, isLikely: true })
  assert.deepEqual(fewer(world(16, 'to 6 from 1')), { replicas: 3, isLikely: true }, 'no further than allowed at once')
  assert.equal(fewer(world(40, 'to 6 from 4')).replicas, undefined, 'long before')
  assert.equal(fewer(world(9, 'to 6 from 4')).replicas, undefined, 'after it began')
  assert.equal(fewer(world(16, 'to 6 from 4', 7)).replicas, undefined, 'it has another number by now')
})

test('hands that were given to whom the alert is about were meant to help', () => {
  const own = { text: 'No flour', workload: { kind: 'Deployment', name: 'grinder' } } as const
  assert.equal(fewer(world(16, 'to 6 from 4'), own).isLikely, false)
})
