/** A notification may carry several alerts; all they name is looked at, as far as calls allow. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, node, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { nodeStates } from '../../findings/nodes/node-states.ts'
import type { Scene } from '../../scene.ts'

function inPlace(namespace: string) {
  return [
    ...deployment('api'),
    pod('api-1-aaaaa', { owner: 'ReplicaSet/api-1', node: 'worker-1', status: crashing() }),
  ].map((one) => ({ ...one, metadata: { ...one.metadata, namespace } }))
}

function listed({ exhibits }: Scene): unknown[] {
  return exhibits.filter(({ plugin }) => plugin === 'list_pods').map(({ parameters }) => parameters.namespace)
}

function described({ cluster }: Scene): string[] {
  return (cluster?.described ?? []).map(({ pod: { namespace, name } }) => `${namespace}/${name}`)
}

const POD = { alertname: 'KubePodCrashLooping', pod: 'api-1-aaaaa' }

test('pods of other namespaces that further alerts name are described too', async () => {
  const scene = await clusterSceneOf({
    labels: POD,
    beside: [
      { ...POD, namespace: 'billing' },
      { ...POD, namespace: 'mail' },
    ],
    objects: [...inPlace('shop'), ...inPlace('billing'), ...inPlace('mail')],
  })
  assert.deepEqual(described(scene).toSorted(), ['billing/api-1-aaaaa', 'mail/api-1-aaaaa', 'shop/api-1-aaaaa'])
  assert.deepEqual(
    scene.cluster?.target.workloads.map(({ namespace }) => namespace),
    ['shop', 'billing', 'mail'],
  )
})

test('many namespaces are looked at with one list of all', async () => {
  const places = ['a', 'b', 'c', 'd']
  const scene = await clusterSceneOf({
    labels: POD,
    beside: places.map((namespace) => ({ ...POD, namespace })),
    objects: ['shop', ...places].flatMap(inPlace),
  })
  assert.deepEqual(listed(scene), ['shop', '*'])
})

const SILENT = { conditions: [condition('Ready', 'Unknown', 'NodeStatusUnknown', 20, 'Kubelet stopped posting')] }

test('each node that an alert names is its concern', async () => {
  const scene = await clusterSceneOf({
    alertName: 'KubeNodeNotReady',
    labels: { namespace: '', node: 'worker-1' },
    beside: [{ alertname: 'KubeNodeNotReady', node: 'worker-2' }],
    objects: [node('worker-1', SILENT), node('worker-2', SILENT), node('worker-3', SILENT)],
  })
  const lost = nodeStates(scene).map(({ subject, weight }) => [subject.name, weight])
  assert.deepEqual(lost, [
    ['worker-1', 'cause'],
    ['worker-2', 'cause'],
    ['worker-3', 'context'],
  ])
})

test('a node alert that comes with one of a workload elsewhere leads to both', async () => {
  const scene = await clusterSceneOf({
    alertName: 'KubeNodeNotReady',
    labels: { namespace: '', node: 'worker-2' },
    beside: [{ ...POD, namespace: 'billing' }],
    objects: [node('worker-1'), node('worker-2', SILENT), ...inPlace('billing')],
  })
  assert.deepEqual(described(scene), ['billing/api-1-aaaaa'])
  assert.equal(scene.cluster?.target.node, 'worker-2')
})
