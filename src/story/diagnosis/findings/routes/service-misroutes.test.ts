import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { serviceMisroutes } from './service-misroutes.ts'

const REFUSED =
  '2026-11-15T11:50:00Z ERROR call failed: Get "http://cart:80/items": dial tcp 10.96.4.2:80: connect: connection refused'
const PORTS = { containers: [{ name: 'app', image: 'a', ports: [{ containerPort: 8080, name: 'http' }] }] }
const CART = [
  ...deployment('cart'),
  pod('cart-1-aaaaa', { owner: 'ReplicaSet/cart-1', labels: { app: 'cart', tier: 'api' }, spec: PORTS }),
]
const FRONT = [...deployment('front'), pod('front-1-aaaaa', { owner: 'ReplicaSet/front-1', labels: { app: 'front' } })]
const ALERT = { alertName: 'HighErrorRate', labels: { service: 'front' } }
const LOGS = [{ pod: 'front-1-aaaaa', lines: [REFUSED, REFUSED] }]

function service(selector: object, targetPort: number | string, addresses: readonly object[]) {
  return [
    object('Service', 'cart', { spec: { clusterIP: '10.96.4.2', selector, ports: [{ port: 80, targetPort }] } }),
    object('Endpoints', 'cart', { subsets: addresses.length > 0 ? [{ addresses }] : [] }),
  ]
}

