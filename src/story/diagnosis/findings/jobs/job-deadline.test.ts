import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, minutesAgo, object } from '../../../../../test/world/scene/cluster-objects.ts'
import { onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { signalSceneOf } from '../../../../../test/world/scene/signal-scene-of.ts'
import { objectNotFound } from '../containers/object-not-found.ts'
import { jobFailed } from './jobs.ts'

const ALERT = { alertName: 'KubeJobFailed', labels: { job_name: 'compact-1' } }

function stopped(reason: string, spec: object = {}) {
  return object('Job', 'compact-1', {
    spec: { backoffLimit: 2, ...spec },
    status: {
      failed: 1,
      startTime: minutesAgo(190),
      conditions: [condition('Failed', 'True', reason, 70, 'Job was active longer than specified deadline')],
    },
  })
}

const streams = (text: string) => [
  { labels: { namespace: 'shop', pod: 'compact-1-xxxxx' }, lines: [[71, text] as const] },
]

test('a run over its deadline is told with the deadline, its time and the last that was heard of it', async () => {
  const objects = [stopped('DeadlineExceeded', { activeDeadlineSeconds: 7200 })]
  const scene = await signalSceneOf({ ...ALERT, objects, streams: streams('INFO 309/412 partitions') })
  const found = onlyFinding(jobFailed(scene), scene)
  assert.match(found.statement, /deadline is 7200 s \(2 hours.*had run for 2 hours.*"INFO 309\/412 partitions"/)
  assert.doesNotMatch(found.statement, /cannot be read/)
  assert.deepEqual([found.actions, found.confidence], [[], 0.9])
  assert.match(found.suggestions.join(), /longer activeDeadlineSeconds or less work/)
})

test('of pods that are gone the central log is asked before it is called silent', async () => {
  const objects = [stopped('BackoffLimitExceeded')]
  const heard = await signalSceneOf({ ...ALERT, objects, streams: streams('ERROR table "lake" is locked') })
  assert.match(onlyFinding(jobFailed(heard), heard).statement, /central log still has of them: "ERROR table "lake"/)
  const silent = await signalSceneOf({ ...ALERT, objects })
  assert.match(onlyFinding(jobFailed(silent), silent).statement, /no log of theirs was found/)
})

test('a pod that is gone is told with the last the central log has of it', async () => {
  const given = { alertName: 'KubePodNotReady', labels: { pod: 'compact-1-xxxxx' }, objects: [] }
  const scene = await signalSceneOf({ ...given, streams: streams('INFO 309/412 partitions') })
  assert.match(onlyFinding(objectNotFound(scene), scene).statement, /central log still has of it.*"INFO 309\/412/)
})
