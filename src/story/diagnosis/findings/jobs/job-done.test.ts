import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { jobDone } from './jobs.ts'

const JOB = object('Job', 'bill-1', {
  spec: { backoffLimit: 2 },
  status: {
    succeeded: 1,
    startTime: minutesAgo(40),
    completionTime: minutesAgo(25),
    conditions: [condition('Complete', 'True', 'CompletionsReached', 25)],
  },
})

function ended(exitCode: number, phase: string) {
  const terminated = { exitCode, reason: 'Completed', startedAt: minutesAgo(40), finishedAt: minutesAgo(25) }
  return pod('bill-1-aaaaa', {
    owner: 'Job/bill-1',
    age: 40,
    status: {
      phase,
      conditions: [condition('Ready', 'False', 'PodCompleted', 25)],
      containerStatuses: [{ name: 'app', ready: false, restartCount: 0, state: { terminated } }],
    },
  })
}

const WORLD = { alertName: 'PodNotRunning', labels: { pod: 'bill-1-aaaaa' }, objects: [JOB, ended(0, 'Succeeded')] }

for (const { alertName, labels } of [
  { alertName: 'PodNotRunning', labels: { pod: 'bill-1-aaaaa' } },
  { alertName: 'KubePodNotReady', labels: { pod: 'bill-1-aaaaa' } },
  { alertName: 'ContainerDown', labels: { job_name: 'bill-1' } },
])
  test(`${alertName}: a pod that ran to its end is not broken`, async () => {
    const scene = await clusterSceneOf({ ...WORLD, alertName, labels: labels as never })
    const found = onlyFinding(jobDone(scene), scene)
    assert.deepEqual([found.situation, found.confidence, found.actions], ['works_as_designed', 0.9, []])
    assert.match(found.statement, /bill-1-aaaaa of Job bill-1 works as designed: it has finished.*the Job is complete/)
  })

test('without a Job that says so it is told with less certainty, and nobody closes the incident', async () => {
  const scene = await clusterSceneOf({ ...WORLD, objects: [ended(0, 'Succeeded')] })
  assert.equal(onlyFinding(jobDone(scene), scene).confidence, 0.75)
})

test('a run that failed, and an alert about the run itself, are another matter', async () => {
  assert.deepEqual(jobDone(await clusterSceneOf({ ...WORLD, objects: [JOB, ended(1, 'Failed')] })), [])
  assert.deepEqual(jobDone(await clusterSceneOf({ ...WORLD, alertName: 'KubeJobFailed' })), [])
})

test('who misses what a run should have brought is not told that all is well', async () => {
  assert.deepEqual(jobDone(await clusterSceneOf({ ...WORLD, alertName: 'BackupMissing' })), [])
  assert.deepEqual(jobDone(await clusterSceneOf({ ...WORLD, alertName: 'ReportQuality' })), [])
})

for (const text of [
  'Customers got no invoices today: the run produced 0 documents',
  'Rechnungslauf: keine Rechnungen verschickt',
  '今日の請求書が届いていません',
])
  test(`that the run is over closes nothing where more is told: ${text}`, async () => {
    const scene = await clusterSceneOf({ ...WORLD, text })
    const found = onlyFinding(jobDone(scene), scene)
    assert.equal(found.confidence, 0.75)
    assert.match(found.statement, /Whether it did all that was wanted of it is not shown/)
  })

test('one of several runs is not the whole Job', async () => {
  const job = object('Job', 'bill-1', { spec: { completions: 5 }, status: { succeeded: 1, startTime: minutesAgo(40) } })
  const scene = await clusterSceneOf({ ...WORLD, objects: [job, ended(0, 'Succeeded')] })
  const found = onlyFinding(jobDone(scene), scene)
  assert.equal(found.confidence, 0.75)
  assert.doesNotMatch(found.statement, /the Job is complete/)
})

test('a replica that ended although it should serve is not done', async () => {
  const replica = { ...ended(0, 'Succeeded'), metadata: pod('bill-1-aaaaa', { owner: 'ReplicaSet/bill-1' }).metadata }
  assert.deepEqual(jobDone(await clusterSceneOf({ ...WORLD, objects: [replica] })), [])
})
