import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { dnsRule } from './dns-rule.ts'

const ALERT = { alertName: 'HighErrorRate', labels: { service: 'front' } }
const LOGS = [
  { pod: 'front-1-aaaaa', lines: ['2026-11-15T11:50:00Z ERROR lookup cart.shop.svc.cluster.local: no such host'] },
]
const OBJECTS = [
  ...deployment('front'),
  pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1' }),
  ...deployment('cart'),
  pod('cart-1-aaaaa', { owner: 'ReplicaSet/cart-1', labels: { app: 'cart' } }),
]
const SERVICE = object('Service', 'cart', { spec: { selector: { app: 'cart' } } })

const SERVES = '    kubernetes cluster.local in-addr.arpa {'

function corefile(...lines: readonly string[]) {
  return object('ConfigMap', 'coredns', {
    metadata: { namespace: 'kube-system' },
    data: { Corefile: ['.:53 {', '    errors', ...lines, SERVES, '    forward . /etc/resolv.conf', '}'].join('\n') },
  })
}

const RULE = '    template ANY ANY cart.shop.svc.cluster.local {'

test('a rule of the DNS for the very name that cannot be resolved is quoted', async () => {
  const scene = await clusterSceneOf({
    ...ALERT,
    objects: [...OBJECTS, SERVICE, corefile(RULE, '      rcode NXDOMAIN', '    }')],
    logs: LOGS,
  })
  const found = onlyFinding(dnsRule(scene), scene)
  assert.match(
    found.statement,
    /Service shop\/cart exists.*answers it with rcode NXDOMAIN: "template ANY ANY cart\.shop\.svc\.cluster\.local \{"/,
  )
  assert.deepEqual(found.actions, [])
})

test('an ordinary Corefile, or a Service that is not there, accuses no rule', async () => {
  assert.deepEqual(
    dnsRule(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, SERVICE, corefile()], logs: LOGS })),
    [],
  )
  assert.deepEqual(dnsRule(await clusterSceneOf({ ...ALERT, objects: [...OBJECTS, corefile(RULE)], logs: LOGS })), [])
})

test('a rule for the whole zone counts, one for another zone or another name does not', async () => {
  const rule = (zone: string, ...match: readonly string[]) => [
    `template ANY ANY ${zone} {`,
    ...match,
    'rcode NXDOMAIN',
    '}',
  ]
  const findingsWith = async (...lines: readonly string[]) => {
    const objects = [...OBJECTS, SERVICE, corefile(...lines)]
    return dnsRule(await clusterSceneOf({ ...ALERT, objects, logs: LOGS })).length
  }
  assert.equal(await findingsWith(...rule('svc.cluster.local')), 1)
  assert.equal(await findingsWith(...rule('.', 'match "^cart\\..*"')), 1)
  assert.equal(await findingsWith(...rule('example.com')), 0)
  assert.equal(await findingsWith(...rule('.', 'match "^other\\..*"')), 0)
})
