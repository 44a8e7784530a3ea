import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../../test/world/scene/cluster-scene-of.ts'

const WEB = [...deployment('web'), pod('web-6d8fb9c457-x2x9q', { owner: 'ReplicaSet/web-1', node: 'worker-1' })]
const CART = [...deployment('cart'), pod('cart-7c9f8b6c54-b4k2d', { owner: 'ReplicaSet/cart-1', node: 'worker-1' })]
const NODES = [node('worker-1'), node('ip-10-0-3-4.ec2.internal')]
const OBJECTS = [...WEB, ...CART, ...NODES]
const nowhere = { namespace: '' }

async function seen(text: string, labels: Record<string, string> = {}, objects = OBJECTS) {
  const { cluster, subject } = await clusterSceneOf({ alertName: 'SomethingIsOdd', labels, text, objects })
  if (!cluster) throw new Error('The cluster was not looked at.')
  return { ...cluster.target, names: cluster.target.workloads.map(({ name }) => name), subject }
}

test('a workload, a pod or a node of the text does not push aside the service a label names', async () => {
  for (const text of [
    'Deployment cart was rolled out an hour ago',
    'called by cart-7c9f8b6c54-b4k2d, which got 503',
    'seen on node worker-1',
    'service cart suffers too',
    'Last deploy: 2.31.0',
  ])
    assert.deepEqual((await seen(text, { service: 'web' })).names, ['web'], text)
})

test('a pod of the text that belongs to the labelled service is the pod to look at', async () => {
  const { pod: found } = await seen('web-6d8fb9c457-x2x9q restarts', { service: 'web' })
  assert.equal(found?.name, 'web-6d8fb9c457-x2x9q')
})

test('where the labels name nobody, who is named in the text and is there is the subject', async () => {
  assert.deepEqual((await seen('Deployment "cart" exceeded its progress deadline', nowhere)).names, ['cart'])
  assert.deepEqual((await seen('argo: cart is Degraded', nowhere)).names, ['cart'])
})

test('a name nobody bears is dropped, and the whole cluster is looked at', async () => {
  const { subject, names } = await seen('namespace quotas: web is throttled by the deployment yesterday', nowhere)
  assert.deepEqual([subject.namespace, subject.workload], [undefined, undefined])
  assert.deepEqual(names, ['web'])
})

test('where the text names nobody who is there, the one place it names is looked at', async () => {
  const elsewhere = pod('sifter-0', { metadata: { namespace: 'grain-mill' } })
  const speaking = (text: string) => seen(text, nowhere, [...OBJECTS, elsewhere])
  assert.equal((await speaking('all is green in grain-mill, and yet no flour')).subject.namespace, 'grain-mill')
  assert.equal((await speaking('all is green in grain-mill-2, and yet no flour')).subject.namespace, undefined)
  const named = await speaking('cart complains of grain-mill')
  assert.deepEqual([named.names, named.namespace], [['cart'], 'shop'])
})

test('an exporter’s own labels do not outweigh the workload the text names', async () => {
  const exporter = deployment('kafka-exporter')
  const labels = { service: 'kafka-exporter', job: 'kafka-exporter' }
  assert.deepEqual((await seen('Lag of Deployment cart', labels, [...OBJECTS, ...exporter])).names, ['cart'])
})

test('the full name of a node in a text makes the node the subject, before whatever word', async () => {
  for (const text of [
    'Node pool upgrade stands still: node ip-10-0-3-4.ec2.internal has been draining for an hour',
    'ip-10-0-3-4.ec2.internal: kubelet does not answer',
    'Knoten ip-10-0-3-4.ec2.internal antwortet nicht',
    'rebooting ip-10-0-3-4.ec2.internal.',
  ])
    assert.equal((await seen(text, nowhere)).node, 'ip-10-0-3-4.ec2.internal', text)
  assert.equal((await seen('drain hangs', { ...nowhere, node: 'worker-1' })).node, 'worker-1')
})

test('a word beside "node" and a piece of another name are no node', async () => {
  const { subject, node: found } = await seen('Healthy Data Nodes: node elasticsearch left, see worker-12', nowhere)
  assert.deepEqual([subject.node, found], [undefined, undefined])
})

test('a node that is gone is still the one the text means', async () => {
  assert.equal((await seen('node worker-9 stopped reporting', nowhere)).subject.node, 'worker-9')
})

test('of several nodes in a text the one that is not as it should be is meant', async () => {
  const cordoned = object('Node', 'worker-2', { spec: { unschedulable: true } })
  const { node: found } = await seen('worker-1 is done, worker-2 hangs', nowhere, [...WEB, node('worker-1'), cordoned])
  assert.equal(found, 'worker-2')
})
