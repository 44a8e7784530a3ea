import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { networkPolicyBlocks } from './network-policies.ts'

const ALERT = { alertName: 'AppDown', labels: { service: 'front' } }
const OBJECTS = [
  ...deployment('front'),
  pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1', labels: { app: 'front' } }),
  ...deployment('cart'),
  pod('cart-1-aaaaa', {
    owner: 'ReplicaSet/cart-1',
    labels: { app: 'cart' },
    spec: { containers: [{ name: 'app', image: 'a', ports: [{ containerPort: 8080 }] }] },
  }),
  object('Service', 'cart', { spec: { selector: { app: 'cart' }, ports: [{ port: 80, targetPort: 8080 }] } }),
  object('Endpoints', 'cart', { subsets: [{ addresses: [{ ip: '10.1.0.4' }] }] }),
]

function policy(name: string, spec: Record<string, unknown>, age = 20) {
  return object('NetworkPolicy', name, { metadata: { creationTimestamp: minutesAgo(age) }, spec })
}

function logs(line: string) {
  return [{ pod: 'front-1-aaaaa', lines: [`${minutesAgo(15)} ERROR ${line}`, `${minutesAgo(5)} ERROR ${line}`] }]
}

const NO_DNS = 'dial tcp: lookup cart on 10.96.0.10:53: read udp 10.1.0.3:51820->10.96.0.10:53: i/o timeout'
const NO_ANSWER = 'Get "http://cart:80/items": dial tcp 10.96.4.2:80: i/o timeout'

test('an egress policy without a rule for port 53 is told as what silences DNS', async () => {
  const strict = policy('strict', {
    podSelector: {},
    policyTypes: ['Egress'],
    egress: [{ ports: [{ port: 8080, protocol: 'TCP' }] }],
  })
  const scene = await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, strict], logs: logs(NO_DNS) })
  const found = onlyFinding(networkPolicyBlocks(scene), scene)
  assert.match(found.statement, /Network policy strict in namespace shop blocks DNS queries \(port 53\)/)
  assert.match(found.statement, /created at 2026-11-15 11:40 UTC/)
  assert.equal(found.confidence, 0.9)
  assert.deepEqual(found.actions, [])
})

test('an ingress policy at the other end is told with whom it shuts out', async () => {
  const closed = policy('cart-only-admin', {
    podSelector: { matchLabels: { app: 'cart' } },
    policyTypes: ['Ingress'],
    ingress: [{ from: [{ podSelector: { matchLabels: { app: 'admin' } } }] }],
  })
  const scene = await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, closed], logs: logs(NO_ANSWER) })
  const found = onlyFinding(networkPolicyBlocks(scene), scene)
  assert.match(found.statement, /cart-only-admin .* blocks connections from front-1-aaaaa to cart on port 8080/)
  assert.match(found.suggestions.join(' '), /Add an ingress rule/)
})

test('a policy that allows the traffic, by any of its rules, is not to blame', async () => {
  const dns = {
    to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
    ports: [{ port: 53 }],
  }
  const open = policy('open', {
    podSelector: {},
    policyTypes: ['Egress'],
    egress: [{ to: [{ podSelector: {} }] }, dns],
  })
  assert.deepEqual(
    networkPolicyBlocks(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, open], logs: logs(NO_DNS) })),
    [],
  )
  const lets = policy('lets', {
    podSelector: { matchLabels: { app: 'cart' } },
    ingress: [{ from: [{ podSelector: { matchLabels: { app: 'front' } } }], ports: [{ port: 8080 }] }],
  })
  assert.deepEqual(
    networkPolicyBlocks(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, lets], logs: logs(NO_ANSWER) })),
    [],
  )
})

test('a policy over other pods, or a port that is refused rather than silent, is no block', async () => {
  const others = policy('others', {
    podSelector: { matchLabels: { app: 'admin' } },
    policyTypes: ['Egress'],
    egress: [],
  })
  assert.deepEqual(
    networkPolicyBlocks(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, others], logs: logs(NO_DNS) })),
    [],
  )
  const none = policy('none', { podSelector: {}, policyTypes: ['Egress'], egress: [] })
  const refused = logs('Get "http://cart:80/items": dial tcp 10.96.4.2:80: connect: connection refused')
  assert.deepEqual(
    networkPolicyBlocks(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, none], logs: refused })),
    [],
  )
})

