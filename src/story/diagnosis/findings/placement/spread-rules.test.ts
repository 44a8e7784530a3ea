import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, pendingPod, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import type { Analyzer } from '../../finding.ts'
import { unplaced } from './unplaced.ts'

const spreadRules: Analyzer = (scene) => unplaced(scene).filter(({ kind }) => kind === 'spread_rules')

const LABELS = { deployment: 'web' }
const APART = {
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } },
      ],
    },
  },
}
const NO_PLACE = "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules."

test('more replicas than hosts under a hard rule are told with both numbers', async () => {
  const objects = [
    node('worker-1'),
    node('worker-2'),
    ...deployment('web', { replicas: 3, revisions: [{ template: APART }] }),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-1', spec: APART }),
    pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1', node: 'worker-2', spec: APART }),
    pendingPod('web-1-ccccc', NO_PLACE, { owner: 'ReplicaSet/web-1', spec: APART }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const found = onlyFinding(spreadRules(scene), scene)
  assert.match(found.statement, /anti-affinity rule \(required, topologyKey kubernetes\.io\/hostname\)/)
  assert.match(found.statement, /3 replicas are wanted and there are 2 such places \(worker-1, worker-2\)/)
  assert.deepEqual(found.actions, [])
})

test('zones that must stay even while the emptier one is full are told with what is free there', async () => {
  const spread = {
    topologySpreadConstraints: [{ topologyKey: 'zone', maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' }],
    containers: [{ name: 'app', image: 'a', resources: { requests: { cpu: '2' } } }],
  }
  const message = "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match pod topology spread constraints."
  const objects = [
    node('north-1', { labels: { zone: 'north' } }),
    node('south-1', { labels: { zone: 'south' } }),
    ...deployment('web', { replicas: 2, revisions: [{ template: spread }] }),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'north-1', spec: spread }),
    pod('ballast', { node: 'south-1', spec: { containers: [{ name: 'a', resources: { requests: { cpu: '3' } } }] } }),
    pendingPod('web-1-bbbbb', message, { owner: 'ReplicaSet/web-1', spec: spread }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  const { statement } = onlyFinding(spreadRules(scene), scene)
  assert.match(statement, /maxSkew 1.*0 in south, 1 in north/)
  assert.match(statement, /only go to south, where it cannot: node south-1 has insufficient 1 cpu free of 4, 2 asked/)
})

test('a rule that came with the newest revision is rolled back', async () => {
  const revisions = [{ replicas: 2 }, { template: APART, replicas: 1, ready: 0, age: 40 }]
  const objects = [
    node('worker-1'),
    ...deployment('web', { replicas: 2, revisions }),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'worker-1' }),
    pendingPod('web-2-ccccc', NO_PLACE, { owner: 'ReplicaSet/web-2', spec: APART }),
  ]
  const scene = await clusterSceneOf({ labels: LABELS, objects })
  assert.equal(onlyFinding(spreadRules(scene), scene).actions[0]?.plugin, 'rollback_deployment')
})

test('a rule that is merely preferred is not blamed for a full cluster', async () => {
  const preferred = { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1 }] } }
  const waiting = pendingPod('web-1-ccccc', '0/2 nodes are available: 2 Insufficient cpu.', {
    owner: 'ReplicaSet/web-1',
    spec: { affinity: preferred },
  })
  assert.deepEqual(
    spreadRules(await clusterSceneOf({ labels: LABELS, objects: [node('worker-1'), ...deployment('web'), waiting] })),
    [],
  )
})
