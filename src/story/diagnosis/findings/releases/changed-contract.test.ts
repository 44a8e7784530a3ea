/** A dependency that answers, but otherwise than it did before its release. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { changedNearby } from './changed-nearby.ts'

const templateOf = (image: string) => ({ containers: [{ name: 'app', image }] })

type Template = Readonly<Record<string, unknown>>
type Given = {
  prices?: readonly [Template, Template]
  error: string
  noise?: readonly string[]
  pricesAge?: number
  webAge?: number
}

/** `web` knows nothing of `price-list` by its configuration; only its errors name it. */
function world({ error, noise = [], pricesAge = 22, webAge = 5000, prices }: Given) {
  const [before, after] = prices ?? [templateOf('prices:4'), templateOf('prices:5')]
  return {
    alertName: 'HighErrorRate',
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web', {
        revisions: [
          { template: templateOf('web:1'), age: 9000 },
          { template: templateOf('web:2'), age: webAge },
        ],
      }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', spec: templateOf('web:2') }),
      ...deployment('price-list', {
        revisions: [
          { template: before, age: 9000 },
          { template: after, age: pricesAge },
        ],
      }),
      pod('price-list-2-aaaaa', { owner: 'ReplicaSet/price-list-2', spec: after, age: pricesAge }),
    ],
    logs: [
      {
        pod: 'web-2-aaaaa',
        lines: [...noise, `${minutesAgo(20)} ${error}`, `${minutesAgo(12)} ${error}`, `${minutesAgo(2)} ${error}`],
      },
      { pod: 'price-list-2-aaaaa', lines: [`${minutesAgo(3)} INFO GET /v2/prices 200`] },
    ],
  }
}

const ERRORS = {
  Go: 'level=error msg="render" err="decode http://price-list.shop.svc.cluster.local:8080/v2: json: cannot unmarshal string into Go struct field"',
  Java: 'ERROR c.e.Prices : feign.codec.DecodeException: [PriceListClient#all()] UnrecognizedPropertyException: Unrecognized field "net"',
  Python: "ERROR prices: KeyError: 'amount' in response from price-list",
  Node: 'ERROR SyntaxError: Unexpected token < in JSON at position 0 (http://price-list:8080/v2/prices)',
  gRPC: 'ERROR rpc error: code = Unimplemented desc = unknown method Quote for service price-list.Quotes',
  plain: 'ERROR POST http://price-list/v2/quote returned 422: missing property "currency"',
}

for (const [language, error] of Object.entries(ERRORS))
  test(`an answer that is not understood any more is laid to the release of who answered (${language})`, async () => {
    const scene = await clusterSceneOf(world({ error }))
    const finding = onlyFinding(changedNearby(scene), scene)
    assert.match(
      finding.statement,
      /web itself did not change, but its dependency price-list was changed 2 minutes before/,
    )
    assert.deepEqual(finding.actions[0]?.parameters, { namespace: 'shop', deployment: 'price-list' })
    assert.equal(finding.confidence, 0.85)
  })

const withVariable = (name: string, value: string) => ({
  containers: [{ name: 'app', image: 'prices:4', env: [{ name, value }] }],
})

test('a variable that says nothing of answers returns nothing, one of their version does', async () => {
  const log = [withVariable('LOG_LEVEL', 'info'), withVariable('LOG_LEVEL', 'warn')] as const
  for (const error of [ERRORS.Python, 'ERROR GET http://price-list/v2/prices: unexpected status 404 Not Found']) {
    const scene = await clusterSceneOf(world({ error, prices: log }))
    const finding = onlyFinding(changedNearby(scene), scene)
    assert.deepEqual([finding.confidence, finding.actions], [0.55, []])
  }
  const prices = [withVariable('API_VERSION', '1'), withVariable('API_VERSION', '2')] as const
  const scene = await clusterSceneOf(world({ error: ERRORS.Python, prices }))
  assert.equal(onlyFinding(changedNearby(scene), scene).confidence, 0.85)
})

test('a path that somebody made up and did not find is not laid to the release', async () => {
  const error = 'ERROR proxy GET http://price-list:8080/wp-login.php returned 404 Not Found'
  const scene = await clusterSceneOf(world({ error }))
  const finding = onlyFinding(changedNearby(scene), scene)
  assert.deepEqual([finding.confidence, finding.actions], [0.55, []])
})

test('errors that began before are left to their own cause, and the others are told with their own beginning', async () => {
  const older = [60, 50, 40, 30, 10, 5, 3].map((minutes) => `${minutesAgo(minutes)} ERROR cart is empty`)
  const scene = await clusterSceneOf(world({ error: ERRORS.Go, noise: older }))
  const finding = onlyFinding(changedNearby(scene), scene)
  assert.match(
    finding.statement,
    /first such error stands in the log at 11:40 UTC, which explains only what began then/,
  )
})

test('a release hours before, one after the first error, and an error that names nobody accuse nobody', async () => {
  assert.deepEqual(changedNearby(await clusterSceneOf(world({ error: ERRORS.Go, pricesAge: 300 }))), [])
  assert.deepEqual(changedNearby(await clusterSceneOf(world({ error: ERRORS.Go, pricesAge: 8 }))), [])
  assert.deepEqual(
    changedNearby(await clusterSceneOf(world({ error: 'ERROR cannot unmarshal string into field' }))),
    [],
  )
})

test('the subject’s own release at that time is the nearer cause', async () => {
  assert.deepEqual(changedNearby(await clusterSceneOf(world({ error: ERRORS.Go, webAge: 22 }))), [])
})
