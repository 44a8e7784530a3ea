import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentOf } from '../../../test/world/scene/cluster-scene-of.ts'
import { readEnvironment } from '../../guidance/environment/environment-map.ts'
import { readSubject } from './subject.ts'

function clustersOf(clusterName: string | undefined, infrastructure = {}) {
  const incident = incidentOf({ alertname: 'PodDown', cluster: 'east' })
  const environment = readEnvironment(JSON.stringify({ infrastructure }))
  const { foreignCluster, uncomparedCluster } = readSubject({ incident, environment, clusterName })
  return { foreignCluster, uncomparedCluster }
}

test('the cluster of an alert is compared with the one we are told to be ours, by setting or by context', () => {
  assert.deepEqual(clustersOf('west'), { foreignCluster: 'east', uncomparedCluster: undefined })
  assert.deepEqual(clustersOf(undefined, { cluster: 'west' }), { foreignCluster: 'east', uncomparedCluster: undefined })
  assert.deepEqual(clustersOf('east'), { foreignCluster: undefined, uncomparedCluster: undefined })
})

test('where nobody told us which one is ours, it counts as ours, and that nobody could compare is known', () => {
  assert.deepEqual(clustersOf(undefined), { foreignCluster: undefined, uncomparedCluster: 'east' })
})

test('a cluster that only the text names is compared too, and a plain word is taken for none', () => {
  const read = (summary: string) => {
    const incident = { ...incidentOf({ alertname: 'PodDown' }), description: summary }
    return readSubject({ incident, environment: readEnvironment('{}'), clusterName: 'west-1' }).foreignCluster
  }
  assert.equal(read('Rollout of shop/cart in cluster east-2 is stuck'), 'east-2')
  assert.equal(read('Rollout of shop/cart in cluster west-1 is stuck'), undefined)
  assert.equal(read('A member of the cluster is gone; on cluster nodes nothing runs'), undefined)
})

test('neither the exporter nor an address of a page is the subject, even where the title names them', () => {
  const labels = {
    alertname: 'TooMany500s',
    namespace: 'edge',
    pod: 'edge-6b9f5d7c88-hx4dw',
    exported_namespace: 'shop',
  }
  const incident = incidentOf({ ...labels, exported_service: 'web' }, 'seen by pod edge-6b9f5d7c88-hx4dw')
  const { pod, namespace, service, fromText } = readSubject({
    incident,
    environment: readEnvironment('{}'),
    clusterName: undefined,
  })
  assert.deepEqual([pod, namespace, service, fromText], [undefined, 'shop', 'web', []])
})
