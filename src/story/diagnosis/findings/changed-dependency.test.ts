import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../test/world/scene/cluster-scene-of.ts'
import { counting } from '../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../test/world/scene/signal-scene-of.ts'
import { changedDependency } from './changed-dependency.ts'

const LABELS = { deployment: 'cart', service: 'cart' }
const ASKING = { containers: [{ name: 'app', image: 'cart:1', env: [{ name: 'STORE_ADDR', value: 'store:6379' }] }] }
const SERIES = [
  {
    name: 'http_requests_total',
    labels: { namespace: 'shop', service: 'cart', code: '500' },
    values: counting([0, 60], [3, 30]),
  },
  {
    name: 'http_requests_total',
    labels: { namespace: 'shop', service: 'cart', code: '200' },
    values: counting([9, 90]),
  },
]

/** The cart, its own release so many minutes old, and the store it is told to call. */
function world(storeAge: number, cartAge = 9000) {
  const store = (args: readonly string[]) => ({ containers: [{ name: 'app', image: 'store:8', args }] })
  const stores = [
    { template: store(['--save']), replicas: 0, age: 20_000 },
    { template: store(['--save', '--requirepass', 'x']), replicas: 1, age: storeAge },
  ]
  const carts = [
    { template: ASKING, replicas: 0, age: 20_000 },
    { template: ASKING, replicas: 1, age: cartAge },
  ]
  return [
    ...deployment('cart', { revisions: carts }),
    pod('cart-2-aaaaa', { owner: 'ReplicaSet/cart-2', spec: ASKING, age: cartAge }),
    ...deployment('store', { revisions: stores }),
    pod('store-2-aaaaa', { owner: 'ReplicaSet/store-2', spec: store(['--save', '--requirepass', 'x']), age: storeAge }),
  ]
}

function saying(line: string) {
  return { pod: 'cart-2-aaaaa', lines: [28, 14, 1].map((minutes) => `${minutesAgo(minutes)} ${line}`) }
}

const REFUSED = saying('ERROR GetCart 500: NOAUTH Authentication required')

test('a dependency that asks for a password since minutes before is gone back with', async () => {
  const scene = await signalSceneOf({ labels: LABELS, objects: world(31), series: SERIES, logs: [REFUSED] })
  const found = onlyFinding(changedDependency(scene), scene)
  assert.match(
    found.statement,
    /cart itself did not change, but its dependency store was released anew \(.*requirepass/,
  )
  assert.match(found.statement, /NOAUTH Authentication required/)
  assert.deepEqual(found.actions[0]?.parameters, { namespace: 'shop', deployment: 'store' })
  assert.equal(found.confidence, 0.85)
})

test('a dependency that changed long before, or only after, is not suspected', async () => {
  for (const age of [200, 12]) {
    const scene = await signalSceneOf({ labels: LABELS, objects: world(age), series: SERIES, logs: [REFUSED] })
    assert.deepEqual(changedDependency(scene), [])
  }
})

test('where the service itself was released then, nobody else is suspected', async () => {
  const scene = await signalSceneOf({ labels: LABELS, objects: world(31, 32), series: SERIES, logs: [REFUSED] })
  assert.deepEqual(changedDependency(scene), [])
})

test('the order in time alone is too little to act on', async () => {
  const logs = [saying('ERROR GetCart 500: the cart is empty')]
  const scene = await signalSceneOf({ labels: LABELS, objects: world(31), series: SERIES, logs })
  const found = onlyFinding(changedDependency(scene), scene)
  assert.equal(found.weight, 'symptom')
  assert.ok(found.confidence < 0.6)
})

test('what a dependency says it was told anew is told, and is for a person to take back', async () => {
  const notice = `${minutesAgo(30)} info configuration change for flag cartFailure: off -> on`
  const logs = [
    saying('ERROR GetCart 500: chosen to fail'),
    { pod: 'store-2-aaaaa', lines: [`${minutesAgo(9000)} info ready`, notice] },
  ]
  const scene = await signalSceneOf({ labels: LABELS, objects: world(9000), series: SERIES, logs })
  const found = onlyFinding(changedDependency(scene), scene)
  assert.equal(found.kind, 'configuration_changed')
  assert.match(
    found.statement,
    /store was told something new: "info configuration change for flag cartFailure: off -> on"/,
  )
  assert.deepEqual(found.actions, [])
})
