import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, node, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { podStates } from './pod-states.ts'

const labels = { deployment: 'web' }
const of = (more: object) => ({ containers: [{ name: 'app', image: 'app:1', ...more }] })
const START_ERROR =
  'failed to create containerd task: OCI runtime create failed: exec: "/bin/serve": stat /bin/serve: no such file or directory: unknown'

test('a program for another processor is told', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web'),
      node('arm-7', { labels: { 'kubernetes.io/arch': 'arm64' } }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', node: 'arm-7', status: crashing({ exitCode: 255, lived: 0 }) }),
    ],
    logs: [{ pod: 'web-1-aaaaa', previous: true, lines: ['exec /app: exec format error'] }],
  })
  const finding = onlyFinding(podStates(scene), scene)
  assert.match(finding.statement, /another processor architecture than its node has/)
  assert.deepEqual(finding.actions, [])
})

test('a command that is not in the image, brought by the newest revision, is returned from', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', {
        revisions: [{ template: of({}) }, { template: of({ command: ['/bin/serve'] }), age: 30 }],
      }),
      pod('web-2-bbbbb', {
        owner: 'ReplicaSet/web-2',
        spec: of({ command: ['/bin/serve'] }),
        age: 30,
        status: crashing({ reason: 'StartError', exitCode: 128, message: START_ERROR }),
      }),
    ],
  })
  const finding = onlyFinding(podStates(scene), scene)
  assert.match(finding.statement, /the command it is told to run was not found in the image.*\/bin\/serve/)
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
})

test('a file the program misses while it runs is no missing program', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status: crashing() })],
    logs: [{ pod: 'web-1-aaaaa', previous: true, lines: ['open /data/x.yaml: no such file or directory'] }],
  })
  assert.equal(onlyFinding(podStates(scene), scene).kind, 'crash_loop')
})
