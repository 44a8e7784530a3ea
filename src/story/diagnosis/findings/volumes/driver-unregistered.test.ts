import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { waiting } from '../../../../../test/world/scene/container-states.ts'
import { driverUnregistered } from './volume-unbound.ts'

const CREATING = waiting('ContainerCreating', '')
const MESSAGE =
  'MountVolume.MountDevice failed for volume "pvc-1" : kubernetes.io/csi: driver name csi.granary.example.com not found in the list of registered CSI drivers'

function world({ nodes = ['node-b', 'node-b'], agents = ['granary-node-xyzab'] } = {}) {
  const suffixes = ['bbbbb', 'ccccc']
  return clusterSceneOf({
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web', { replicas: 2 }),
      ...suffixes.flatMap((suffix, at) => [
        pod(`web-1-${suffix}`, { owner: 'ReplicaSet/web-1', node: nodes[at] ?? '', status: CREATING }),
        event({ about: `Pod/web-1-${suffix}`, reason: 'FailedMount', message: MESSAGE }),
      ]),
      ...agents.map((name) => pod(name, { owner: 'DaemonSet/granary-node', node: 'node-b' })),
      pod('granary-node-pqrst', { owner: 'DaemonSet/granary-node', node: 'node-a' }),
      pod('log-shipper-bcdfg', { owner: 'DaemonSet/log-shipper', node: 'node-b' }),
    ],
  })
}

test('the agent of a storage driver that one node alone does not know is made anew', async () => {
  const [finding] = driverUnregistered(await world())
  assert.match(finding?.statement ?? '', /^Node node-b does not know the storage driver csi\.granary.*of 2 pods there/)
  assert.deepEqual(
    finding?.actions.map(({ plugin, parameters }) => [plugin, parameters.pod_name]),
    [['restart_pod', 'granary-node-xyzab']],
  )
})

test('nobody is ended where several nodes do not know it, or its agent was not seen', async () => {
  assert.deepEqual(driverUnregistered(await world({ nodes: ['node-a', 'node-b'] })), [])
  const [unseen] = driverUnregistered(await world({ agents: [] }))
  assert.deepEqual(unseen?.actions, [])
  assert.match(unseen?.noActionReason ?? '', /was not seen/)
})
