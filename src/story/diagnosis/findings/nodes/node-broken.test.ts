import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, node, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { nodeStates } from './node-states.ts'

const READ_ONLY = condition('ReadonlyFilesystem', 'True', 'FilesystemIsReadOnly', 30, 'Remounting filesystem read-only')
const UNREADY = { conditions: [condition('Ready', 'False', 'ContainersNotReady', 29)] }

function webOn(bad: string, more: readonly string[] = []) {
  return [
    ...deployment('web', { replicas: 2 }),
    ...[bad, ...more].map((place, at) =>
      pod(`web-1-aaaa${at}`, { owner: 'ReplicaSet/web-1', node: place, status: UNREADY }),
    ),
    pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1', node: 'worker-2' }),
  ]
}

const BROKEN = node('worker-1', { conditions: [READ_ONLY] })

test('a node whose disk turned read-only under the only failing pod is closed to new ones', async () => {
  const scene = await clusterSceneOf({
    labels: { deployment: 'web' },
    objects: [BROKEN, node('worker-2'), ...webOn('worker-1')],
  })
  const found = onlyFinding(nodeStates(scene), scene)
  assert.match(
    found.statement,
    /Node worker-1 is broken although it is ready: its condition ReadonlyFilesystem is True/,
  )
  assert.deepEqual(
    found.actions.map(({ plugin, parameters }) => [plugin, parameters]),
    [['cordon_node', { node: 'worker-1' }]],
  )
})

test('where the subject fails on other nodes as well, the broken one is an aside', async () => {
  const scene = await clusterSceneOf({
    labels: { deployment: 'web' },
    objects: [BROKEN, node('worker-2'), node('worker-3'), ...webOn('worker-1', ['worker-3'])],
  })
  const found = onlyFinding(nodeStates(scene), scene)
  assert.equal(found.weight, 'context')
  assert.deepEqual(found.actions, [])
})

test('a condition that is good news breaks nothing', async () => {
  const voter = node('worker-1', { conditions: [condition('EtcdIsVoter', 'True', 'MemberNotLearner', 900)] })
  const scene = await clusterSceneOf({
    labels: { deployment: 'web' },
    objects: [voter, node('worker-2'), ...webOn('worker-1')],
  })
  assert.deepEqual(nodeStates(scene), [])
})

test('a mark that has stood for days over pods that run well closes nothing, a fresh one does', async () => {
  const marked = async (minutesAgo: number) => {
    const mark = condition('KernelDeadlock', 'True', 'TaskHung', minutesAgo, 'task nfsd blocked for 120 seconds')
    const scene = await clusterSceneOf({
      labels: { node: 'worker-1' },
      objects: [
        node('worker-1', { conditions: [mark] }),
        node('worker-2'),
        ...deployment('web', { replicas: 1 }),
        pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-1' }),
      ],
    })
    return onlyFinding(nodeStates(scene), scene)
  }
  const [old, fresh] = [await marked(9000), await marked(30)]
  assert.deepEqual([old.actions.length, fresh.actions.length], [0, 1])
  assert.match(old.noActionReason ?? '', /has said KernelDeadlock for 6 days.*all that runs there is well/)
  assert.ok(old.confidence < fresh.confidence)
})