test('a selector that fits no pod is told beside the labels that are there', async () => {
  const objects = [...FRONT, ...CART, ...service({ app: 'cart', tier: 'backend' }, 8080, [])]
  const scene = await clusterSceneOf({ ...ALERT, objects, logs: LOGS })
  const found = onlyFinding(serviceMisroutes(scene), scene)
  assert.match(
    found.statement,
    /Service shop\/cart has no endpoints because its selector app=cart, tier=backend selects no pod/,
  )
  assert.match(found.statement, /tier=backend is asked for, tier=api is there/)
  assert.match(found.statement, /front-1-aaaaa cannot reach it: "ERROR call failed/)
  assert.deepEqual(found.actions, [])
  assert.equal(found.confidence, 0.9)
})

test('a caller that names only the address of the Service is understood', async () => {
  const lines = ['2026-11-15T11:50:00Z ERROR dial tcp 10.96.4.2:80: connect: connection refused']
  const objects = [...FRONT, ...CART, ...service({ app: 'basket' }, 8080, [])]
  const scene = await clusterSceneOf({ ...ALERT, objects, logs: [{ pod: 'front-1-aaaaa', lines }] })
  assert.match(onlyFinding(serviceMisroutes(scene), scene).statement, /app=basket is asked for, app=cart is there/)
})

test('a target port nobody listens on is told beside the ports there are', async () => {
  const objects = [...FRONT, ...CART, ...service({ app: 'cart' }, 9090, [{ ip: '10.1.0.4' }])]
  const scene = await clusterSceneOf({ ...ALERT, objects, logs: LOGS })
  const found = onlyFinding(serviceMisroutes(scene), scene)
  assert.match(
    found.statement,
    /sends port 80 to targetPort 9090 of its pods, where nobody listens: pod cart-1-aaaaa has containerPort 8080 \(http\)/,
  )
  assert.deepEqual(found.actions, [])
})

test('a named target port that the pod has is right, one that it has not is wrong', async () => {
  const right = [...FRONT, ...CART, ...service({ app: 'cart' }, 'http', [{ ip: '10.1.0.4' }])]
  assert.deepEqual(serviceMisroutes(await clusterSceneOf({ ...ALERT, objects: right, logs: LOGS })), [])
  const wrong = [...FRONT, ...CART, ...service({ app: 'cart' }, 'web', [{ ip: '10.1.0.4' }])]
  const scene = await clusterSceneOf({ ...ALERT, objects: wrong, logs: LOGS })
  assert.match(onlyFinding(serviceMisroutes(scene), scene).statement, /targetPort web/)
})

test('a Service whose pods are merely not ready, or scaled away, is not misrouted', async () => {
  const unready = [
    object('Service', 'cart', { spec: { selector: { app: 'cart' }, ports: [{ port: 80, targetPort: 8080 }] } }),
    object('Endpoints', 'cart', { subsets: [{ notReadyAddresses: [{ ip: '10.1.0.4' }] }] }),
  ]
  assert.deepEqual(
    serviceMisroutes(await clusterSceneOf({ ...ALERT, objects: [...FRONT, ...CART, ...unready], logs: LOGS })),
    [],
  )
  const none = [...FRONT, ...deployment('cart', { replicas: 0 }), ...service({ app: 'cart' }, 8080, [])]
  assert.deepEqual(serviceMisroutes(await clusterSceneOf({ ...ALERT, objects: none, logs: LOGS })), [])
})

test('an idle Service nobody calls is no news', async () => {
  const objects = [...FRONT, ...CART, ...service({ app: 'long-gone', tier: 'api' }, 8080, [])]
  const logs = [{ pod: 'front-1-aaaaa', lines: ['2026-11-15T11:50:00Z ERROR template missing'] }]
  assert.deepEqual(serviceMisroutes(await clusterSceneOf({ ...ALERT, objects, logs })), [])
})

test('a second port nobody declares is no reason for errors on the first', async () => {
  const ports = [
    { port: 80, targetPort: 8080 },
    { port: 9102, targetPort: 9102 },
  ]
  const both = [
    object('Service', 'cart', { spec: { selector: { app: 'cart' }, ports } }),
    object('Endpoints', 'cart', { subsets: [{ addresses: [{ ip: '10.1.0.4' }] }] }),
  ]
  const alert = { alertName: 'TargetDown', labels: { service: 'cart' } }
  assert.deepEqual(serviceMisroutes(await clusterSceneOf({ ...alert, objects: [...CART, ...both] })), [])
  assert.deepEqual(
    serviceMisroutes(await clusterSceneOf({ ...ALERT, objects: [...FRONT, ...CART, ...both], logs: LOGS })),
    [],
  )
})

test('a port a probe reaches is open, declared or not', async () => {
  const probed = pod('cart-1-aaaaa', {
    owner: 'ReplicaSet/cart-1',
    labels: { app: 'cart' },
    spec: { containers: [{ ...PORTS.containers[0], readinessProbe: { httpGet: { port: 9090, path: '/' } } }] },
  })
  const objects = [...FRONT, ...deployment('cart'), probed, ...service({ app: 'cart' }, 9090, [{ ip: '10.1.0.4' }])]
  assert.deepEqual(serviceMisroutes(await clusterSceneOf({ ...ALERT, objects, logs: LOGS })), [])
})

const NAMED = { alertName: 'NGINXTooMany500s', labels: { service: 'cart' }, text: 'Too many 5XXs' }

function portsOf(...ports: readonly object[]) {
  return { containers: [{ name: 'app', image: 'a', ports }] }
}

/** The newest revision is 27 minutes old; the one before declared `before`. */
function released(before: object, after: object) {
  return [
    ...deployment('cart', {
      revisions: [
        { template: portsOf(before), age: 9000 },
        { template: portsOf(after), age: 27 },
      ],
    }),
    pod('cart-2-aaaaa', { owner: 'ReplicaSet/cart-2', labels: { app: 'cart' }, spec: portsOf(after), age: 26 }),
  ]
}

test('a release that renames the port a Service asks for by name is returned from', async () => {
  const cart = released({ containerPort: 8000, name: 'http' }, { containerPort: 8000, name: 'http-web' })
  const scene = await clusterSceneOf({ ...NAMED, objects: [...cart, ...service({ app: 'cart' }, 'http', [])] })
  const found = onlyFinding(serviceMisroutes(scene), scene)
  assert.match(
    found.statement,
    /has no endpoints though its selector fits pods that are ready: its port 80 leads to targetPort "http", and pod cart-2-aaaaa has containerPort 8000 \(http-web\)/,
  )
  assert.match(found.statement, /came with revision 2 of deployment cart \(rolled out 27 minutes ago\)/)
  assert.equal(found.actions[0]?.plugin, 'rollback_deployment')
})

test('a release that moves the port callers are sent to is returned from', async () => {
  const cart = released({ containerPort: 8080, name: 'http' }, { containerPort: 9090, name: 'http' })
  const objects = [...FRONT, ...cart, ...service({ app: 'cart' }, 8080, [{ ip: '10.1.0.4' }])]
  const scene = await clusterSceneOf({ ...ALERT, objects, logs: LOGS })
  const found = onlyFinding(serviceMisroutes(scene), scene)
  assert.match(found.statement, /containerPort went from 8080 to 9090/)
  assert.equal(found.actions[0]?.plugin, 'rollback_deployment')
})

test('a port that was never there is nothing a rollback brings', async () => {
  const cart = released({ containerPort: 8000, name: 'web' }, { containerPort: 8001, name: 'web' })
  const scene = await clusterSceneOf({ ...NAMED, objects: [...cart, ...service({ app: 'cart' }, 'http', [])] })
  const found = onlyFinding(serviceMisroutes(scene), scene)
  assert.deepEqual(found.actions, [])
  assert.match(found.suggestions[0] ?? '', /Set targetPort of service cart to web/)
})

test('a pod that declares no port at all has none of that name', async () => {
  const cart = [...deployment('cart'), pod('cart-1-aaaaa', { owner: 'ReplicaSet/cart-1', labels: { app: 'cart' } })]
  const scene = await clusterSceneOf({ ...NAMED, objects: [...cart, ...service({ app: 'cart' }, 'http', [])] })
  assert.match(onlyFinding(serviceMisroutes(scene), scene).statement, /pod cart-1-aaaaa declares no port/)
})

test('a release that drops a label the Service selects by is returned from', async () => {
  const replicaSet = (name: string, revision: string, labels: object, age: number, replicas: number) =>
    object('ReplicaSet', name, {
      metadata: {
        creationTimestamp: minutesAgo(age),
        labels: { app: 'cart' },
        annotations: { 'deployment.kubernetes.io/revision': revision },
        ownerReferences: [{ kind: 'Deployment', name: 'cart', uid: 'Deployment-cart', controller: true }],
      },
      spec: { replicas, template: { metadata: { labels }, spec: PORTS } },
      status: { replicas, readyReplicas: replicas },
    })
  const [cart] = deployment('cart', { revisions: [{}, {}] })
  const objects = [
    ...(cart ? [cart] : []),
    replicaSet('cart-1', '1', { app: 'cart', tier: 'api' }, 9000, 0),
    replicaSet('cart-2', '2', { app: 'cart' }, 27, 1),
    pod('cart-2-aaaaa', { owner: 'ReplicaSet/cart-2', labels: { app: 'cart' }, spec: PORTS, age: 26 }),
    ...service({ app: 'cart', tier: 'api' }, 8080, []),
  ]
  const scene = await clusterSceneOf({ ...NAMED, objects })
  const found = onlyFinding(serviceMisroutes(scene), scene)
  assert.match(found.statement, /metadata.labels.tier was removed \(it was api\)/)
  assert.equal(found.actions[0]?.plugin, 'rollback_deployment')
})
