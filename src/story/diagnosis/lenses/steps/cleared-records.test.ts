import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, listing, NOW, PODS, pod, sceneOf } from '../../../../../test/world/scene/mill-scene.ts'
import type { ClusterScene } from '../../cluster/cluster-scene.ts'
import type { Exhibit } from '../../evidence.ts'
import { clearedRecords } from './cleared-records.ts'

function refusal(resource: string): Exhibit {
  const message = `Error creating: pods "x-" is forbidden: exceeded quota: cap, requested: ${resource}=1, used: ${resource}=5, limited: ${resource}=5`
  const event = { object: 'ReplicaSet/x-1', namespace: 'mill', reason: 'FailedCreate', type: 'Warning', message }
  return exhibit('C4', 'get_events', { events: [{ ...event, time: at(2), firstTimestamp: at(20), count: 9 }] })
}

test('records of evicted pods are cleared away where a quota counts them, and not where it does not', () => {
  const evicted = PODS.map((suffix) => pod(suffix, { phase: 'Failed', reason: 'Evicted', ready: false }))
  const step = (resource: string) => {
    const { cluster } = sceneOf([listing([...evicted, pod('tvwxz')]), refusal(resource)], {})
    return clearedRecords(cluster as ClusterScene, NOW)?.action
  }
  assert.equal(step('count/pods')?.plugin, 'delete_evicted_pods')
  assert.deepEqual(step('count/pods')?.parameters, { namespace: 'mill' })
  assert.equal(step('pods'), undefined)
})
