import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { outOfMemory } from '../../findings/containers/limits.ts'

const containers = (resources?: object) => ({
  containers: [{ name: 'app', image: 'app:1', ...(resources && { resources }) }],
})
const NOTE = { 'kubernetes.io/limit-ranger': 'LimitRanger plugin set: memory limit for container app' }

function range(memory: string, age: number, metadata: object = {}) {
  return object('LimitRange', 'team-defaults', {
    metadata: { creationTimestamp: minutesAgo(age), ...metadata },
    spec: { limits: [{ type: 'Container', default: { memory } }] },
  })
}

function world(template: object, made: object, more: readonly object[], annotations: object = {}) {
  const revisions = [
    { template: { ...template, containers: [{ name: 'app', image: 'app:0' }] }, age: 9000 },
    { template, age: 170 },
  ]
  return {
    labels: { pod: 'web-2-aaaaa' },
    objects: [
      ...deployment('web', { revisions: revisions as never }),
      pod('web-2-aaaaa', {
        owner: 'ReplicaSet/web-2',
        spec: made as never,
        status: crashing({ reason: 'OOMKilled', exitCode: 137 }),
        metadata: { annotations },
        age: 160,
      }),
      ...(more as never[]),
    ],
  }
}

test('a limit nobody wrote into the template is told with the LimitRange it comes from, and no release is blamed', async () => {
  const made = containers({ limits: { memory: '256Mi' } })
  const scene = await clusterSceneOf(world(containers(), made, [range('256Mi', 180)], NOTE))
  const found = onlyFinding(outOfMemory(scene), scene)
  assert.match(
    found.statement,
    /The template sets no memory limit: LimitRange team-defaults, last written .*3 hours ago.*gives 256Mi/,
  )
  assert.match(
    found.suggestions.join(' '),
    /Set resources\.limits\.memory of container app in the template of Deployment web/,
  )
  assert.doesNotMatch(found.suggestions.join(' '), /Raise the memory limit/)
  assert.deepEqual(found.actions, [])
})

test('no release is blamed for a limit that nobody wrote', async () => {
  const made = containers({ limits: { memory: '256Mi' } })
  const silent = await clusterSceneOf(world(containers(), made, []))
  assert.deepEqual(onlyFinding(outOfMemory(silent), silent).actions, [])
})

test('an old LimitRange whose default was changed lately is told with that write', async () => {
  const managedFields = [{ manager: 'kubectl-edit', time: minutesAgo(200), fieldsV1: {} }]
  const made = containers({ limits: { memory: '256Mi' } })
  const scene = await clusterSceneOf(world(containers(), made, [range('256Mi', 90_000, { managedFields })], NOTE))
  assert.match(onlyFinding(outOfMemory(scene), scene).statement, /\(3 hours ago\)/)
})

test('where the template gives a cpu limit only, the memory limit still is the default', async () => {
  const made = containers({ limits: { cpu: '1', memory: '256Mi' } })
  const scene = await clusterSceneOf(world(containers({ limits: { cpu: '1' } }), made, [range('256Mi', 180)], NOTE))
  assert.match(onlyFinding(outOfMemory(scene), scene).statement, /LimitRange team-defaults/)
})

test('a limit of the template is its own, and a LimitRange younger than the pod gave it nothing', async () => {
  const made = containers({ limits: { memory: '256Mi' } })
  const own = await clusterSceneOf(world(made, made, [range('256Mi', 180)]))
  assert.doesNotMatch(onlyFinding(outOfMemory(own), own).statement, /LimitRange/)
  const younger = await clusterSceneOf(world(containers(), made, [range('256Mi', 20)]))
  assert.doesNotMatch(onlyFinding(outOfMemory(younger), younger).statement, /LimitRange/)
})
