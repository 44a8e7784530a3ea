import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { oddSibling } from './odd-sibling.ts'

const DNS_PLACE = 'kube-system'
const ALERT = { alertName: 'PaymentsFailing', labels: { service: 'pay' }, text: 'half of all requests fail' }
const PAY = [...deployment('pay'), pod('pay-1-aaaaa', { owner: 'ReplicaSet/pay-1' })]

function inPlace(namespace: string, objects: ReturnType<typeof deployment>) {
  return objects.map((one) => ({ ...one, metadata: { ...one.metadata, namespace } }))
}

function dnsPod(name: string) {
  return pod(name, { owner: 'ReplicaSet/coredns-1', labels: { 'k8s-app': 'kube-dns' } })
}

const DNS = inPlace(DNS_PLACE, [
  ...deployment('coredns', { replicas: 2 }),
  dnsPod('coredns-1-aaaaa'),
  dnsPod('coredns-1-bbbbb'),
])
const LOOKUP = [
  `${minutesAgo(20)} ERROR getaddrinfo EAI_AGAIN api.bank.example`,
  `${minutesAgo(10)} INFO charge ok`,
  `${minutesAgo(5)} ERROR getaddrinfo EAI_AGAIN api.bank.example`,
]
const FULL = [20, 10, 2].map(
  (ago) => `${minutesAgo(ago)} [ERROR] plugin/errors: 2 api.bank.example. A: concurrent queries exceeded maximum 1000`,
)

function dnsLogs(first: readonly string[], second: readonly string[]) {
  return [
    { pod: 'pay-1-aaaaa', lines: LOOKUP },
    { namespace: DNS_PLACE, pod: 'coredns-1-aaaaa', lines: first },
    { namespace: DNS_PLACE, pod: 'coredns-1-bbbbb', lines: second },
  ]
}

function counting(name: string, perStep: number) {
  const values = Array.from({ length: 40 }, (_, at) => at * perStep)
  return { name: 'coredns_forward_max_concurrent_rejects_total', labels: { namespace: DNS_PLACE, pod: name }, values }
}

