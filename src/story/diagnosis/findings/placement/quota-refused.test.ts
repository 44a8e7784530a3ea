import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { creationRefused } from './creation-refused.ts'

const REFUSED =
  'Error creating: pods "web-1-zzzzz" is forbidden: exceeded quota: compute, requested: requests.cpu=1, used: requests.cpu=4, limited: requests.cpu=4'
const QUOTA = object('ResourceQuota', 'compute', {
  status: { hard: { 'requests.cpu': '4', pods: '20' }, used: { 'requests.cpu': '4', pods: '5' } },
})
const RUNNING = ['aaaaa', 'bbbbb'].map((name) => pod(`web-1-${name}`, { owner: 'ReplicaSet/web-1' }))
const FAILED = event({ about: 'ReplicaSet/web-1', reason: 'FailedCreate', message: REFUSED, count: 12 })

test('a quota that is used up is told with what was asked, used and allowed', async () => {
  const objects = [...deployment('web', { replicas: 3 }), ...RUNNING, QUOTA, FAILED]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  const found = onlyFinding(creationRefused(scene), scene)
  assert.match(found.statement, /Deployment web has 2 of the 3 pods/)
  assert.match(
    found.statement,
    /quota compute .* used up.* requested: requests.cpu=1, used: requests.cpu=4, limited: requests.cpu=4/,
  )
  assert.match(found.facts[0]?.text ?? '', /Quota compute stands at requests.cpu 4 of 4\./)
  assert.deepEqual(found.actions, [])
  assert.equal(found.confidence, 0.9)
})

test('the condition of the Deployment is enough where events are gone', async () => {
  const status = {
    conditions: [{ type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message: REFUSED }],
  }
  const objects = [...deployment('web', { replicas: 3, status }), ...RUNNING]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  assert.match(onlyFinding(creationRefused(scene), scene).statement, /quota compute/)
})

test('a quota that wants limits to be stated is told as such', async () => {
  const message =
    'Error creating: pods "web-1-zzzzz" is forbidden: failed quota: compute: must specify limits.memory for: app'
  const objects = [
    ...deployment('web', { replicas: 3 }),
    event({ about: 'ReplicaSet/web-1', reason: 'FailedCreate', message }),
  ]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  assert.match(onlyFinding(creationRefused(scene), scene).statement, /demands that pods specify limits.memory for: app/)
})

test('a quota alert without a refusal says that nothing is refused yet', async () => {
  const labels = { resourcequota: 'compute', resource: 'requests.cpu' }
  const scene = await clusterSceneOf({
    alertName: 'KubeQuotaFullyUsed',
    labels,
    objects: [...deployment('web'), QUOTA],
  })
  const found = onlyFinding(creationRefused(scene), scene)
  assert.match(found.statement, /fully used: requests.cpu 4 of 4\. Nothing was refused/)
})

test('a refusal that is healed is history, and a quota with room is no news', async () => {
  const all = [...RUNNING, pod('web-1-ccccc', { owner: 'ReplicaSet/web-1' })]
  const healed = [...deployment('web', { replicas: 3 }), ...all, QUOTA, FAILED]
  assert.deepEqual(creationRefused(await clusterSceneOf({ labels: { deployment: 'web' }, objects: healed })), [])
  const roomy = object('ResourceQuota', 'compute', { status: { hard: { pods: '20' }, used: { pods: '5' } } })
  const labels = { resourcequota: 'compute' }
  assert.deepEqual(creationRefused(await clusterSceneOf({ labels, objects: [...deployment('web'), roomy] })), [])
})

test('a Job that was refused once and ran after all is history', async () => {
  const objects = [
    object('Job', 'close', { spec: {}, status: { failed: 2 } }),
    event({ about: 'Job/close', reason: 'FailedCreate', message: REFUSED }),
  ]
  assert.deepEqual(creationRefused(await clusterSceneOf({ labels: { job_name: 'close' }, objects })), [])
})

test('who holds most of what is short is told workload by workload', async () => {
  const asking = (cpu: string) => ({ containers: [{ name: 'app', image: 'app:1', resources: { requests: { cpu } } }] })
  const named = [
    ...['aaaaa', 'bbbbb'].map((one) => pod(`load-1-${one}`, { owner: 'ReplicaSet/load-1', spec: asking('1500m') })),
    pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: asking('1') }),
  ]
  const samples = named.map(({ metadata }) =>
    object('PodMetrics', metadata.name, { containers: [{ name: 'app', usage: { cpu: '20m', memory: '64Mi' } }] }),
  )
  const objects = [
    ...deployment('web', { replicas: 3 }),
    ...deployment('load', { replicas: 2 }),
    ...named,
    QUOTA,
    FAILED,
  ]
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects, samples })
  const { facts } = onlyFinding(creationRefused(scene), scene)
  const texts = facts.map(({ text }) => text).join(' ')
  assert.match(texts, /requested by Deployment load \(3 by 2 pods\), Deployment web \(1 by 1 pod\)/)
})
