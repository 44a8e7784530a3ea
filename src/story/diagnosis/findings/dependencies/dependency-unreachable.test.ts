import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing, runningUnready } from '../../../../../test/world/scene/container-states.ts'
import { CONTAINER_ANALYZERS } from '../container-analyzers.ts'
import { dependencyUnreachable } from './dependency-unreachable.ts'

const labels = { deployment: 'web' }
const of = (host: string) => ({
  containers: [{ name: 'app', image: 'app:1', env: [{ name: 'STOCK', value: `http://${host}` }] }],
})
const unresolved = (host: string) => [`${minutesAgo(3)} ERROR dial tcp: lookup ${host} on 10.96.0.10:53: no such host`]

function rollout(from: string, to: string, lines: readonly string[], more: readonly object[] = []) {
  return {
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: of(from) }, { template: of(to), age: 18 }] }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', spec: of(to), age: 18, status: runningUnready(17) }),
      ...(more as never[]),
    ],
    logs: [{ pod: 'web-2-aaaaa', lines }],
  }
}

test('an address that nobody bears, brought by the newest revision, is returned from', async () => {
  const scene = await clusterSceneOf(rollout('stock', 'stok', unresolved('stok')))
  const finding = onlyFinding(dependencyUnreachable(scene), scene)
  assert.equal(finding.kind, 'wrong_dependency_address')
  assert.match(
    finding.statement,
    /name stok cannot be resolved.*Nothing called stok exists in namespace shop.*Revision 2 brought this address/,
  )
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
})

test('an address of something that is merely down is right, whoever brought it', async () => {
  const stock = [...deployment('stock'), pod('stock-1-aaaaa', { owner: 'ReplicaSet/stock-1' })]
  const lines = [`${minutesAgo(3)} ERROR connect to stock:8080: connection refused`]
  const scene = await clusterSceneOf(rollout('old-stock', 'stock', lines, stock))
  const finding = onlyFinding(dependencyUnreachable(scene), scene)
  assert.equal(finding.weight, 'symptom')
  assert.deepEqual(finding.actions, [])
})

function stockOn(port: number) {
  return [
    ...deployment('stock'),
    pod('stock-1-aaaaa', { owner: 'ReplicaSet/stock-1', labels: { app: 'stock' } }),
    object('Service', 'stock', { spec: { selector: { app: 'stock' }, ports: [{ port, targetPort: port }] } }),
  ]
}

test('a port the Service does not have, brought by the newest revision, is returned from', async () => {
  const lines = [`${minutesAgo(3)} ERROR connect to stock:8081: connection refused`]
  const scene = await clusterSceneOf(rollout('stock:8080', 'stock:8081', lines, stockOn(8080)))
  const finding = onlyFinding(dependencyUnreachable(scene), scene)
  assert.equal(finding.kind, 'wrong_dependency_address')
  assert.match(finding.statement, /Service stock has no port 8081.*Revision 2 brought this address/)
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
})

test('a port the Service does have is right, though the newest revision brought it', async () => {
  const lines = [`${minutesAgo(3)} ERROR connect to stock:8081: connection refused`]
  const scene = await clusterSceneOf(rollout('stock:8080', 'stock:8081', lines, stockOn(8081)))
  assert.deepEqual(onlyFinding(dependencyUnreachable(scene), scene).actions, [])
})

test('what the dependency itself dies of is the cause', async () => {
  const stock = [...deployment('stock'), pod('stock-1-aaaaa', { owner: 'ReplicaSet/stock-1', status: crashing() })]
  const picture = rollout('stock', 'stock', [`${minutesAgo(3)} ERROR connect to stock:8080: connection refused`], stock)
  const scene = await clusterSceneOf({
    ...picture,
    logs: [...picture.logs, { pod: 'stock-1-aaaaa', previous: true, lines: ['FATAL index file is corrupt'] }],
  })
  const cause = CONTAINER_ANALYZERS.flatMap((analyze) => analyze(scene)).find(({ weight }) => weight === 'cause')
  assert.match(cause?.statement ?? '', /pod stock-1-aaaaa keeps ending .*index file is corrupt/)
  assert.ok(cause?.explains?.includes('dependency_unreachable'))
})

test('a complaint that many good lines followed is over', async () => {
  const lines = [...unresolved('stock'), ...Array.from({ length: 40 }, (_, at) => `INFO served ${at}`)]
  const scene = await clusterSceneOf({
    labels,
    alertName: 'HighErrorRate',
    objects: [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })],
    logs: [{ pod: 'web-1-aaaaa', lines }],
  })
  assert.deepEqual(dependencyUnreachable(scene), [])
})
