import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, event, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { jobStalled } from './jobs.ts'

function cronJob(spec: object) {
  return object('CronJob', 'export', {
    spec: { schedule: '0 2 * * *', ...spec },
    status: { lastScheduleTime: minutesAgo(3000), lastSuccessfulTime: minutesAgo(2990) },
  })
}

const OF_CRON = { alertName: 'BackupTooOld', labels: { cronjob: 'export' } }

test('a suspended CronJob is told with when it last ran', async () => {
  const scene = await clusterSceneOf({ ...OF_CRON, objects: [cronJob({ suspend: true })] })
  const found = onlyFinding(jobStalled(scene), scene)
  assert.match(
    found.statement,
    /CronJob shop\/export \(schedule 0 2 \* \* \*\) is suspended .*last ran at .*2 days ago/,
  )
  assert.deepEqual(found.actions, [])
})

test('missed starts are told in the words of the controller', async () => {
  const message = 'Cannot determine if job needs to be started: too many missed start times (> 100).'
  const objects = [cronJob({}), event({ about: 'CronJob/export', reason: 'FailedNeedsStart', message })]
  const scene = await clusterSceneOf({ ...OF_CRON, objects })
  assert.match(
    onlyFinding(jobStalled(scene), scene).statement,
    /FailedNeedsStart, "Cannot determine.*too many missed start times/,
  )
})

test('a run that never ends and keeps later ones away is named', async () => {
  const owner = [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'export', uid: 'c', controller: true }]
  const run = object('Job', 'export-1', {
    metadata: { ownerReferences: owner },
    spec: {},
    status: { active: 1, startTime: minutesAgo(900) },
  })
  const message = 'Not starting job because prior execution is running and concurrency policy is Forbid'
  const stillActive = event({ about: 'CronJob/export', reason: 'JobAlreadyActive', message, type: 'Normal', count: 14 })
  const scene = await clusterSceneOf({
    ...OF_CRON,
    objects: [cronJob({ concurrencyPolicy: 'Forbid' }), run, stillActive],
  })
  assert.match(
    onlyFinding(jobStalled(scene), scene).statement,
    /its run export-1 is still active since .*concurrency policy is Forbid/,
  )
})

const OF_JOB = { alertName: 'KubeJobNotCompleted', labels: { job_name: 'sync' } }
const JOB = object('Job', 'sync', { spec: {}, status: { active: 1, startTime: minutesAgo(800) } })
const DONE = { terminated: { exitCode: 0, reason: 'Completed', finishedAt: minutesAgo(700) } }
const RUNNING = { running: { startedAt: minutesAgo(799) } }

function worker(work: object, helper: object) {
  return pod('sync-aaaaa', {
    owner: 'Job/sync',
    spec: { containers: [{ name: 'work' }, { name: 'proxy' }] },
    status: {
      conditions: [condition('Ready', 'False', 'ContainersNotReady', 700)],
      containerStatuses: [
        { name: 'work', ready: false, restartCount: 0, state: work },
        { name: 'proxy', ready: true, restartCount: 0, state: helper },
      ],
    },
  })
}

test('a side-car that outlives the work is named, and the work is not done twice', async () => {
  const scene = await clusterSceneOf({ ...OF_JOB, objects: [JOB, worker(DONE, RUNNING)] })
  const found = onlyFinding(jobStalled(scene), scene)
  assert.match(found.statement, /container work completed with exit code 0.*side-car container proxy is still running/)
  assert.deepEqual(found.actions, [])
})

test('a suspended Job is told as such', async () => {
  const suspended = object('Job', 'sync', { spec: { suspend: true }, status: {} })
  const scene = await clusterSceneOf({ ...OF_JOB, objects: [suspended] })
  assert.match(onlyFinding(jobStalled(scene), scene).statement, /Job shop\/sync is suspended/)
})

test('a Job whose work still runs, or failed, is not kept by a side-car', async () => {
  assert.deepEqual(jobStalled(await clusterSceneOf({ ...OF_JOB, objects: [JOB, worker(RUNNING, RUNNING)] })), [])
  const failed = { terminated: { exitCode: 1, reason: 'Error', finishedAt: minutesAgo(700) } }
  assert.deepEqual(jobStalled(await clusterSceneOf({ ...OF_JOB, objects: [JOB, worker(failed, RUNNING)] })), [])
})

test('a CronJob that runs on time stalls nobody', async () => {
  assert.deepEqual(jobStalled(await clusterSceneOf({ ...OF_CRON, objects: [cronJob({})] })), [])
})
