import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, exhibit, listing, PODS, pod, stepIn } from '../../../../../test/world/scene/mill-scene.ts'
import type { Exhibit } from '../../evidence.ts'

function refusal(resource: string): Exhibit {
  const message = `Error creating: pods "x-" is forbidden: exceeded quota: cap, requested: ${resource}=1, used: ${resource}=5, limited: ${resource}=5`
  const event = { object: 'ReplicaSet/x-1', namespace: 'mill', reason: 'FailedCreate', type: 'Warning', message }
  return exhibit('C4', 'get_events', { events: [{ ...event, time: at(2), firstTimestamp: at(20), count: 9 }] })
}

test('records of evicted pods are cleared away where a quota counts them, and not where it does not', () => {
  const evicted = PODS.map((suffix) => pod(suffix, { phase: 'Failed', reason: 'Evicted', ready: false }))
  const wanted = stepIn([listing([...evicted, pod('tvwxz')]), refusal('count/pods')])
  assert.equal(wanted?.plugin, 'delete_evicted_pods')
  assert.deepEqual(wanted?.parameters, { namespace: 'mill' })
  assert.equal(stepIn([listing([...evicted, pod('tvwxz')]), refusal('pods')]), undefined)
})
