import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { steady } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { scrapeBlocked } from './network-policies.ts'

const NAME = 'collector-1-aaaaa'
const PORTS = [
  { containerPort: 8080, name: 'http' },
  { containerPort: 9102, name: 'metrics' },
]
const GATEWAY = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'gateway' } } }

type World = { rules: readonly object[]; age?: number; values?: readonly number[]; isReady?: boolean; labels?: object }

async function findingsOf({ rules, age = 32, values, isReady = true, labels = {} }: World) {
  const spec = { podSelector: { matchLabels: { app: 'collector' } }, policyTypes: ['Ingress'], ingress: rules }
  const objects = [
    ...deployment('collector'),
    pod(NAME, {
      owner: 'ReplicaSet/collector-1',
      labels: { app: 'collector' },
      ...(!isReady && { status: { conditions: [{ type: 'Ready', status: 'False' }] } }),
      spec: { containers: [{ name: 'app', image: 'a', ports: PORTS }] },
    }),
    object('NetworkPolicy', 'callers', { metadata: { creationTimestamp: minutesAgo(age) }, spec }),
  ]
  const series = [
    {
      name: 'up',
      labels: { namespace: 'shop', job: 'collector', pod: NAME, instance: '10.0.0.8:9102' },
      values: values ?? [...steady(1, 60), ...steady(0, 30)],
    },
  ]
  const scene = await signalSceneOf({
    alertName: 'TargetDown',
    labels: { job: 'collector', service: 'collector', ...labels } as Record<string, string>,
    objects,
    series,
  })
  return { found: scrapeBlocked(scene), scene }
}

test('a policy as old as the silence, without a rule for the port, is told as what shuts the metrics server out', async () => {
  for (const port of [8080, 'http']) {
    const { found, scene } = await findingsOf({ rules: [{ from: [GATEWAY], ports: [{ port }] }] })
    const finding = onlyFinding(found, scene)
    assert.match(finding.statement, /Network policy callers in namespace shop shuts out whoever asks for metrics/)
    assert.match(finding.statement, /written at 2026-11-15 11:28 UTC.*no ingress rule that allows port 9102/)
    assert.match(finding.statement, new RegExp(`asks for port ${port} only, while this goes to port 9102`))
    assert.deepEqual([finding.confidence, finding.explains, finding.actions], [0.85, ['no_data'], []])
  }
})

test('a policy that admits nobody at all is told too', async () => {
  const { found, scene } = await findingsOf({ rules: [] })
  assert.match(onlyFinding(found, scene).statement, /no ingress rule that allows port 9102\./)
})

test('where the metrics server’s namespace is known, a rule for another one does not let it in', async () => {
  const rules = [{ from: [GATEWAY], ports: [{ port: 'metrics' }] }]
  const { found, scene } = await findingsOf({ rules, labels: { prometheus: 'monitoring/k8s' } })
  assert.match(onlyFinding(found, scene).statement, /metadata\.name=gateway, while namespace monitoring has/)
  const own = await findingsOf({ rules, labels: { prometheus: 'gateway/k8s' } })
  assert.deepEqual(own.found, [])
})

test('where it is not known, a new policy for others alone is likely and no more', async () => {
  const { found, scene } = await findingsOf({ rules: [{ from: [GATEWAY] }] })
  const finding = onlyFinding(found, scene)
  assert.match(finding.statement, /probably shuts out.*Whether the metrics server is among them was not seen/)
  assert.ok(finding.confidence <= 0.6)
})

test('an old policy, an open port, a pod that is not ready or a target that answers give nothing to tell', async () => {
  const closed = [{ ports: [{ port: 8080 }] }]
  const worlds: World[] = [
    { rules: closed, age: 600 },
    { rules: closed, age: 5 },
    { rules: [{ ports: [{ port: 9102 }] }] },
    { rules: closed, isReady: false },
    { rules: closed, values: steady(1) },
  ]
  for (const world of worlds) assert.deepEqual((await findingsOf(world)).found, [], JSON.stringify(world))
})
