/** The model's own commands, over the wire: they read, whatever they say. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openShop, type TestCluster } from '../world/cluster-hands.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'
import { ofShop, SHOP, shopObjects } from '../world/shop-cluster.ts'

function type({ ask }: TestCluster, command: string) {
  return ask('llm.orchestrator_action', { command })
}

test('a list is an overview, and one object is whole', async (t) => {
  const shop = await openShop(t)
  const list = await type(shop, 'kubectl get deploy -n shop')
  const [brief] = list.data.objects
  assert.deepEqual(
    [brief.name, brief.spec.replicas, brief.spec.template, brief.status.readyReplicas],
    ['checkout', 3, undefined, 2],
  )
  const whole = await type(shop, 'get deployment checkout -n shop -o yaml')
  assert.equal(whole.data.objects[0].spec.template.spec.containers[0].name, 'app')
  const everywhere = await type(shop, 'get pods -A -l app=trainer')
  assert.deepEqual(
    everywhere.data.objects.map(({ name }: Json) => name),
    ['trainer'],
  )
})

test('a Secret shows that it is there, and nothing of what it holds', async (t) => {
  const shop = await openShop(t)
  for (const command of [
    'get secret checkout-token -n shop -o yaml',
    'get secrets -n shop -o json',
    'describe secret checkout-token -n shop',
  ]) {
    const { success, data } = await type(shop, command)
    assert.ok(success && JSON.stringify(data).includes('checkout-token'))
    assert.ok(!JSON.stringify(data).includes('Y2FuYXJ5'), command)
  }
})

test('what machines note for themselves is left out', async (t) => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"removed":"canary"}', note: 'kept' }
  const noisy = ofShop('v1', 'ConfigMap', 'noisy', { metadata: { annotations }, data: { Corefile: '.:53' } })
  const shop = await openShop(t, { objects: [noisy] })
  const { data } = await type(shop, 'get cm noisy -n shop -o yaml')
  assert.deepEqual([data.objects[0].data.Corefile, data.objects[0].metadata.annotations], ['.:53', { note: 'kept' }])
  const list = await type(shop, 'get cm -n shop')
  assert.deepEqual([list.data.objects[0].keys, list.data.objects[0].data], [['Corefile'], undefined])
})

test('a description comes with events, and events in their order', async (t) => {
  const shop = await openShop(t)
  const { data } = await type(shop, 'describe pod checkout-2-ccccc -n shop')
  assert.deepEqual(
    data.events.map(({ reason }: Json) => reason),
    ['BackOff'],
  )
  const all = await type(shop, 'get events -n shop')
  assert.equal(all.data.objects.at(-1).reason, 'FailedScheduling')
  const about = await type(shop, 'events --for pvc/checkout-data -n shop')
  assert.deepEqual(
    about.data.objects.map(({ reason }: Json) => reason),
    ['ProvisioningFailed'],
  )
})

test('logs and use are read as well', async (t) => {
  const podLogs = [{ namespace: SHOP, pod: 'checkout-1-aaaaa', container: 'app', lines: ['one', 'two'] }]
  const podMetrics = [
    { metadata: { name: 'checkout-1-aaaaa', namespace: SHOP }, containers: [{ name: 'app', usage: { cpu: '1m' } }] },
  ]
  const shop = await openShop(t, { podLogs, podMetrics })
  assert.deepEqual((await type(shop, 'logs checkout-1-aaaaa -n shop --tail 1')).data.lines, ['two'])
  assert.deepEqual((await type(shop, 'top pods -n shop')).data.total, 1)
  assert.deepEqual((await type(shop, 'top pods -n shop -l app=trainer')).data.total, 0)
})

test('of a log that is longer than an answer the newest lines are kept, and that it was cut is told', async (t) => {
  const lines = Array.from({ length: 400 }, (_, at) => `${at} ${'x'.repeat(2_000)}`)
  const podLogs = [{ namespace: SHOP, pod: 'checkout-1-aaaaa', container: 'app', lines }]
  const shop = await openShop(t, { podLogs })
  const { data, message } = await type(shop, 'logs checkout-1-aaaaa -n shop --tail 400')
  assert.match(data.lines.at(-1), /^399 /)
  assert.equal(data.cut, true)
  assert.match(message ?? '', /only the newest \d+ are shown/)
})

test('what is not there, and what may not be seen, is told in words', async (t) => {
  const shop = await openShop(t, { denials: [{ kinds: ['Secret'] }] })
  assert.match(
    (await type(shop, 'get deploy nope -n shop')).error ?? '',
    /There is no Deployment nope in namespace shop/,
  )
  assert.match((await type(shop, 'get secrets -n shop')).error ?? '', /^secrets is forbidden/)
  assert.match((await type(shop, 'get jobs -n nowhere')).message ?? '', /if it exists at all/)
})

test('whatever a model writes, nothing but reads reaches the server', async (t) => {
  const shop = await openShop(t, { objects: shopObjects() })
  const commands = [
    ...[
      'delete pod checkout-1-aaaaa -n shop',
      'kubectl exec checkout-1-aaaaa -n shop -- id',
      'get pods --as=system:masters',
    ],
    ...[
      'get --raw /api/v1/secrets',
      'get pods -n ../../secrets',
      'scale deploy checkout --replicas=0',
      'proxy',
      'get pods; delete pods',
    ],
  ]
  for (const command of commands) assert.equal((await type(shop, command)).success, false, command)
  assert.equal(shop.simulator.recorder.requests.length, 0)
})
