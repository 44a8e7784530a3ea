import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import { crashing } from '../../../../../test/world/scene/container-states.ts'
import { configurationError } from './configuration.ts'

const labels = { deployment: 'web' }
const OLD = { containers: [{ name: 'app', image: 'app:1', env: [{ name: 'PAY_URL', value: 'http://pay' }] }] }
const WITHOUT = { containers: [{ name: 'app', image: 'app:2' }] }

function crashed(line: string, ended = {}) {
  return {
    objects: [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status: crashing(ended) })],
    logs: [{ pod: 'web-1-aaaaa', previous: true, lines: ['starting', line] }],
  }
}

test('a missing variable is named with the line that says so; with one revision nothing is changed', async () => {
  const scene = await clusterSceneOf({ labels, ...crashed('FATAL: environment variable PAY_URL is not set') })
  const finding = onlyFinding(configurationError(scene), scene)
  assert.match(
    finding.statement,
    /web-1-aaaaa exits at once with code 1 because the environment variable PAY_URL is not set/,
  )
  assert.deepEqual(finding.actions, [])
  assert.match(finding.noActionReason ?? '', /no earlier revision/)
})

test('a variable that the newest revision dropped is brought back by a rollback', async () => {
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', {
        replicas: 2,
        revisions: [
          { template: OLD, replicas: 2 },
          { template: WITHOUT, replicas: 1, ready: 0, age: 25 },
        ],
      }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec: OLD }),
      pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', spec: WITHOUT, status: crashing(), age: 25 }),
    ],
    logs: [{ pod: 'web-2-bbbbb', previous: true, lines: ['FATAL required env var PAY_URL is not set'] }],
  })
  const finding = onlyFinding(configurationError(scene), scene)
  assert.match(finding.statement, /It came with revision 2 \(image app:2\): variable PAY_URL was removed/)
  assert.deepEqual(finding.actions[0], {
    plugin: 'rollback_deployment',
    parameters: { namespace: 'shop', deployment: 'web' },
    why: finding.actions[0]?.why,
    // Five minutes after the rollout, when the first run of the program had ended.
    began: new Date(scene.now.getTime() - 20 * 60_000),
  })
})

test('a ConfigMap written after the rollout leaves the revision in doubt, so nothing is rolled back', async () => {
  const template = {
    containers: [{ name: 'app', image: 'app:2', envFrom: [{ configMapRef: { name: 'web-config' } }] }],
  }
  const older = { containers: [{ name: 'app', image: 'app:1', envFrom: [{ configMapRef: { name: 'web-config' } }] }] }
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: older }, { template, age: 300 }] }),
      pod('web-2-bbbbb', { owner: 'ReplicaSet/web-2', spec: template, status: crashing(), age: 300 }),
      object('ConfigMap', 'web-config', { metadata: { creationTimestamp: minutesAgo(18) }, data: {} }),
    ],
    logs: [{ pod: 'web-2-bbbbb', previous: true, lines: ["KeyError: 'PAY_URL'"] }],
  })
  const finding = onlyFinding(configurationError(scene), scene)
  assert.deepEqual(finding.actions, [])
  assert.match(finding.facts[0]?.text ?? '', /ConfigMap web-config, which the container reads, was last written/)
})

test('files, options and modules are told by their own names', async () => {
  const statementOf = async (line: string) => {
    const scene = await clusterSceneOf({ labels, ...crashed(line) })
    return onlyFinding(configurationError(scene), scene).statement
  }
  assert.match(
    await statementOf('open /etc/web/rules.yaml: no such file or directory'),
    /the file \/etc\/web\/rules\.yaml does not exist/,
  )
  assert.match(await statementOf('unknown flag: --fast-path'), /does not know the option --fast-path/)
  assert.match(await statementOf("Error: Cannot find module 'express'"), /the module express is missing from its image/)
})

test('a program that worked for hours before it ended is not misconfigured', async () => {
  const scene = await clusterSceneOf({
    labels,
    ...crashed('open /tmp/part-7: no such file or directory', { lived: 7200 }),
  })
  assert.deepEqual(configurationError(scene), [])
})

test('a container that was killed did not stop by itself', async () => {
  const scene = await clusterSceneOf({
    labels,
    ...crashed('WARN variable PAY_URL is not set, using default', { exitCode: 137 }),
  })
  assert.deepEqual(configurationError(scene), [])
})

test('words that a caller wrote into the log are not the program speaking', async () => {
  const line = 'GET /orders 200 ua="environment variable PAY_URL is not set"'
  const scene = await clusterSceneOf({ labels, ...crashed(line) })
  assert.deepEqual(configurationError(scene), [])
})

test('a file that is not understood is traced to the ConfigMap that is mounted there', async () => {
  const spec = {
    containers: [{ name: 'app', image: 'proxy:1', volumeMounts: [{ name: 'conf', mountPath: '/etc/proxy' }] }],
    volumes: [{ name: 'conf', configMap: { name: 'proxy-conf' } }],
  }
  const line = "error initializing configuration '/etc/proxy/proxy.yaml': clusters[2].conect_timeout: no such field"
  const scene = await clusterSceneOf({
    labels,
    objects: [
      ...deployment('web', { revisions: [{ template: spec }] }),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', spec, status: crashing() }),
      object('ConfigMap', 'proxy-conf', { metadata: { creationTimestamp: minutesAgo(64) }, data: {} }),
    ],
    logs: [{ pod: 'web-1-aaaaa', previous: true, lines: [line] }],
  })
  const { statement } = onlyFinding(configurationError(scene), scene)
  assert.match(statement, /not valid \(clusters\[2\]\.conect_timeout\)/)
  assert.match(statement, /\/etc\/proxy\/proxy\.yaml comes from ConfigMap proxy-conf, last written at .*64 minutes ago/)
})