test('a policy younger than the trouble is told with doubt', async () => {
  const young = policy('young', { podSelector: {}, policyTypes: ['Egress'], egress: [] }, 2)
  const scene = await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, young], logs: logs(NO_DNS) })
  assert.ok(onlyFinding(networkPolicyBlocks(scene), scene).confidence <= 0.5)
})

test('a rule for namespaces with a label is judged by the labels the namespace has', async () => {
  const byTeam = policy('by-team', {
    podSelector: { matchLabels: { app: 'cart' } },
    ingress: [{ from: [{ namespaceSelector: { matchLabels: { team: 'front' } } }] }],
  })
  const place = (team: string) => object('Namespace', 'shop', { metadata: { labels: { team } } })
  const shut = await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, byTeam, place('back')], logs: logs(NO_ANSWER) })
  assert.match(onlyFinding(networkPolicyBlocks(shut), shut).statement, /by-team/)
  const open = [...OBJECTS, byTeam, place('front')]
  assert.deepEqual(networkPolicyBlocks(await clusterSceneOf({ ...ALERT, objects: open, logs: logs(NO_ANSWER) })), [])
})

test('a lookup without an answer counts where its line names nobody, and one that does not say why; a plain no does not', async () => {
  const strict = policy('strict', { podSelector: {}, policyTypes: ['Egress'], egress: [{ ports: [{ port: 8080 }] }] })
  const blocked = async (line: string) =>
    networkPolicyBlocks(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, strict], logs: logs(line) })).map(
      ({ statement }) => /blocks DNS queries/.test(statement),
    )
  const rust = 'sqlx: failed to lookup address information: Temporary failure in name resolution'
  assert.deepEqual(await blocked(rust), [true])
  assert.deepEqual(await blocked('java.net.UnknownHostException: cart.shop.svc'), [true])
  assert.ok(!(await blocked('getaddrinfo ENOTFOUND nobody.shop.svc')).includes(true))
})

async function findingWith(rules: readonly object[]) {
  const spec = { podSelector: { matchLabels: { app: 'cart' } }, policyTypes: ['Ingress'], ingress: rules }
  const objects = [...OBJECTS, policy('cart-callers', spec)]
  const scene = await clusterSceneOf({ ...ALERT, objects, logs: logs(NO_ANSWER) })
  return onlyFinding(networkPolicyBlocks(scene), scene)
}

test('the rule that comes nearest is told with the one thing in which it differs', async () => {
  const named = (name: string) => ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } })
  const pods = (app: string) => ({ podSelector: { matchLabels: { app } } })
  const cases: [rule: object, expected: RegExp][] = [
    [
      { from: [named('shopp')] },
      /metadata\.name=shopp, while namespace shop has kubernetes\.io\/metadata\.name=shop\./,
    ],
    [{ from: [pods('frontt')] }, /asks for pod label app=frontt, while the caller has app=front\./],
    [{ from: [pods('front')], ports: [{ port: 9090 }] }, /asks for port 9090 only, while this goes to port 8080\./],
    [
      { from: [{ podSelector: { matchExpressions: [{ key: 'tier', operator: 'Exists' }] } }] },
      /asks for pod label tier Exists, while the caller has no label tier\./,
    ],
  ]
  for (const [rule, expected] of cases) {
    const found = await findingWith([{ from: [pods('admin')], ports: [{ port: 1 }] }, rule])
    assert.match(found.statement, expected)
    assert.match(found.suggestions.join(' '), /If the nearest rule of network policy cart-callers was meant for this/)
  }
})

test('a policy that allows nobody is told so, and several differences promise no simple correction', async () => {
  assert.match((await findingWith([])).statement, /has no ingress rule at all\./)
  const far = await findingWith([{ from: [{ podSelector: { matchLabels: { app: 'admin' } } }], ports: [{ port: 1 }] }])
  assert.match(far.statement, /app=admin, while the caller has app=front; and for port 1 only/)
  assert.doesNotMatch(far.suggestions.join(' '), /nearest/)
})