test('one DNS replica that is full while its sibling is not is restarted, for who asks it gets no answer', async () => {
  const series = [counting('coredns-1-aaaaa', 900), counting('coredns-1-bbbbb', 0)]
  const logs = dnsLogs(FULL, [`${minutesAgo(900)} CoreDNS-1.11.1`])
  const scene = await signalSceneOf({ ...ALERT, objects: [...PAY, ...DNS], logs, series })
  const found = onlyFinding(oddSibling(scene), scene)
  assert.match(found.statement, /Only one of 2 ready replicas of coredns is bad, pod coredns-1-aaaaa/)
  assert.match(found.statement, /coredns_forward_max_concurrent_rejects_total all come from it/)
  assert.match(found.statement, /pod pay-1-aaaaa says "ERROR getaddrinfo EAI_AGAIN/)
  assert.deepEqual(found.actions[0]?.parameters, { namespace: DNS_PLACE, pod_name: 'coredns-1-aaaaa' })
  assert.equal(found.confidence, 0.9)
})

test('replicas that all say it do not suffer from themselves', async () => {
  const scene = await signalSceneOf({ ...ALERT, objects: [...PAY, ...DNS], logs: dnsLogs(FULL, FULL) })
  assert.deepEqual(oddSibling(scene), [])
})

const HUB = [
  ...deployment('hub', { replicas: 2 }),
  pod('hub-1-aaaaa', { owner: 'ReplicaSet/hub-1' }),
  pod('hub-1-bbbbb', { owner: 'ReplicaSet/hub-1' }),
]
const OWN = { alertName: 'HubErrors', labels: { deployment: 'hub', service: 'hub' } }

function hubLogs(...lines: readonly string[]) {
  const said = [15, 4].flatMap((ago) => lines.map((line) => `${minutesAgo(ago)} ERROR ${line}`))
  return [
    { pod: 'hub-1-aaaaa', lines: said },
    { pod: 'hub-1-bbbbb', lines: [`${minutesAgo(3)} INFO GET /in 200`] },
  ]
}

test('words that do not tell of the process alone are no reason to restart it', async () => {
  const scene = await signalSceneOf({ ...OWN, objects: HUB, logs: hubLogs('cannot parse message 17') })
  const found = onlyFinding(oddSibling(scene), scene)
  assert.deepEqual(found.actions, [])
  assert.equal(found.weight, 'symptom')
})

test('complaints about somebody else are not its own', async () => {
  const logs = hubLogs('dial tcp 10.9.0.3:5432: connect: connection refused')
  assert.deepEqual(oddSibling(await signalSceneOf({ ...OWN, objects: HUB, logs })), [])
})

test('what was over an hour ago is over', async () => {
  const logs = [
    { pod: 'hub-1-aaaaa', lines: [90, 80].map((ago) => `${minutesAgo(ago)} ERROR queue is full`) },
    { pod: 'hub-1-bbbbb', lines: [`${minutesAgo(3)} INFO GET /in 200`] },
  ]
  assert.deepEqual(oddSibling(await signalSceneOf({ ...OWN, objects: HUB, logs })), [])
})

const CALLER = [...deployment('front'), pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1' })]

test('the one bad replica of somebody the subject calls is found where calls fail in part', async () => {
  const calls = [
    `${minutesAgo(16)} ERROR POST http://hub:8080/in answered 503`,
    `${minutesAgo(12)} INFO order accepted 201`,
    `${minutesAgo(3)} ERROR POST http://hub:8080/in answered 503`,
  ]
  const logs = [{ pod: 'front-1-aaaaa', lines: calls }, ...hubLogs('request queue is full (512), rejecting')]
  const alert = { alertName: 'FrontErrors', labels: { deployment: 'front', service: 'front' } }
  const scene = await signalSceneOf({ ...alert, objects: [...CALLER, ...HUB], logs })
  const found = onlyFinding(oddSibling(scene), scene)
  assert.match(found.statement, /Only one of 2 ready replicas of hub is bad, pod hub-1-aaaaa/)
  assert.match(found.statement, /pod front-1-aaaaa says "ERROR POST/)
  assert.equal(found.actions[0]?.parameters.pod_name, 'hub-1-aaaaa')
})

test('a DNS that writes nothing down is told apart by what it counts, and nothing is done for that alone', async () => {
  const series = [counting('coredns-1-aaaaa', 900), counting('coredns-1-bbbbb', 0)]
  const calm = [`${minutesAgo(900)} CoreDNS-1.11.1`]
  const scene = await signalSceneOf({ ...ALERT, objects: [...PAY, ...DNS], logs: dnsLogs(calm, calm), series })
  const found = onlyFinding(oddSibling(scene), scene)
  assert.match(found.statement, /pod coredns-1-aaaaa: of .* all come from it/)
  assert.deepEqual(found.actions, [])
})

test('a caller who is turned away and a cached copy that is stale are no states of the process', async () => {
  for (const line of ['RateLimiter too many requests from 203.0.113.9, rejected with 429', 'cached object is stale']) {
    const scene = await signalSceneOf({ ...OWN, objects: HUB, logs: hubLogs(line) })
    assert.deepEqual(onlyFinding(oddSibling(scene), scene).actions, [])
  }
})

test('siblings that did no work lately prove nothing by their silence', async () => {
  const full = hubLogs('request queue is full (512), rejecting').slice(0, 1)
  for (const line of [`${minutesAgo(300)} INFO GET /in 200`, `${minutesAgo(3)} INFO waiting to acquire lease hub`]) {
    const logs = [...full, { pod: 'hub-1-bbbbb', lines: [line] }]
    const scene = await signalSceneOf({ ...OWN, objects: HUB, logs })
    assert.deepEqual(onlyFinding(oddSibling(scene), scene).actions, [])
  }
})

test('a member of a StatefulSet is not restarted for what its siblings do not say', async () => {
  const objects = [
    object('StatefulSet', 'hub', { spec: { replicas: 2 }, status: { readyReplicas: 2, updatedReplicas: 2 } }),
    ...['hub-0', 'hub-1'].map((name) => pod(name, { owner: 'StatefulSet/hub' })),
  ]
  const logs = hubLogs('request queue is full').map((log, at) => ({ ...log, pod: `hub-${at}` }))
  const scene = await signalSceneOf({ alertName: 'HubErrors', labels: { statefulset: 'hub' }, objects, logs })
  assert.deepEqual(onlyFinding(oddSibling(scene), scene).actions, [])
})

test('a sibling of which nothing is measured is unknown, not good', async () => {
  const quiet = [`${minutesAgo(900)} CoreDNS-1.11.1`]
  const series = [counting('coredns-1-aaaaa', 900)]
  const scene = await signalSceneOf({ ...ALERT, objects: [...PAY, ...DNS], logs: dnsLogs(quiet, quiet), series })
  assert.deepEqual(oddSibling(scene), [])
})

test('whoever counts, siblings that complain alike refute that one alone is bad', async () => {
  const late = (name: string) => [
    `[ERROR] plugin/errors: 2 ${name}. A: read udp 10.1.0.9:40022->10.9.9.9:53: i/o timeout`,
  ]
  const series = [counting('coredns-1-aaaaa', 900), counting('coredns-1-bbbbb', 0)]
  const logs = dnsLogs(late('api.bank.example'), late('login.shop.example'))
  const scene = await signalSceneOf({ ...ALERT, objects: [...PAY, ...DNS], logs, series })
  assert.deepEqual(oddSibling(scene), [])
})
