import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { runningUnready } from '../../../../../test/world/scene/container-states.ts'
import { noSpaceLeft } from './no-space-left.ts'
import { reportedByServer } from './reported-by-server.ts'
import { storeRefusesWrites } from './store-refuses-writes.ts'

const errorLine = (words: string) => `${minutesAgo(4)} ERROR ${words}`
const MISCONF =
  'Redis::CommandError: MISCONF Redis is configured to save RDB snapshots, but is unable to persist to disk'
const NO_ROOM = `${minutesAgo(30)} 812:C # Write error saving DB on disk: No space left on device`

type Env = readonly { name: string; value: string }[]

function world(said: string, store: string, env: Env, ofStore: readonly string[] = []) {
  const spec = { containers: [{ name: 'app', image: 'app:1', env }] }
  const claimed = {
    containers: [{ name: 'store', image: 'store:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: `data-${store}` } }],
  }
  return {
    alertName: 'ServiceHasNoReadyEndpoints',
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web', { revisions: [{ template: spec as never }] }),
      ...deployment(store, { revisions: [{ template: claimed as never }] }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: spec as never, status: runningUnready(18) as never }),
      pod(`${store}-1-aaaaa`, { owner: `ReplicaSet/${store}-1`, spec: claimed as never }),
      object('PersistentVolumeClaim', `data-${store}`, { spec: { volumeName: 'pv' }, status: { phase: 'Bound' } }),
    ],
    logs: [
      { pod: 'web-1-aaaaa', lines: [said] },
      { pod: `${store}-1-aaaaa`, lines: ofStore },
    ],
  }
}

test('what a client quotes is followed to its server by the address it was given, and the server is blamed', async () => {
  const env = [{ name: 'REDIS_URL', value: 'redis://points-redis:6379/0' }]
  const scene = await clusterSceneOf(world(errorLine(MISCONF), 'points-redis', env, [NO_ROOM]))
  assert.match(
    onlyFinding(noSpaceLeft(scene), scene).statement,
    /data-points-redis.* of pod points-redis-1-aaaaa is full/,
  )
  assert.match(onlyFinding(storeRefusesWrites(scene), scene).statement, /^Pod points-redis-1-aaaaa/)
  assert.deepEqual(reportedByServer(scene), [])
})

test('a server whose own log is silent is still the one who lacks room', async () => {
  const env = [{ name: 'REDIS_URL', value: 'redis://points-redis:6379/0' }]
  const scene = await clusterSceneOf(world(errorLine(MISCONF), 'points-redis', env))
  const finding = onlyFinding(reportedByServer(scene), scene)
  assert.match(finding.statement, /^web is refused by points-redis \(REDIS_URL of web\)/)
  assert.equal(finding.subject.name, 'points-redis')
  assert.doesNotMatch(finding.suggestions.join(), /\bweb\b/)
})

const QUOTES: readonly (readonly [language: string, said: string, store: string, env: Env])[] = [
  [
    'Go',
    'pq: could not extend file "base/1/2": No space left on device',
    'pg-main',
    [{ name: 'DSN', value: 'postgres://pg-main:5432/x' }],
  ],
  [
    'Python',
    'psycopg2.errors.DiskFull: could not extend file: No space left on device',
    'orders-db',
    [{ name: 'DB_HOST', value: 'orders-db' }],
  ],
  ['Java', 'org.postgresql.util.PSQLException: ERROR: could not write: No space left on device', 'postgres', []],
  ['.NET', 'StackExchange.Redis.RedisServerException: MISCONF Redis is configured to save RDB snapshots', 'redis', []],
  [
    'Node',
    'ResponseError: cluster_block_exception: index [goods] blocked, flood-stage watermark',
    'search',
    [{ name: 'SEARCH_URL', value: 'http://search:9200' }],
  ],
]

for (const [language, said, store, env] of QUOTES)
  test(`a client in ${language} quotes its server and is not blamed for the server's want of room`, async () => {
    const scene = await clusterSceneOf(world(errorLine(said), store, env))
    assert.equal(onlyFinding(reportedByServer(scene), scene).subject.name, store)
    assert.deepEqual([...noSpaceLeft(scene), ...storeRefusesWrites(scene)], [])
  })

test('who writes to its own disk is meant itself', async () => {
  const scene = await clusterSceneOf(world(errorLine('write /tmp/upload: no space left on device'), 'redis', []))
  assert.deepEqual(reportedByServer(scene), [])
  assert.match(onlyFinding(noSpaceLeft(scene), scene).statement, /^Pod web-1-aaaaa has no space left/)
})

test('a server outside of the cluster is named by the address that leads there', async () => {
  const env = [{ name: 'DATABASE_URL', value: 'postgres://app@orders.c1x.eu-1.rds.example.com:5432/orders' }]
  const said = errorLine('pq: could not extend file "base/1/2": No space left on device')
  const scene = await clusterSceneOf(world(said, 'cache', env))
  assert.deepEqual(onlyFinding(reportedByServer(scene), scene).subject, {
    kind: 'Host',
    namespace: 'shop',
    name: 'orders.c1x.eu-1.rds.example.com',
  })
})
