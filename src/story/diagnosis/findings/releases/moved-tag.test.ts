import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { rank } from '../../rank.ts'
import { CONTAINER_ANALYZERS } from '../analyzers.ts'
import { movedTag } from './failing-revision.ts'

const [OLDER, NEWER] = ['a', 'b'].map((letter) => `sha256:${letter.repeat(64)}`) as [string, string]

type Running = { digest: string; age: number; fails?: boolean; owner?: string }

function running(name: string, { digest, age, fails = false, owner = 'ReplicaSet/web-1' }: Running) {
  const status = { name: 'app', image: 'shop/web:stable', imageID: `shop/web@${digest}` }
  return pod(name, {
    owner,
    age,
    node: 'worker-1',
    spec: { containers: [{ name: 'app', image: 'shop/web:stable', imagePullPolicy: 'Always' }] },
    status: fails
      ? {
          conditions: [condition('Ready', 'False', 'ContainersNotReady', age)],
          containerStatuses: [
            {
              ...{ ...status, ready: false, restartCount: 5 },
              state: { waiting: { reason: 'CrashLoopBackOff' } },
              lastState: { terminated: { reason: 'Error', exitCode: 1, finishedAt: minutesAgo(2) } },
            },
          ],
        }
      : { containerStatuses: [{ ...status, ready: true, restartCount: 0, state: { running: {} } }] },
  })
}

async function sceneOf(pods: ReturnType<typeof running>[], lines: readonly string[] = []) {
  const objects = [...deployment('web', { replicas: pods.length }), ...pods]
  const logs = [{ pod: 'web-1-new', previous: true, lines }]
  return clusterSceneOf({ labels: { deployment: 'web' }, objects, logs })
}

const WELL = [running('web-1-a', { digest: OLDER, age: 3000 }), running('web-1-b', { digest: OLDER, age: 2900 })]
const BAD = running('web-1-new', { digest: NEWER, age: 20, fails: true })

test('a pod that failed to get the image its siblings run is told with both, and nothing is restarted', async () => {
  const scene = await sceneOf([...WELL, BAD], ['required environment variable REGION is not set'])
  const { statement, actions, suggestions } = onlyFinding(movedTag(scene), scene)
  assert.match(
    statement,
    /under the tag shop\/web:stable it got sha256:bbbbbbbbbbbb when it started \(20 minutes ago\)/,
  )
  assert.match(statement, /2 older pods run sha256:aaaaaaaaaaaa and are well/)
  assert.deepEqual(actions, [])
  assert.ok(suggestions.some((one) => one.includes(`shop/web@${OLDER}`)))
  const all = CONTAINER_ANALYZERS.flatMap((analyze) => analyze(scene))
  assert.equal(rank(all, scene.subject)[0]?.kind, 'moved_tag')
})

test('where one with the older image fails too, or the newer one does well elsewhere, the image is not the reason', async () => {
  const third = running('web-1-c', { digest: OLDER, age: 2000, fails: true })
  assert.deepEqual(movedTag(await sceneOf([...WELL, third, BAD])), [])
  const fourth = running('web-1-d', { digest: NEWER, age: 30 })
  assert.deepEqual(movedTag(await sceneOf([...WELL, fourth, BAD])), [])
})

test('an image that failed before the others came is no moved tag', async () => {
  const first = running('web-1-new', { digest: NEWER, age: 5000, fails: true })
  assert.deepEqual(movedTag(await sceneOf([...WELL, first])), [])
})

test('what cannot be reached keeps any image from starting', async () => {
  const scene = await sceneOf([...WELL, BAD], ['dial tcp: connect to orders-db:5432: connection refused'])
  assert.deepEqual(movedTag(scene), [])
})

for (const line of [
  'FATAL: password authentication failed for user "web"',
  'write /data/spool: no space left on device',
  'x509: certificate has expired or is not yet valid',
])
  test(`neither does the image matter where it says: ${line}`, async () => {
    assert.deepEqual(movedTag(await sceneOf([...WELL, BAD], [line])), [])
  })
