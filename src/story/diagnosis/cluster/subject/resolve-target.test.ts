import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import type { ClusterSight } from '../pods/workload-pods.ts'
import { resolveTarget } from './resolve-target.ts'

const WEB = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'node-a' })]
const nowhere = { namespace: '' }

async function targetOf(given: Parameters<typeof clusterSceneOf>[0]) {
  const { cluster } = await clusterSceneOf(given)
  if (!cluster) throw new Error('The cluster was not looked at.')
  return cluster.target
}

test('a pod leads to its deployment', async () => {
  const target = await targetOf({ labels: { pod: 'web-1-aaaaa' }, objects: WEB })
  assert.deepEqual(target.pod, { namespace: 'shop', name: 'web-1-aaaaa' })
  assert.deepEqual(target.workloads, [{ kind: 'Deployment', namespace: 'shop', name: 'web' }])
})

test('a pod without a namespace is looked for everywhere', async () => {
  const target = await targetOf({ labels: { ...nowhere, pod: 'web-1-aaaaa' }, objects: WEB })
  assert.equal(target.namespace, 'shop')
})

test('a name that two namespaces bear is nobody’s', async () => {
  const twin = pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', metadata: { namespace: 'other' } })
  const target = await targetOf({ labels: { ...nowhere, pod: 'web-1-aaaaa' }, objects: [...WEB, twin] })
  assert.equal(target.pod, undefined)
})

test('a service leads to what its selector chooses, whatever that is called', async () => {
  const service = object('Service', 'storefront', { spec: { selector: { app: 'web' } } })
  const chosen = pod('web-1-bbbbb', { owner: 'ReplicaSet/web-1', labels: { app: 'web' } })
  const target = await targetOf({ labels: { service: 'storefront' }, objects: [...WEB, service, chosen] })
  assert.deepEqual(target.workloads, [{ kind: 'Deployment', namespace: 'shop', name: 'web' }])
})

test('a text that spells out a pod is enough to look at it', async () => {
  const target = await targetOf({ labels: nowhere, text: 'Pod shop/web-1-aaaaa (app) restarted 8 times', objects: WEB })
  assert.equal(target.pod?.name, 'web-1-aaaaa')
})

test('a text that speaks of a workload is enough to look at it', async () => {
  const objects = [...WEB, ...deployment('web-admin')]
  const target = await targetOf({ labels: nowhere, text: 'web-admin: many errors since noon', objects })
  assert.deepEqual(
    target.workloads.map(({ name }) => name),
    ['web-admin'],
  )
})

test('an exporter’s own pod stands for the node it measures', async () => {
  const exporter = pod('node-exporter-x7k2p', { owner: 'DaemonSet/node-exporter', node: 'node-a' })
  const target = await targetOf({
    alertName: 'NodeFilesystemAlmostOutOfSpace',
    labels: { pod: 'node-exporter-x7k2p', job: 'node-exporter' },
    objects: [...WEB, node('node-a'), exporter],
  })
  assert.equal(target.node, 'node-a')
  assert.equal(target.pod, undefined)
})

test('an alert that names nobody is about whoever cannot run, as a guess', async () => {
  const bad = pod('jobs-1-aaaaa', { owner: 'ReplicaSet/jobs-1', status: crashing() })
  const target = await targetOf({ text: 'something is wrong', objects: [...WEB, ...deployment('jobs'), bad] })
  assert.deepEqual(
    target.workloads.map(({ name }) => name),
    ['jobs'],
  )
  assert.equal(target.isNamed, false)
})

test('a claim of a stateful set belongs to the pod it is named after', async () => {
  const member = pod('queue-2', { owner: 'StatefulSet/queue' })
  const target = await targetOf({
    labels: { persistentvolumeclaim: 'data-queue-2' },
    objects: [object('StatefulSet', 'queue', { spec: {} }), member],
  })
  assert.equal(target.pod?.name, 'queue-2')
})

test('the namespace of an exporter is not that of whoever it measures', async () => {
  const target = await targetOf({
    alertName: 'KafkaConsumersGroupLag',
    labels: { namespace: 'kafka', instance: 'kafka-exporter:9308', consumergroup: 'web' },
    objects: WEB,
  })
  assert.equal(target.namespace, 'shop')
  assert.deepEqual(target.workloads, [{ kind: 'Deployment', namespace: 'shop', name: 'web' }])
})

test('a service that is named in one namespace is not looked for in another', async () => {
  const target = await targetOf({ labels: { namespace: 'stage', service: 'web' }, objects: WEB })
  assert.deepEqual(target.workloads, [])
  assert.deepEqual(target.absent, [{ kind: 'Service', namespace: 'stage', name: 'web' }])
})

test('each alert of a notification is about somebody of its own', () => {
  const labels = { alertname: 'KubePodCrashLooping', namespace: 'shop' }
  const subject = { alertName: 'KubePodCrashLooping', labels, text: '', severityWord: '', fromText: [] }
  const beside = [
    {
      alertName: 'KubeDeploymentReplicasMismatch',
      labels: {},
      namespace: 'shop',
      workload: { kind: 'Deployment', name: 'cart' },
    },
    { alertName: 'KubePodCrashLooping', labels: {}, namespace: 'shop', pod: 'web-1-aaaaa' },
    { alertName: 'KubeNodeNotReady', labels: {}, node: 'node-a' },
  ] as const
  const kinds = ['deployments', 'statefulSets', 'daemonSets', 'cronJobs', 'jobs', 'autoscalers', 'nodes', 'objects']
  const none = Object.fromEntries([...kinds, 'pods', 'exhibits', 'listedWhole', 'described'].map((kind) => [kind, []]))
  const deployments = ['web', 'cart', 'mail'].map((name) => ({ namespace: 'shop', name, revisions: [] }))
  const named = { namespace: 'shop', workload: { kind: 'Deployment', name: 'web' } } as const
  const given = { ...subject, ...named, startedAt: undefined, isResolved: false, beside }
  const { workloads } = resolveTarget(given, { ...none, deployments } as unknown as ClusterSight)
  assert.deepEqual(
    workloads.map(({ name }) => name),
    ['web', 'cart'],
  )
})

test('the address a label gives, and the job it was scraped as, lead to the workload', async () => {
  const objects = [...WEB, ...deployment('admin')]
  const led = async (labels: Record<string, string>) =>
    (await targetOf({ alertName: 'HighErrorRate', labels, objects })).workloads.map(({ name }) => name)
  assert.deepEqual(await led({ instance: 'https://web.shop.svc:8443/in' }), ['web'])
  assert.deepEqual(await led({ target: 'web.shop.svc.cluster.local' }), ['web'])
  assert.deepEqual(await led({ job: 'web' }), ['web'])
})

test('a name of several words is heard where they are said as words', async () => {
  const objects = [...WEB, ...deployment('edi-bridge')]
  const meant = async (alertName: string, text: string) =>
    (await targetOf({ alertName, labels: nowhere, text, objects })).workloads.map(({ name }) => name)
  assert.deepEqual(await meant('Silence', 'EDI bridge to the partner is silent'), ['edi-bridge'])
  assert.deepEqual(await meant('EdiBridgeSilent', 'Please look'), ['edi-bridge'])
  assert.deepEqual(await meant('Silence', 'The medi bridges are silent'), [])
})
