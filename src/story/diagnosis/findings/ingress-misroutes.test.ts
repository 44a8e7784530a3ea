import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, object, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../test/world/scene/cluster-scene-of.ts'
import { ingressMisroutes } from './ingress-misroutes.ts'

const ALERT = { alertName: 'BlackboxProbeFailed', labels: { instance: 'https://shop.example.com/api/cart' } }
const WORLD = ['cart-api', 'reviews'].flatMap((name) => [
  ...deployment(name),
  pod(`${name}-1-aaaaa`, { owner: `ReplicaSet/${name}-1` }),
  object('Service', name, { spec: { selector: { app: name }, ports: [{ port: 8080, name: 'http' }] } }),
])

function ingress(paths: Readonly<Record<string, string>>, port: object = { number: 8080 }) {
  const ways = Object.entries(paths).map(([path, name]) => ({
    path,
    pathType: 'Prefix',
    backend: { service: { name, port } },
  }))
  return object('Ingress', 'shop', { spec: { rules: [{ host: 'shop.example.com', http: { paths: ways } }] } })
}

const UNKNOWN = [{ pod: 'reviews-1-aaaaa', lines: ['2026-11-15T11:50:00Z WARN No route matches [GET] "/api/cart"'] }]

test("a path that leads to another Service than it speaks of is told, with that one's own words", async () => {
  const objects = [...WORLD, ingress({ '/api/cart': 'reviews', '/': 'reviews' })]
  const scene = await clusterSceneOf({ ...ALERT, objects, logs: UNKNOWN })
  const found = onlyFinding(ingressMisroutes(scene), scene)
  assert.match(
    found.statement,
    /Ingress shop leads https:\/\/shop\.example\.com\/api\/cart \(path \/api\/cart\) to Service reviews/,
  )
  assert.match(found.statement, /requests for cart-api arrive at reviews, which does not know them: "WARN No route/)
  assert.deepEqual(found.actions, [])
  assert.equal(found.confidence, 0.9)
})

test('a backend that does not exist, or has no such port, is told with what there is', async () => {
  const gone = await clusterSceneOf({ ...ALERT, objects: [...WORLD, ingress({ '/api/cart': 'basket' })] })
  assert.match(
    onlyFinding(ingressMisroutes(gone), gone).statement,
    /Service basket, which does not exist; there are cart-api, reviews/,
  )
  const port = await clusterSceneOf({
    ...ALERT,
    objects: [...WORLD, ingress({ '/api/cart': 'cart-api' }, { number: 9000 })],
  })
  assert.match(
    onlyFinding(ingressMisroutes(port), port).statement,
    /port 9000 of Service cart-api, which has only 8080/,
  )
})

test('a path no rule covers is told with the rules there are', async () => {
  const scene = await clusterSceneOf({ ...ALERT, objects: [...WORLD, ingress({ '/api/reviews': 'reviews' })] })
  assert.match(
    onlyFinding(ingressMisroutes(scene), scene).statement,
    /No rule of Ingress shop leads .*it has \/api\/reviews to reviews/,
  )
})

test('a rule that leads where the path says is right, and so is the longest of several', async () => {
  const objects = [...WORLD, ingress({ '/': 'reviews', '/api/cart': 'cart-api' }, { name: 'http' })]
  assert.deepEqual(ingressMisroutes(await clusterSceneOf({ ...ALERT, objects, logs: UNKNOWN })), [])
})

test('an address of another host, or an alert without one, is no matter of this Ingress', async () => {
  const objects = [...WORLD, ingress({ '/api/cart': 'reviews' })]
  const elsewhere = { ...ALERT, labels: { instance: 'https://other.example.com/api/cart' } }
  assert.deepEqual(ingressMisroutes(await clusterSceneOf({ ...elsewhere, objects })), [])
  assert.deepEqual(
    ingressMisroutes(await clusterSceneOf({ alertName: 'HighErrorRate', labels: { service: 'reviews' }, objects })),
    [],
  )
})
