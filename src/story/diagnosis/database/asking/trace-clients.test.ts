import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectionsOf,
  groupOf,
  NOW,
  pictureDatabase,
  queriesOf,
} from '../../../../../test/world/scene/database-scene.ts'
import type { PluginResult } from '../../../../plugins/plugin.ts'
import { Evidence } from '../../evidence.ts'
import type { Subject } from '../../subject.ts'
import { dominatingClient } from '../connections/connections.ts'
import { traceClients } from './ask-deeper.ts'

type Asked = Readonly<Record<string, unknown>>

const ofWorker = (name: string, podIP: string) => ({
  name,
  namespace: 'jobs',
  podIP,
  owner: 'Job/worker',
  phase: 'Running',
})
const WORKERS = [ofWorker('worker-1', '10.0.0.1'), ofWorker('worker-2', '10.0.0.2')]
const HELD = [groupOf('10.0.0.1', 45), groupOf('10.0.0.2', 45), groupOf('10.0.0.9', 5)]

/** Where `*` shows only some of all pods, as in a large cluster. */
async function trace(
  groups: readonly object[],
  everywhere: readonly object[],
  total: number,
  subject: Partial<Subject> = {},
) {
  const asked: string[] = []
  const evidence = new Evidence(async ({ plugin, parameters }) => {
    asked.push([plugin, parameters.namespace ?? parameters.command ?? parameters.pod_name].join(' '))
    return answerOf(plugin, parameters, everywhere, total)
  })
  const {
    database,
    subject: pictured,
    ...scene
  } = pictureDatabase({ connections: connectionsOf({ groups, usable: 97 }), queries: queriesOf() })
  assert.ok(database)
  const observation = {
    ...scene,
    subject: { ...pictured, ...subject },
    evidence,
    scene: { ...scene, subject: pictured },
    now: NOW,
  }
  return { asked, surroundings: await traceClients(observation, database, 5), database }
}

function answerOf(plugin: string, { namespace }: Asked, everywhere: readonly object[], total: number): PluginResult {
  if (plugin === 'list_pods' && namespace === '*') return { success: true, data: { pods: everywhere, total } }
  if (plugin === 'list_pods') return { success: true, data: { pods: namespace === 'jobs' ? WORKERS : [], total: 2 } }
  const status = { podIP: '10.0.0.1' }
  const pod = { kind: 'Pod', metadata: { namespace: 'jobs', name: 'worker-1' }, status }
  if (plugin === 'llm.orchestrator_action') return { success: true, data: { objects: [pod] } }
  return { success: false, error: 'not shown' }
}

test('a client is the workload behind its addresses, wherever it lives', async () => {
  const { asked, surroundings, database } = await trace(HELD, WORKERS, 2, { namespace: 'shop' })
  assert.deepEqual(asked, ['list_pods shop', 'list_pods *', 'describe_pod jobs'])
  assert.ok(surroundings)
  const client = dominatingClient({ ...database, surroundings })
  assert.deepEqual([client?.name, client?.sessions, client?.pods.length], ['worker', 90, 2])
})

test('in a cluster too large to be listed whole the server finds the pod by its address', async () => {
  const { asked, surroundings } = await trace(HELD, [], 900)
  assert.deepEqual(asked, [
    'list_pods *',
    'llm.orchestrator_action get pods -A --field-selector status.podIP=10.0.0.1 -o yaml',
    'list_pods jobs',
    'describe_pod jobs',
  ])
  assert.ok(surroundings)
})

test('nobody is looked for where the server has room, and clients outside cost no further question', async () => {
  assert.deepEqual((await trace([groupOf('10.0.0.1', 20)], WORKERS, 2)).asked, [])
  assert.deepEqual((await trace(HELD, [], 0)).asked, ['list_pods *'])
})

test('pods that share an address, and a pooler before them all, are not taken for the client', async () => {
  const shared = WORKERS.map((pod) => ({ ...pod, podIP: '10.0.0.1' }))
  const pooler = [{ ...ofWorker('pgbouncer-1', '10.0.0.1'), owner: 'Job/pgbouncer' }]
  for (const pods of [shared, pooler]) {
    const { surroundings, database } = await trace(
      [groupOf('10.0.0.1', 90), groupOf('10.0.0.9', 5, { application_name: 'x' })],
      pods,
      pods.length,
    )
    assert.equal(surroundings, undefined)
    assert.deepEqual([dominatingClient(database)?.name, dominatingClient(database)?.workload], ['api', undefined])
  }
})

test('an application is counted whole although the list of its addresses is cut', async () => {
  const { database } = await trace([], [], 0)
  const shown = connectionsOf({
    groups: [groupOf('10.0.0.1', 30), groupOf('10.0.0.9', 10, { application_name: 'web' })],
    sessions: 90,
    by_application: [
      {
        application_name: 'api',
        usename: 'app',
        sessions: 80,
        active: 1,
        client_addresses: 40,
        oldest_backend_start: null,
      },
    ],
  })
  const connections = database.connections && { ...database.connections, thing: shown as never }
  assert.ok(connections)
  assert.equal(dominatingClient({ connections })?.sessions, 80)
})
