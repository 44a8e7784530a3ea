/**
 * What the plugins of the cluster promise of any cluster. It runs against the pretend one, and against the real one that
 * FIREBREAK_TEST_KUBECONFIG names; there it reads, and writes only as the server's own dry run.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type ClusterHands, openHands, openShop } from '../world/cluster-hands.ts'
import type { Json } from '../world/kubernetes/kube-object.ts'

const KUBECONFIG = process.env.FIREBREAK_TEST_KUBECONFIG

function open(t: TestContext): Promise<ClusterHands> | ClusterHands {
  return KUBECONFIG ? openHands(t, { KUBECONFIG }) : openShop(t, { podMetrics: [] })
}

async function somePod({ ask }: ClusterHands): Promise<Json> {
  const { data } = await ask('list_pods', { namespace: '*' })
  return data.pods[0] ?? assert.fail('The cluster has no pod to look at.')
}

test('every pod of the cluster can be listed and described, with nothing unexplained', async (t) => {
  const hands = await open(t)
  const { success, data } = await hands.ask('list_pods', { namespace: '*', limit: 5 })
  assert.ok(success && data.total >= data.pods.length)
  for (const { name, namespace } of data.pods) {
    const described = await hands.ask('describe_pod', { namespace, pod_name: name })
    assert.equal(described.data.pod.name, name)
    for (const { why } of described.data.not_seen ?? [])
      assert.match(why, /forbidden|not found|could not find the requested resource/)
  }
})

test('events have times, and the newest stand last', async (t) => {
  const { ask } = await open(t)
  const { success, data } = await ask('get_events', { namespace: '*', limit: 500 })
  assert.ok(success)
  const times = data.events.map(({ time }: Json) => Date.parse(time))
  assert.ok(times.every((time: number) => Number.isFinite(time)))
  assert.deepEqual(
    times,
    times.toSorted((one: number, other: number) => one - other),
  )
})

test('a log comes, or the server says why not', async (t) => {
  const hands = await open(t)
  const { name, namespace } = await somePod(hands)
  const { success, data, error } = await hands.ask('get_pod_logs', { namespace, pod_name: name, tail_lines: 3 })
  if (success) assert.ok(data.lines.length <= 3)
  else assert.ok(error)
})

test('use comes, or the server says that nobody measures it', async (t) => {
  const { ask } = await open(t)
  const { success, error } = await ask('top_pods', { namespace: '*' })
  assert.ok(success || /metrics API is (not installed|installed but)/.test(error ?? ''), error)
})

test('what is not there is not found, and what is malformed is refused', async (t) => {
  const { ask } = await open(t)
  const nothing = await ask('describe_pod', { namespace: 'firebreak-nowhere', pod_name: 'nobody' })
  assert.match(nothing.error ?? '', /There is no pod nobody/)
  assert.deepEqual((await ask('list_pods', { namespace: 'firebreak-nowhere' })).data.pods, [])
  assert.match((await ask('list_pods', { label: 'a in (' })).error ?? '', /unable to parse/)
  assert.match(
    (await ask('get_pod_logs', { namespace: 'firebreak-nowhere', pod_name: 'nobody' })).error ?? '',
    /not found/,
  )
})

test('the model’s commands read', async (t) => {
  const { ask } = await open(t)
  for (const command of ['get nodes', 'get pods -A', 'get deploy -A -o wide', 'get events -A', 'get ns -o json']) {
    const { success, data, error } = await ask('llm.orchestrator_action', { command })
    assert.ok(success && Array.isArray(data.objects), `${command}: ${error}`)
  }
})

test('a dry run is the server’s own and leaves the cluster as it was', async (t) => {
  const { ask, act, plan } = await open(t)
  const { data } = await ask('list_pods', { namespace: '*', limit: 500 })
  const [deployment] = data.deployments ?? []
  const acts: [string, Record<string, unknown>][] = [
    ...data.pods.slice(0, 3).map(({ name, namespace }: Json) => ['restart_pod', { namespace, pod_name: name }]),
    ...(deployment
      ? [
          [
            'scale_deployment',
            { namespace: deployment.namespace, deployment: deployment.name, replicas: deployment.replicas + 1 },
          ],
        ]
      : []),
    ...(data.nodes ?? [])
      .slice(0, 1)
      .map(({ name, unschedulable }: Json) => ['cordon_node', { node: name, uncordon: unschedulable }]),
  ] as [string, Record<string, unknown>][]
  for (const [name, parameters] of acts) {
    // What cannot be planned is refused for a reason, and that is an answer too.
    const planned = await plan(name, parameters).catch((error: Error) => assert.ok(error.message) as undefined)
    if (!planned) continue
    const result = await act(name, parameters, { planned: planned.preconditions, isDryRun: true })
    assert.ok(result.success || /forbidden|Nothing was changed/.test(result.error ?? ''), `${name}: ${result.error}`)
    assert.deepEqual((await plan(name, parameters)).preconditions, planned.preconditions)
  }
})
