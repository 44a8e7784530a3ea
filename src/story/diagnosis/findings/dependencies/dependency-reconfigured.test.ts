import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { counting } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { dependencyReconfigured } from './dependency-reconfigured.ts'

const LABELS = { deployment: 'cart', service: 'cart' }
const ASKING = { containers: [{ name: 'app', image: 'cart:1', env: [{ name: 'FLAGS_HOST', value: 'flags' }] }] }
const OWN = { namespace: 'shop', service: 'cart' }
const SERIES = [
  { name: 'http_requests_total', labels: { ...OWN, code: '500' }, values: counting([0, 60], [3, 30]) },
  { name: 'http_requests_total', labels: { ...OWN, code: '200' }, values: counting([9, 90]) },
]

function world(cartAge = 9000) {
  const revisions = [
    { template: ASKING, replicas: 0, age: 20_000 },
    { template: ASKING, replicas: 1, age: cartAge },
  ]
  return [
    ...deployment('cart', { revisions }),
    pod('cart-2-aaaaa', { owner: 'ReplicaSet/cart-2', spec: ASKING, age: cartAge }),
    ...deployment('flags'),
    pod('flags-1-aaaaa', { owner: 'ReplicaSet/flags-1' }),
  ]
}

const CART = {
  pod: 'cart-2-aaaaa',
  lines: [28, 14, 1].map((one) => `${minutesAgo(one)} ERROR GetCart 500: chosen to fail`),
}

function flagsSaying(...lines: readonly (readonly [minutes: number, text: string])[]) {
  return { pod: 'flags-1-aaaaa', lines: lines.map(([minutes, text]) => `${minutesAgo(minutes)} ${text}`) }
}

const CHANGE = 'info configuration change for flag cartFailure: off -> on'

test('a flag that was turned minutes before is told in the words of who was told', async () => {
  const logs = [CART, flagsSaying([9000, 'info ready'], [30, CHANGE])]
  const scene = await signalSceneOf({ labels: LABELS, objects: world(), series: SERIES, logs })
  const found = onlyFinding(dependencyReconfigured(scene), scene)
  assert.match(found.statement, /its dependency flags was told something new at 11:30 UTC/)
  assert.match(found.statement, /flag cartFailure: off -> on/)
  assert.deepEqual(found.actions, [])
  assert.equal(found.confidence, 0.7)
})

test('what it was told long before, only after, or at its start is not suspected', async () => {
  for (const lines of [
    [
      [9000, 'info ready'],
      [200, CHANGE],
    ],
    [
      [9000, 'info ready'],
      [5, CHANGE],
    ],
    [[30, CHANGE]],
  ] as const) {
    const logs = [CART, flagsSaying(...lines)]
    assert.deepEqual(
      dependencyReconfigured(await signalSceneOf({ labels: LABELS, objects: world(), series: SERIES, logs })),
      [],
    )
  }
})

test('where the service itself was released then, nobody else is suspected', async () => {
  const logs = [CART, flagsSaying([9000, 'info ready'], [30, CHANGE])]
  const scene = await signalSceneOf({ labels: LABELS, objects: world(32), series: SERIES, logs })
  assert.deepEqual(dependencyReconfigured(scene), [])
})
