import assert from 'node:assert/strict'
import { test } from 'node:test'
import { condition, deployment, event, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { runningUnready } from '../../../../../test/world/scene/container-states.ts'
import { podStates } from './pod-states.ts'

const labels = { pod: 'web-2-aaaaa' }

function probed(port: number, path = '/ready') {
  return {
    containers: [
      { name: 'app', image: 'app:1', ports: [{ containerPort: 8080 }], readinessProbe: { httpGet: { path, port } } },
    ],
  }
}

function world(before: object, after: object, message: string) {
  return {
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: before as never }, { template: after as never, age: 21 }] }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', spec: after as never, status: runningUnready(), age: 21 }),
      event({ about: 'Pod/web-2-aaaaa', reason: 'Unhealthy', message, count: 60, first: 19 }),
    ],
  }
}

const REFUSED =
  'Readiness probe failed: Get "http://10.1.0.4:8081/ready": dial tcp 10.1.0.4:8081: connect: connection refused'

test('a readiness probe moved to a port nobody offers is returned from', async () => {
  const scene = await clusterSceneOf(world(probed(8080), probed(8081), REFUSED))
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'wrong_readiness_probe')
  assert.match(
    finding.statement,
    /asks for the wrong thing.*port 8081; the container offers 8080.*It came with revision 2.*8080 to 8081/,
  )
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
})

test('a page that does not exist is the probe’s mistake', async () => {
  const message = 'Readiness probe failed: HTTP probe failed with statuscode: 404'
  const scene = await clusterSceneOf(world(probed(8080, '/healty'), probed(8080, '/healty'), message))
  const finding = onlyFinding(podStates(scene), scene)
  assert.match(finding.statement, /httpGet \/healty on port 8080.*statuscode: 404/)
  assert.deepEqual(finding.actions, [])
})

test('a readiness gate that nobody sets is told apart from a probe that fails', async () => {
  const status = {
    conditions: [
      condition('Ready', 'False', 'ReadinessGatesNotReady', 20, 'condition "lb.example/healthy" does not exist'),
    ],
  }
  const scene = await clusterSceneOf({
    labels,
    objects: [...deployment('web'), pod('web-2-aaaaa', { owner: 'ReplicaSet/web-1', status })],
  })
  assert.match(onlyFinding(podStates(scene), scene).statement, /readiness gate.*lb\.example\/healthy/)
})

test('a program that says no is a symptom of what it lacks', async () => {
  const scene = await clusterSceneOf(
    world(probed(8080), probed(8080), 'Readiness probe failed: HTTP probe failed with statuscode: 503'),
  )
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'not_ready')
  assert.equal(finding.weight, 'symptom')
  assert.deepEqual(finding.actions, [])
})

test('a refusal on the port the container offers does not make the probe wrong', async () => {
  const message =
    'Readiness probe failed: Get "http://10.1.0.4:8080/ready": dial tcp 10.1.0.4:8080: connect: connection refused'
  const scene = await clusterSceneOf(world(probed(8080), probed(8080), message))
  assert.equal(onlyFinding(podStates(scene), scene).kind, 'not_ready')
})

test('a pod that is ready again is left alone', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web'),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-1' }),
      event({ about: 'Pod/web-2-aaaaa', reason: 'Unhealthy', message: REFUSED }),
    ],
  })
  assert.deepEqual(podStates(scene), [])
})
