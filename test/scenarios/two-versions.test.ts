/** A rolling upgrade with runs in flight: two builds side by side, of which the newer begins runs that the older does not know. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { request } from 'undici'
import { WORKFLOW_VERSION } from '../../src/story/workflow/run-store.ts'
import { makeNewerBuild } from '../chaos/newer-build.ts'
import { startCommand } from '../world/command-line.ts'
import { temporaryFolder } from '../world/daemon.ts'
import { eventually } from '../world/eventually.ts'
import { runSql } from '../world/sql.ts'
import { openWaitingWorld, type Waiting, type WaitingWorld } from '../world/waiting-plan.ts'

/** Two or more looks: the lease is renewed every second time. */
const LEASES_SEEN = 3

type Process = { address: string; kill(signal: NodeJS.Signals): Promise<void>; ended: Promise<unknown> }

async function launch(
  t: TestContext,
  { environment }: WaitingWorld,
  build: { main?: string | undefined; failpoint?: string } = {},
): Promise<Process> {
  const cwd = await mkdtemp(join(tmpdir(), 'firebreak-version-'))
  t.after(() => rm(cwd, { recursive: true, force: true }))
  const redis = process.env.TEST_REDIS_URL ?? 'embedded:'
  const given = { ...environment, REDIS_URL: redis, PORT: '0', MONITOR_INTERVAL_SECONDS: '86400', GATHER_SECONDS: '0' }
  const failing = build.failpoint === undefined ? {} : { FIREBREAK_FAILPOINT: build.failpoint }
  const { child, said, ended } = startCommand(t, ['serve'], { ...given, ...failing }, cwd, build.main)
  const line = await eventually('it is ready', () =>
    said()
      .split('\n')
      .find((one) => one.includes('"Firebreak is ready."')),
  )
  const { address } = JSON.parse(line) as { address: string }
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { address, kill, ended }
}

async function confirm({ address }: Process, { id, digest }: Waiting): Promise<void> {
  const { statusCode, body } = await request(`${address}/api/incidents/${id}/decision`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision: 'confirm', digest }),
  })
  assert.equal(statusCode, 200, await body.text())
}

test('an older instance leaves alone what a newer one began, and a newer one carries on what an older one began', async (t) => {
  const world = await openWaitingWorld(t, ['newer', 'older', 'handed-over'])
  const folder = await temporaryFolder(t, 'newer')
  const newerMain = join(await makeNewerBuild(folder), 'src', 'main.ts')
  const stateOf = async ({ id }: Waiting) => {
    const [row] = await runSql(
      world.databaseUrl,
      `SELECT runs.state, instance_id, workflow_version, status FROM runs JOIN incidents ON incidents.id = incident_id
        WHERE incident_id = $1 AND kind = 'execute'`,
      [id],
    )
    return row
  }
  const ends = (waiting: Waiting) =>
    eventually(`${waiting.deployment} is verified`, async () => (await stateOf(waiting))?.status === 'resolved')

  // The newer one dies in the middle of a plan; the older one is there, alive and well.
  const begunByNewer = await world.plant('newer')
  const newer = await launch(t, world, { main: newerMain, failpoint: 'after start' })
  const older = await launch(t, world)
  await confirm(newer, begunByNewer)
  await newer.ended
  const left = await stateOf(begunByNewer)
  assert.deepEqual([left?.state, left?.workflow_version], ['running', WORKFLOW_VERSION + 1])
  // Nobody is left who could renew it: it runs out now instead of in nine seconds.
  await runSql(world.databaseUrl, 'UPDATE instances SET lease_until = firebreak_now() WHERE id = $1', [
    left?.instance_id,
  ])
  const begunByOlder = await world.plant('older')
  await confirm(older, begunByOlder)
  await ends(begunByOlder)
  const olderId = (await stateOf(begunByOlder))?.instance_id
  const leases = new Set<unknown>()
  await eventually('the older one has looked again and again since the lease of the newer ran out', async () => {
    const [row] = await runSql(world.databaseUrl, 'SELECT lease_until::text AS until FROM instances WHERE id = $1', [
      olderId,
    ])
    leases.add(row?.until)
    return leases.size >= LEASES_SEEN
  })
  assert.deepEqual(await stateOf(begunByNewer), left, 'the older one took it')

  // The upgrade goes on: a newer one comes up, and the older one is told to go in the middle of a plan.
  const handedOver = await world.plant('handed-over')
  // Before the act is held: on a busy machine a start takes longer than the patience of a call.
  const second = await launch(t, world, { main: newerMain })
  await ends(begunByNewer)
  const act = world.cluster.faults.add({ method: 'PATCH', does: 'hold' })
  await confirm(older, handedOver)
  await eventually('the older one is in the middle of its act', () => act.hits() === 1)
  const stopped = older.kill('SIGTERM')
  act.release()
  await stopped
  await ends(handedOver)
  assert.equal((await stateOf(handedOver))?.workflow_version, WORKFLOW_VERSION)
  await second.kill('SIGTERM')
  const changed = world.cluster.recorder.changes().map(({ name }) => name)
  assert.deepEqual(changed.sort(), ['handed-over', 'newer', 'older'], 'each act happened once')
})
