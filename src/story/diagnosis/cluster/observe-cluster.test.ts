import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deployment, event, minutesAgo, object, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import { crashing, runningUnready } from '../../../../test/world/scene/container-states.ts'
import { capResult } from '../../../plugins/cap-result.ts'
import type { PluginResult } from '../../../plugins/plugin.ts'
import { ANALYZERS } from '../findings/analyzers.ts'
import type { Scene } from '../scene.ts'
import { readClusterScene } from './reading/read-cluster-scene.ts'

function asked({ exhibits }: Scene): string[] {
  return exhibits.map(({ plugin, parameters }) =>
    [
      plugin,
      ...['namespace', 'pod_name', 'container', 'previous', 'label', 'command'].flatMap((name) =>
        name in parameters ? [`${parameters[name]}`] : [],
      ),
    ].join(' '),
  )
}

const CROWD = Array.from({ length: 160 }, (_, at) =>
  pod(`batch-${at}`, { owner: 'ReplicaSet/batch-1', status: runningUnready() }),
)

test('a workload that a cut list lost is asked for by name, and its pods by its selector', async () => {
  const many = Array.from({ length: 80 }, (_, at) => deployment(`app-${String(at).padStart(2, '0')}`)).flat()
  const scene = await clusterSceneOf({
    labels: { deployment: 'web' },
    objects: [
      ...many,
      ...CROWD,
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', labels: { app: 'web' }, status: crashing() }),
    ],
  })
  assert.ok(asked(scene).includes('llm.orchestrator_action get deployment web -n shop -o yaml'))
  assert.ok(asked(scene).includes('list_pods shop app=web'))
  assert.deepEqual(
    scene.cluster?.target.workloads.map(({ name }) => name),
    ['web'],
  )
  assert.deepEqual(scene.cluster?.target.absent, [])
})

test('where the list of events was cut, those of the pod are asked for', async () => {
  const noise = Array.from({ length: 130 }, (_, at) =>
    event({ about: `Pod/other-${at}`, reason: 'Pulled', message: `n${at}`, age: 1, type: 'Normal' }),
  )
  const scene = await clusterSceneOf({
    labels: { pod: 'web-1-aaaaa' },
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status: crashing() }),
      ...noise,
      event({ about: 'Pod/web-1-aaaaa', reason: 'BackOff', message: 'Back-off', age: 50 }),
    ],
  })
  assert.ok(asked(scene).includes('get_events shop web-1-aaaaa'))
  assert.ok(scene.cluster?.events.some(({ reason }) => reason === 'BackOff'))
})

test('a container that restarted long ago and is not ready now is heard in its present life', async () => {
  const status = {
    ...runningUnready(300),
    containerStatuses: [
      {
        name: 'app',
        ready: false,
        restartCount: 1,
        state: { running: { startedAt: minutesAgo(299) } },
        lastState: { terminated: { exitCode: 1, reason: 'Error', finishedAt: minutesAgo(300) } },
      },
    ],
  }
  const scene = await clusterSceneOf({
    labels: { pod: 'web-1-aaaaa' },
    objects: [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1', status })],
  })
  assert.ok(asked(scene).includes('get_pod_logs shop web-1-aaaaa false'))
})

test('one hop goes to whom the log complains of, in its own namespace', async () => {
  const elsewhere = { namespace: 'data' }
  const scene = await clusterSceneOf({
    alertName: 'HighErrorRate',
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web'),
      pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' }),
      object('StatefulSet', 'cache', { metadata: elsewhere, spec: { replicas: 1 } }),
      pod('cache-0', { owner: 'StatefulSet/cache', metadata: elsewhere, status: crashing() }),
    ],
    logs: [{ pod: 'web-1-aaaaa', lines: ['ERROR dial tcp: connect to cache.data.svc:6379: connection refused'] }],
  })
  assert.ok(asked(scene).includes('list_pods data'))
  assert.ok(asked(scene).includes('describe_pod data cache-0'))
  assert.ok(asked(scene).includes('get_pod_logs data cache-0 true'))
})

test('however much fails, the cluster takes no more than its share of the calls', async () => {
  const many = Array.from({ length: 9 }, (_, at) => [
    ...deployment(`app-${at}`),
    pod(`app-${at}-1-aaaaa`, { owner: `ReplicaSet/app-${at}-1`, status: crashing({ exitCode: at + 1 }) }),
  ]).flat()
  const logs = Array.from({ length: 9 }, (_, at) => ({
    pod: `app-${at}-1-aaaaa`,
    previous: true,
    lines: [
      `ERROR connect to app-${(at + 1) % 9}:80: connection refused`,
      `ERROR connect to far-${at}.zone-${at}.svc:80: connection refused`,
    ],
  }))
  const scene = await clusterSceneOf({
    alertName: 'HighErrorRate',
    labels: { deployment: 'app-0' },
    objects: many,
    logs,
  })
  assert.ok(scene.exhibits.length <= 14, `${scene.exhibits.length} calls`)
})

test('evidence cut to any size is read without a complaint', async () => {
  const scene = await clusterSceneOf({
    labels: { deployment: 'web' },
    objects: [
      ...deployment('web', { revisions: [{}, { age: 30 }] }),
      pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', status: crashing() }),
      event({ about: 'Pod/web-2-aaaaa', reason: 'BackOff', message: 'Back-off' }),
    ],
    logs: [{ pod: 'web-2-aaaaa', previous: true, lines: ['environment variable PAY_URL is not set'] }],
  })
  for (const size of [40, 200, 600, 1200, 2500, 5000]) {
    const exhibits = scene.exhibits.map((exhibit) => ({ ...exhibit, result: cut(exhibit.result, size) }))
    const cluster = readClusterScene(exhibits, scene.subject)
    assert.doesNotThrow(() => ANALYZERS.flatMap((analyze) => analyze({ ...scene, cluster, exhibits })))
  }
})

function cut(result: PluginResult, size: number): PluginResult {
  const { value } = capResult(result, size)
  return typeof value === 'object' ? (value as PluginResult) : { success: result.success, message: String(value) }
}
