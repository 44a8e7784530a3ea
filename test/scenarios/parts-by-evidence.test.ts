/** When the incident that leads them has been verified, each part is judged by what its own pods show. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { groupOf, idOf, type Shown, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { openCluster } from '../world/kubernetes/cluster-of-test.ts'
import type { ClusterSimulator } from '../world/kubernetes/cluster-simulator.ts'
import { sampleNode, sampleWorkload } from '../world/kubernetes/sample-workload.ts'
import { openLifecycle } from '../world/lifecycle.ts'
import { DEAD_NODE, DEAD_POD } from '../world/node-storm.ts'
import { letPass, openRecords } from '../world/records.ts'

/** As it is when it has come back: well, and still closed to new pods. */
const THE_SAME = { metadata: { ...sampleNode(DEAD_NODE).metadata, uid: 'the-same-node' } }
const WELL = { ...sampleNode(DEAD_NODE), ...THE_SAME, spec: { unschedulable: true } }
const workload = (name: string, podStatus?: object) =>
  sampleWorkload({ namespace: 'shop', name, nodeName: DEAD_NODE, ...(podStatus && { podStatus }) })

const CRASHING = {
  phase: 'Running',
  conditions: [
    { type: 'Ready', status: 'False', reason: 'ContainersNotReady', lastTransitionTime: '2026-11-15T03:00:00Z' },
  ],
  containerStatuses: [
    {
      ...{ name: 'app', image: 'registry.example/catalog:1.0.0', ready: false, restartCount: 9 },
      state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } },
      lastState: {
        terminated: {
          ...{ reason: 'Error', exitCode: 1 },
          ...{ startedAt: '2026-11-15T03:10:00Z', finishedAt: '2026-11-15T03:10:05Z' },
        },
      },
    },
  ],
}

async function openLostNode(t: TestContext) {
  const objects = [
    ...[{ ...sampleNode(DEAD_NODE, { isLost: true }), ...THE_SAME }, sampleNode('worker-2')],
    ...['cart', 'catalog'].flatMap((name) => workload(name, DEAD_POD)),
  ]
  const { cluster, kubeconfig } = await openCluster(t, { objects, pace: 'by hand' })
  const life = await openLifecycle(t, kubeconfig, { GATHER_SECONDS: '15' })
  return { ...life, cluster, database: openRecords(t, life.service.databaseUrl) }
}

/** The node is back, and the one of the two workloads with it; the other has come up with a fault of its own. */
function comeBack({ store }: ClusterSimulator): void {
  for (const object of [WELL, ...workload('cart'), ...workload('catalog', CRASHING)]) store.put(object)
}

const told = ({ events }: Shown, kind: string) => events.find(({ type }) => type === kind)?.data

test('of the parts of a verified leader the one whose pods are well is resolved, and the one whose pods are not is set free', async (t) => {
  const { service, cluster, database, diagnose, carryOut } = await openLostNode(t)
  const leader = await diagnose({ alertname: 'KubeNodeUnreachable', node: DEAD_NODE, severity: 'critical' })
  assert.equal(leader.status, 'awaiting_approval', JSON.stringify(leader.diagnosis))
  const partOf = async (name: string) => {
    const labels = { alertname: 'KubePodNotReady', namespace: 'shop', pod: `${name}-1-1`, severity: 'high' }
    const id = await idOf(service, groupOf([{ fingerprint: name, labels }], name))
    await eventually(`${name} is part of the node`, async () => (await show(service, id)).part_of === leader.id)
    return id
  }
  const [cart, catalog] = [await partOf('cart'), await partOf('catalog')]

  const stopHearing = cluster.store.onChange(({ object: { kind, spec } }) => {
    if (kind !== 'Node' || !spec.unschedulable) return
    stopHearing()
    comeBack(cluster)
  })
  const verified = await carryOut(leader)
  assert.equal(verified.status, 'resolved', JSON.stringify(verified.verification ?? verified.execution_result))
  for (const id of [cart, catalog]) assert.equal((await show(service, id)).status, 'pending', 'its alert may yet clear')

  await letPass(database, '10 minutes')
  const over = await eventually('the one is resolved', async () => {
    const shown = await show(service, cart)
    return shown.status === 'resolved' && shown
  })
  assert.deepEqual([over.resolution, over.part_of], ['recovered', leader.id])
  assert.match(
    String(told(over, 'incident_resolved')?.comment),
    new RegExp(`^${leader.id} was resolved, and nothing is wrong with this one`),
  )
  assert.equal(told(over, 'incident_set_free'), undefined)

  const free = await eventually('the other is diagnosed by itself', async () => {
    const shown = await show(service, catalog)
    return told(shown, 'diagnosis_completed') && shown
  })
  assert.equal(free.part_of, null)
  assert.notEqual(free.status, 'resolved')
  const { part_of, why } = told(free, 'incident_set_free') ?? {}
  assert.equal(part_of, leader.id)
  assert.match(String(why), new RegExp(`^${leader.id} is resolved; still to be seen: .*catalog`))
  assert.match(free.diagnosis.conclusion, /catalog/)
  const { lost } = (await show(service, leader.id)).events.findLast(({ type }) => type === 'parts_changed')?.data ?? {}
  assert.deepEqual(lost, [catalog])
})
