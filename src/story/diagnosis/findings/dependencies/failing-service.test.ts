import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { counting } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { failingService } from './failing-service.ts'

const LABELS = { deployment: 'web', service: 'web' }
const OBJECTS = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })]
const LOG = { pod: 'web-1-aaaaa', lines: [`${minutesAgo(9)} ERROR the sky fell`, `${minutesAgo(8)} INFO ok`] }

function requests(code: string, values: readonly number[]) {
  return { name: 'http_requests_total', labels: { namespace: 'shop', service: 'web', code }, values }
}

test('where nothing tells the cause, what is seen is told and nothing is done', async () => {
  const series = [requests('503', counting([0, 60], [2, 30])), requests('200', counting([8, 90]))]
  const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, series, logs: [LOG] })
  const found = onlyFinding(failingService(scene), scene)
  assert.match(found.statement, /20 % of its requests fail; the errors of web rose from 0\/s to 2\/s/)
  assert.match(found.statement, /its log says "ERROR the sky fell"/)
  assert.ok(found.confidence < 0.5)
  assert.equal(found.weight, 'symptom')
  assert.deepEqual(found.actions, [])
})

test('where only failures are counted no share is told', async () => {
  const series = [requests('503', counting([0, 60], [2, 30]))]
  const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, series })
  assert.doesNotMatch(onlyFinding(failingService(scene), scene).statement, /%/)
})

test('a service that answers well and logs no error is not told to fail', async () => {
  const series = [requests('200', counting([8, 90])), requests('500', counting([0, 90]))]
  assert.deepEqual(failingService(await signalSceneOf({ labels: LABELS, objects: OBJECTS, series })), [])
})

test('of a pod that does not run its own state tells more', async () => {
  const objects = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status: crashing() })]
  assert.deepEqual(
    failingService(await signalSceneOf({ labels: LABELS, objects, logs: [{ ...LOG, previous: true }] })),
    [],
  )
})
