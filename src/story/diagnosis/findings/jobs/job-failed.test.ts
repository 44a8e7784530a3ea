import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, event, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { jobFailed } from './jobs.ts'

const ALERT = { alertName: 'KubeJobFailed', labels: { job_name: 'close-1' } }
const OWNER = [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'close', uid: 'c', controller: true }]
const FAILED = condition('Failed', 'True', 'BackoffLimitExceeded', 30, 'Job has reached the specified backoff limit')

function job(name: string, status: object, age: number) {
  return object('Job', name, {
    metadata: { ownerReferences: OWNER },
    spec: { backoffLimit: 2 },
    status: { startTime: minutesAgo(age), ...status },
  })
}

function attempt(name: string, age: number, exitCode: number) {
  const terminated = { exitCode, reason: 'Error', startedAt: minutesAgo(age), finishedAt: minutesAgo(age - 1) }
  return pod(name, {
    owner: 'Job/close-1',
    age,
    status: {
      phase: 'Failed',
      conditions: [condition('Ready', 'False', 'PodFailed', age)],
      containerStatuses: [{ name: 'app', ready: false, restartCount: 0, state: { terminated } }],
    },
  })
}

const GAVE_UP = job('close-1', { failed: 2, conditions: [FAILED] }, 60)
const PODS = [attempt('close-1-aaaaa', 55, 1), attempt('close-1-bbbbb', 40, 3)]
const LOGS = [
  { pod: 'close-1-aaaaa', lines: ['ERROR database is starting up'] },
  {
    pod: 'close-1-bbbbb',
    lines: ['INFO 12 journals balanced', 'FATAL period 2026-06 is already closed', 'INFO exiting'],
  },
]

test('the reason is that of the last pod, not of the first event or the first try', async () => {
  const early = event({
    about: 'Job/close-1',
    reason: 'FailedCreate',
    message: 'Error creating: pods is forbidden: exceeded quota: q',
    age: 59,
  })
  const scene = await clusterSceneOf({ ...ALERT, objects: [GAVE_UP, ...PODS, early], logs: LOGS })
  const found = onlyFinding(jobFailed(scene), scene)
  assert.match(found.statement, /Job shop\/close-1 of CronJob close failed .*BackoffLimitExceeded/)
  assert.match(
    found.statement,
    /last pod close-1-bbbbb ended with exit code 3.*"FATAL period 2026-06 is already closed"/,
  )
  assert.doesNotMatch(found.statement, /quota|starting up/)
  assert.deepEqual(found.actions, [])
  assert.equal(found.confidence, 0.9)
})

test('a Job that ran out of time says so', async () => {
  const late = job(
    'close-1',
    {
      failed: 1,
      conditions: [
        condition('Failed', 'True', 'DeadlineExceeded', 30, 'Job was active longer than specified deadline'),
      ],
    },
    60,
  )
  const scene = await clusterSceneOf({ ...ALERT, objects: [late] })
  const found = onlyFinding(jobFailed(scene), scene)
  assert.match(found.statement, /ran longer than it may \(DeadlineExceeded\).*pods are gone/)
  assert.equal(found.confidence, 0.7)
})

test('a failure a later run has made good is over', async () => {
  const later = job(
    'close-2',
    { succeeded: 1, completionTime: minutesAgo(5), conditions: [condition('Complete', 'True', '', 5)] },
    10,
  )
  const scene = await clusterSceneOf({ ...ALERT, objects: [GAVE_UP, ...PODS, later], logs: LOGS })
  const found = onlyFinding(jobFailed(scene), scene)
  assert.equal(found.situation, 'recovered')
  assert.match(found.statement, /later run, close-2, has succeeded/)
})

test('a Job that still tries has not failed', async () => {
  const trying = job('close-1', { failed: 1, active: 1 }, 60)
  assert.deepEqual(jobFailed(await clusterSceneOf({ ...ALERT, objects: [trying, ...PODS], logs: LOGS })), [])
})

test('another Job that failed is no business of this alert', async () => {
  const objects = [GAVE_UP, ...PODS, job('other-1', { active: 1 }, 5)]
  assert.deepEqual(jobFailed(await clusterSceneOf({ labels: { job_name: 'other-1' }, objects })), [])
})
