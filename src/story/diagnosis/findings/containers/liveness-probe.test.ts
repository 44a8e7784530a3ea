import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { podStates } from './pod-states.ts'

const labels = { pod: 'web-1-aaaaa' }

function probed(port: number, more = {}) {
  return {
    containers: [
      {
        name: 'app',
        image: 'app:1',
        ports: [{ containerPort: 8080 }],
        livenessProbe: {
          httpGet: { path: '/live', port },
          initialDelaySeconds: 10,
          periodSeconds: 10,
          failureThreshold: 3,
          ...more,
        },
      },
    ],
  }
}

const REFUSED =
  'Liveness probe failed: Get "http://10.1.0.4:9090/live": dial tcp 10.1.0.4:9090: connect: connection refused'
const failed = (message: string) => event({ about: 'Pod/web-1-aaaaa', reason: 'Unhealthy', message, count: 40 })

function world(
  spec: object,
  message: string,
  ended = {},
  lines: string[] = ['listening on :8080', 'served 12 requests'],
) {
  return {
    labels,
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', {
        owner: 'ReplicaSet/web-1',
        spec: spec as never,
        status: crashing({ exitCode: 137, lived: 300, ...ended }),
      }),
      failed(message),
    ],
    logs: [{ pod: 'web-1-aaaaa', previous: true, lines }],
  }
}

test('a probe of a port nothing listens on is wrong, and the exit code is the kubelet’s own kill', async () => {
  const scene = await clusterSceneOf(world(probed(9090), REFUSED))
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'wrong_liveness_probe')
  assert.match(finding.statement, /asks for the wrong thing.*port 9090; the container offers 8080/)
  assert.doesNotMatch(finding.statement, /memory/i)
  assert.deepEqual(finding.actions, [])
})

test('a command that is not in the image, and a scheme the program does not speak, are the probe’s mistakes', async () => {
  const findingOf = async (message: string) => {
    const scene = await clusterSceneOf(world(probed(8080), message))
    return onlyFinding(podStates(scene), scene)
  }
  const absent = await findingOf(
    'Liveness probe errored: rpc error: exec: "pg_isready": executable file not found in $PATH',
  )
  assert.match(absent.statement, /asks for the wrong thing.*pg_isready/)
  const plain = await findingOf(
    'Liveness probe failed: Get "https://10.1.0.4:8080/live": http: server gave HTTP response to HTTPS client',
  )
  assert.equal(plain.kind, 'wrong_liveness_probe')
  assert.match(plain.statement, /HTTP response to HTTPS client/)
})

test('a probe that the newest revision moved is returned from', async () => {
  const scene = await clusterSceneOf({
    ...world(probed(9090), REFUSED),
    labels: { pod: 'web-2-aaaaa' },
    objects: [
      ...deployment('web', { revisions: [{ template: probed(8080) }, { template: probed(9090), age: 30 }] }),
      pod('web-2-aaaaa', {
        owner: 'ReplicaSet/web-2',
        spec: probed(9090),
        status: crashing({ exitCode: 137 }),
        age: 30,
      }),
      event({ about: 'Pod/web-2-aaaaa', reason: 'Unhealthy', message: REFUSED }),
    ],
  })
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.actions[0]?.plugin, 'rollback_deployment')
  assert.match(finding.statement, /revision 2 .*port went from 8080 to 9090/)
})

test('a program that is still starting when the probe gives up starts too slowly for it', async () => {
  const lines = ['loading 4 of 11 tables', 'loading 5 of 11 tables']
  const message =
    'Liveness probe failed: Get "http://10.1.0.4:8080/live": dial tcp 10.1.0.4:8080: connect: connection refused'
  const scene = await clusterSceneOf(world(probed(8080), message, { lived: 45 }, lines))
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'liveness_fails')
  assert.match(finding.statement, /allowed 40 s: .*no startup probe.*after 45 s/)
})

test('a program that had long been serving and stops answering is told with less certainty', async () => {
  const message = 'Liveness probe failed: Get "http://10.1.0.4:8080/live": context deadline exceeded'
  const scene = await clusterSceneOf(world(probed(8080), message, { lived: 7000 }))
  const finding = onlyFinding(podStates(scene), scene)
  assert.equal(finding.kind, 'liveness_fails')
  assert.ok(finding.confidence <= 0.6)
})

test('a program that answers with an error of its own reports what it lacks', async () => {
  const message = 'Liveness probe failed: HTTP probe failed with statuscode: 503'
  const scene = await clusterSceneOf(world(probed(8080), message, { lived: 7000 }))
  assert.equal(onlyFinding(podStates(scene), scene).weight, 'symptom')
})

test('a memory kill is not put down to the probe', async () => {
  const scene = await clusterSceneOf(world(probed(9090), REFUSED, { reason: 'OOMKilled' }))
  assert.equal(onlyFinding(podStates(scene), scene).kind, 'crash_loop')
})

test('failures of the readiness probe kill nobody', async () => {
  const scene = await clusterSceneOf(
    world(probed(8080), 'Readiness probe failed: HTTP probe failed with statuscode: 503'),
  )
  assert.equal(onlyFinding(podStates(scene), scene).kind, 'crash_loop')
})
