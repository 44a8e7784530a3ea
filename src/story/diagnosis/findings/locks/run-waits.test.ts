import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesAgo, object, pod } from '../../../../../test/world/scene/cluster-objects.ts'
import { clusterSceneOf, onlyFinding } from '../../../../../test/world/scene/cluster-scene-of.ts'
import {
  locksOf,
  type Pictured,
  pictureDatabase,
  queriesOf,
  secondsAgo,
  sessionOf,
} from '../../../../../test/world/scene/database-scene.ts'
import { topicsThatLead } from '../../database/asking/points-to-database.ts'
import type { Scene } from '../../scene.ts'
import { runWaits } from './run-waits.ts'

type Given = { line?: string; env?: readonly object[]; owner?: string; labels?: Readonly<Record<string, string>> }

/** A run that began long ago and has not ended. */
async function cluster({
  line = 'INFO waiting',
  env = [],
  owner = 'Job/export-1',
  labels = { cronjob: 'export' },
}: Given = {}) {
  return clusterSceneOf({
    alertName: 'KubeJobNotCompleted',
    labels,
    objects: [
      object('CronJob', 'export', { spec: { schedule: '0 7 * * *' }, status: {} }),
      object('Job', 'export-1', {
        metadata: { ownerReferences: [{ kind: 'CronJob', name: 'export', controller: true }] },
        spec: {},
        status: { active: 1, startTime: minutesAgo(600) },
      }),
      pod('export-1-x', {
        owner,
        age: 600,
        status: { podIP: '10.1.0.9' },
        spec: { containers: [{ name: 'app', image: 'export:1', env }] },
      }),
    ],
    logs: [{ pod: 'export-1-x', lines: [`${minutesAgo(590)} ${line}`] }],
  })
}

function both(seen: Scene, pictured: Pictured): Scene {
  const { database, exhibits } = pictureDatabase({ ...pictured, alert: 'KubeJobNotCompleted' })
  const renamed = exhibits.map((one) => ({ ...one, id: `D${one.id}` }))
  const renaming = (_key: string, value: unknown) =>
    typeof value === 'object' && value !== null && 'plugin' in value && 'id' in value
      ? renamed.find(({ id }) => id === `D${value.id}`)
      : value
  assert.ok(database)
  const { topics } = database
  return {
    ...seen,
    database: { ...JSON.parse(JSON.stringify(database), renaming), topics },
    exhibits: [...seen.exhibits, ...renamed],
  }
}

const HOLDER = sessionOf(7, 40_000, {
  state: 'idle in transaction',
  application_name: 'backfill',
  client_addr: '10.1.0.3',
})
const WAITER = sessionOf(8, 35_000, {
  client_addr: '10.1.0.9',
  wait_event_type: 'Lock',
  query: 'SELECT pg_advisory_lock(4711)',
  blocked_by: [7],
  waitstart: secondsAgo(35_000),
  waits_for: { locktype: 'advisory', mode: 'ExclusiveLock', relation: null },
})
const LOCKS = locksOf({
  roots: [
    {
      ...HOLDER,
      waiters_in_all: 1,
      holds: [{ locktype: 'relation', mode: 'ExclusiveLock', relation: 'public.invoices' }],
    },
  ],
  waiters: [WAITER] as never,
})

test('a run whose session waits for a lock is told with the one who holds it, and that one is ended', async () => {
  const scene = both(await cluster(), { locks: LOCKS })
  const finding = onlyFinding(runWaits(scene), scene)
  assert.match(
    finding.statement,
    /Run export-1 of CronJob shop\/export \(pod export-1-x, 10\.1\.0\.9, .*waits in the database: its session pid 8/,
  )
  assert.match(finding.statement, /pid 7 .* root blocker/)
  assert.deepEqual(finding.actions[0]?.parameters, { pid: 7, database: 'shop' })
  assert.ok(finding.explains?.includes('job_stalled'))
})

test('a run that is busy with its own statement is told with it, and not ended', async () => {
  const running = [sessionOf(8, 30_000, { client_addr: '10.1.0.9', query: 'UPDATE invoices SET total = total' })]
  const scene = both(await cluster(), { queries: queriesOf({ running }) })
  const finding = onlyFinding(runWaits(scene), scene)
  assert.match(finding.statement, /busy for 8\.3 h with one statement: “UPDATE invoices/)
  assert.deepEqual(finding.actions, [])
})

test('sessions of other pods say nothing of the run', async () => {
  const elsewhere = { ...WAITER, client_addr: '10.1.0.44' }
  assert.deepEqual(
    runWaits(both(await cluster(), { locks: locksOf({ roots: LOCKS.roots, waiters: [elsewhere] as never }) })),
    [],
  )
})

test('the database is asked where the last words or the settings of a hanging run lead there', async () => {
  assert.deepEqual(topicsThatLead(await cluster()), [])
  assert.deepEqual(topicsThatLead(await cluster({ line: 'DEBUG SELECT pg_advisory_lock(4711)' })), ['locks'])
  assert.deepEqual(topicsThatLead(await cluster({ env: [{ name: 'DATABASE_URL', value: 'x' }] })), ['locks'])
  assert.deepEqual(topicsThatLead(await cluster({ env: [{ name: 'DSN', value: 'postgresql://db/shop' }] })), ['locks'])
})

test('and where programs were refused for want of connections or gave up a lock', async () => {
  const refused = await cluster({ line: 'ERROR FATAL: sorry, too many clients already' })
  assert.deepEqual(topicsThatLead(refused), ['connections'])
  const gaveUp = await cluster({ line: 'ERROR: canceling statement due to lock timeout' })
  assert.deepEqual(topicsThatLead(gaveUp), ['locks'])
})
