import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { jobCompleted } from './job-completed.ts'

const JOB = object('Job', 'migrate', {
  spec: { backoffLimit: 2 },
  status: {
    succeeded: 1,
    startTime: minutesAgo(40),
    completionTime: minutesAgo(25),
    conditions: [condition('Complete', 'True', 'CompletionsReached', 25)],
  },
})
const LABELS = { job_name: 'migrate' }

for (const alertName of ['KubeJobNotCompleted', 'KubeJobFailed', 'KubeJobSlow'])
  test(`${alertName}: that the Job is complete is the answer, also where its pods are gone`, async () => {
    const scene = await clusterSceneOf({ alertName, labels: LABELS, objects: [JOB] })
    const found = onlyFinding(jobCompleted(scene), scene)
    assert.match(
      found.statement,
      /Job shop\/migrate is complete: it succeeded at 2026-11-15 11:35 UTC \(25 minutes ago\), 15 minutes after/,
    )
    assert.deepEqual([found.situation, found.weight, found.actions], ['recovered', 'cause', []])
    assert.ok(found.confidence < 0.9, 'nobody closes the incident on it')
  })

test('whoever misses what the run should have brought is told of its end as something to know', async () => {
  const scene = await clusterSceneOf({ alertName: 'BackupMissing', labels: LABELS, objects: [JOB] })
  const found = onlyFinding(jobCompleted(scene), scene)
  assert.equal(found.weight, 'context')
  assert.match(found.statement, /Whether it did all that was wanted of it is not shown/)
})

test('a Job that still runs has not completed', async () => {
  const running = object('Job', 'migrate', { spec: {}, status: { active: 1, startTime: minutesAgo(40) } })
  const objects = [running, pod('migrate-aaaaa', { owner: 'Job/migrate' })]
  assert.deepEqual(jobCompleted(await clusterSceneOf({ alertName: 'KubeJobSlow', labels: LABELS, objects })), [])
})
