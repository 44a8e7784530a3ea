import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analysisOf, exhibitOf } from '../../../../test/world/mind/analysis-of.ts'
import { deployment, node, pod } from '../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf } from '../../../../test/world/scene/cluster-scene-of.ts'
import { refusalOf } from './analysis-opinion.ts'

const of = (image: string) => ({ containers: [{ name: 'app', image }] })
const WEB = [
  ...deployment('web', {
    revisions: [
      { template: of('app:1'), age: 9000 },
      { template: of('app:2'), age: 30 },
    ],
  }),
  pod('web-2-aaaaa', { owner: 'ReplicaSet/web-2', age: 30 }),
  node('n-1'),
]

/** What the gates say about a step, seen on a small cluster in which the analysis found nothing. */
async function refused(plugin: string, parameters: Record<string, unknown>, objects = WEB) {
  const scene = await clusterSceneOf({ labels: { deployment: 'web' }, objects })
  return refusalOf({
    action: { plugin, parameters, why: 'x' },
    analysis: analysisOf({ scene }),
    exhibits: scene.exhibits,
  })
}

const WHERE = { namespace: 'shop', deployment: 'web' }

test('a rollback needs a revision to return to', async () => {
  assert.equal(await refused('rollback_deployment', WHERE), undefined)
  const only = [...deployment('web'), pod('web-1-aaaaa', { owner: 'ReplicaSet/web-1' })]
  assert.match((await refused('rollback_deployment', WHERE, only)) ?? '', /no earlier revision/)
})

test('a restart needs somebody who makes a new pod', async () => {
  const restart = { namespace: 'shop', pod_name: 'web-2-aaaaa' }
  assert.equal(await refused('restart_pod', restart), undefined)
  const job = [...WEB, pod('web-job-bbbbb', { owner: 'Job/web-job' })]
  const refusal = await refused('restart_pod', { ...restart, pod_name: 'web-job-bbbbb' }, job)
  assert.match(refusal ?? '', /belongs to a Job/)
})

test('a scale stays within half as many again, and never goes to zero', async () => {
  const scale = (replicas: number) => refused('scale_deployment', { ...WHERE, replicas })
  assert.equal(await scale(2), undefined)
  assert.match((await scale(50)) ?? '', /out of bounds; at most 2/)
  assert.match((await scale(0)) ?? '', /at least 1/)
})

test('only a node that was seen, and is bad now, is cordoned', async () => {
  assert.match((await refused('cordon_node', { node: 'n-1' })) ?? '', /well now|not seen/)
  assert.match((await refused('cordon_node', { node: 'elsewhere' })) ?? '', /not seen/)
})

test('evicted pods are removed only where there are some', async () => {
  assert.match((await refused('delete_evicted_pods', { namespace: 'shop' })) ?? '', /no evicted pod/)
})

const session = (pid: number, changes: object = {}) => ({
  ...{ pid, leader_pid: null, backend_type: 'client backend', application_name: 'shop', usename: 'shop' },
  ...{ state: 'active', query_seconds: 5, xact_seconds: 5 },
  ...changes,
})

test('a session is ended where it is a root, a runaway, or idle in an old transaction, and nowhere else', () => {
  const exhibits = [
    exhibitOf('C1', 'lock_waits', {
      roots: [session(1), session(9, { state: 'idle', holds: [{ locktype: 'advisory' }] })],
      waiters: [session(2, { query_seconds: 900 })],
    }),
    exhibitOf('C2', 'active_connections', {
      sessions: [
        session(3, { query_seconds: 900 }),
        session(4, { state: 'idle in transaction', xact_seconds: 900 }),
        session(5),
        session(6, { query_seconds: 900, leader_pid: 3 }),
        session(7, { query_seconds: 900, application_name: 'pg_dump' }),
        session(8, { query_seconds: 900, backend_type: 'autovacuum worker' }),
      ],
    }),
  ]
  const refusal = (pid: number) =>
    refusalOf({
      action: { plugin: 'terminate_query', parameters: { pid }, why: 'x' },
      analysis: analysisOf(),
      exhibits,
    })
  for (const pid of [1, 3, 4]) assert.equal(refusal(pid), undefined, `${pid}`)
  assert.match(refusal(2) ?? '', /waits itself/)
  assert.match(refusal(5) ?? '', /runs no long query/)
  assert.match(refusal(6) ?? '', /parallel worker of 3/)
  assert.match(refusal(7) ?? '', /looks after the server/)
  assert.match(refusal(8) ?? '', /never ended/)
  assert.match(refusal(9) ?? '', /keeps an advisory lock while it is idle/)
  assert.match(refusal(99) ?? '', /No listing shows/)
})
