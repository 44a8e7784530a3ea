import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { counting } from '../../../../../test/world/scene/pictured-signals.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { errorsOver } from './silence.ts'

const LABELS = { deployment: 'web', service: 'web' }
const OBJECTS = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })]

function requests(failing: readonly number[], fine: readonly number[] = counting([9, 90])) {
  const labels = { namespace: 'shop', service: 'web' }
  return [
    { name: 'http_requests_total', labels: { ...labels, code: '500' }, values: failing },
    { name: 'http_requests_total', labels: { ...labels, code: '200' }, values: fine },
  ]
}

test('errors that ended a while ago are told to be over, with their times', async () => {
  const series = requests(counting([0, 40], [3, 20], [0, 30]))
  const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, series })
  const found = onlyFinding(errorsOver(scene), scene)
  assert.match(found.statement, /web has recovered: its errors lasted from 11:1\d UTC to 11:3\d UTC \(at worst 3\/s\)/)
  assert.equal(found.situation, 'recovered')
  assert.deepEqual(found.actions, [])
})

test('errors that go on, or stopped only just now, are not over', async () => {
  for (const failing of [counting([0, 40], [3, 50]), counting([0, 40], [3, 46], [0, 4])]) {
    const scene = await signalSceneOf({ labels: LABELS, objects: OBJECTS, series: requests(failing) })
    assert.deepEqual(errorsOver(scene), [])
  }
})

test('no errors because nobody asks any more is no recovery', async () => {
  const series = requests(counting([0, 40], [3, 20], [0, 30]), counting([9, 60], [0, 30]))
  assert.deepEqual(errorsOver(await signalSceneOf({ labels: LABELS, objects: OBJECTS, series })), [])
})

test('a service whose pod does not run has not recovered', async () => {
  const objects = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status: crashing() })]
  const series = requests(counting([0, 40], [3, 20], [0, 30]))
  assert.deepEqual(errorsOver(await signalSceneOf({ labels: LABELS, objects, series })), [])
})

test('what happened then is told in the past, in the words of the log and of the events', async () => {
  const series = requests(counting([0, 60], [3, 4], [0, 26]))
  const failed = "ERROR JedisDataException: READONLY You can't write against a read only replica."
  const logs = [{ pod: 'web-1-aaaaa', lines: [29, 28, 27].map((minutes) => `${minutesAgo(minutes)} ${failed}`) }]
  const event = object('Event', 'redis-0.1', {
    involvedObject: { kind: 'Pod', name: 'redis-0', namespace: 'shop' },
    type: 'Normal',
    reason: 'Killing',
    message: 'Stopping container redis',
    lastTimestamp: minutesAgo(30),
    firstTimestamp: minutesAgo(30),
  })
  const scene = await signalSceneOf({ labels: LABELS, objects: [...OBJECTS, event], series, logs })
  const found = onlyFinding(errorsOver(scene), scene)
  assert.match(found.statement, /Its log said then: .*READONLY.*not the primary any more, as during a failover/)
  assert.match(found.statement, /At the same time: Pod redis-0 at 11:30 UTC: Killing \(Stopping container redis\)/)
})
