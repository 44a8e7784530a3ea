import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { policyChanged } from './network-policies.ts'

const ALERT = { alertName: 'FrontErrors', labels: { deployment: 'front', service: 'front' } }
const OBJECTS = [
  ...deployment('front'),
  pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1', labels: { app: 'front' } }),
]
const LOGS = [
  {
    pod: 'front-1-aaaaa',
    lines: [18, 9, 2].map((ago) => `${minutesAgo(ago)} ERROR could not fetch the rates`),
  },
]
const NARROW = { podSelector: {}, policyTypes: ['Egress'], egress: [{ ports: [{ port: 443, protocol: 'TCP' }] }] }

function policy(name: string, age: number, spec: Record<string, unknown>, changed?: number) {
  const managedFields = changed === undefined ? [] : [{ time: minutesAgo(changed) }]
  return object('NetworkPolicy', name, { metadata: { creationTimestamp: minutesAgo(age), managedFields }, spec })
}

async function findings(...policies: ReturnType<typeof policy>[]) {
  const scene = await signalSceneOf({ ...ALERT, objects: [...OBJECTS, ...policies], logs: LOGS })
  return { found: policyChanged(scene), scene }
}

test('a policy that came just before the failures is told as likely, not as proven', async () => {
  const { found, scene } = await findings(policy('baseline', 20, NARROW))
  const one = onlyFinding(found, scene)
  assert.match(
    one.statement,
    /Network policy baseline in namespace shop was created at .* just before front began to fail/,
  )
  assert.match(one.statement, /DNS \(port 53\) is not among it.*likely, though no log proves it/)
  assert.equal(one.confidence, 0.6)
  assert.deepEqual(one.actions, [])
})

test('an old policy that was changed then counts too', async () => {
  const { found, scene } = await findings(policy('baseline', 9000, NARROW, 20))
  assert.match(onlyFinding(found, scene).statement, /was changed at/)
})

test('an old one, one that lets all through, and one beside another of its direction shut nothing out anew', async () => {
  assert.deepEqual((await findings(policy('baseline', 900, NARROW))).found, [])
  assert.deepEqual((await findings(policy('open', 20, { ...NARROW, egress: [{}] }))).found, [])
  assert.deepEqual((await findings(policy('first', 9000, NARROW), policy('more', 20, NARROW))).found, [])
})
