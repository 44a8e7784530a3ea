/**
 * What waiting costs, and how fast a person's word becomes a deed: ten thousand incidents wait for approval, then plans on a
 * pretend cluster are confirmed one after the other. A step of the engine stands beside a plain insert of the same row.
 */
import { readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createRunStore } from '../../src/edges/store/run-records.ts'
import { createSealer } from '../../src/story/incident/proposal.ts'
import { openIncident } from '../world/records.ts'
import { runSql } from '../world/sql.ts'
import { openWaitingWorld, type Waiting } from '../world/waiting-plan.ts'
import { type Figure, median, percentile } from './figures.ts'
import { residentMegabytes } from './memory.ts'
import { ADMIN_KEY, type BenchServer, type BenchWorld } from './world.ts'

const WAITING = 10_000
const PLANS = 60
const STEPS = 500
const IDLE_SECONDS = 10
const TICKS_PER_SECOND = 100

export async function benchWorkflow(world: BenchWorld): Promise<Figure[]> {
  const closing: (() => unknown)[] = []
  // The world of the tests ends with a test; here it ends with the bench.
  const t = { after: (step: () => unknown) => closing.push(step), diagnostic: () => {} } as unknown as TestContext
  try {
    const names = Array.from({ length: PLANS }, (_, at) => `shop-${at}`)
    const waiting = await openWaitingWorld(t, names, { databaseUrl: world.databaseUrl })
    const service = await world.startService({ ...waiting.environment, VERIFY_WITHIN_SECONDS: '1' })
    const idle = await costOfWaiting(world, service)
    const plans = []
    for (const name of names) plans.push(await waiting.plant(name))
    const delays = await confirmEach(world, service, plans)
    const steps = await costOfSteps(waiting)
    return [
      { what: `${WAITING} waiting: memory grown by`, value: idle.megabytes, unit: 'MB', bar: { atMost: 60 } },
      {
        what: `${WAITING} waiting: load of an idle instance`,
        value: idle.load * 100,
        unit: '% of a core',
        bar: { atMost: 5 },
      },
      { what: 'decision to start of execution, p50', value: median(delays), unit: 'ms', bar: { atMost: 100 } },
      { what: 'decision to start of execution, p99', value: percentile(delays, 0.99), unit: 'ms' },
      { what: 'a step of the engine, beside a plain insert', value: steps.engineMs, unit: 'ms', limit: steps.insertMs },
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function costOfWaiting(world: BenchWorld, { pid }: BenchServer): Promise<{ megabytes: number; load: number }> {
  await pause(3_000)
  const before = await residentMegabytes(pid)
  await seedWaiting(world)
  await pause(5_000)
  const cpu = await cpuSeconds(pid)
  await pause(IDLE_SECONDS * 1000)
  return {
    megabytes: (await residentMegabytes(pid)) - before,
    load: ((await cpuSeconds(pid)) - cpu) / IDLE_SECONDS,
  }
}

/** Past the triggers, because ten thousand diagnoses are not what is measured. */
async function seedWaiting({ adminUrl }: BenchWorld): Promise<void> {
  await runSql(
    adminUrl,
    `SET session_replication_role = replica;
     INSERT INTO incidents (id, title, description, status, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing, confirm_by)
     SELECT 'INC-20200101-' || lpad(n::text, 5, '0'), 'waits', 'waits', 'awaiting_approval', 'high', 1, 'other', 'bench', n::text, '', '', false, now() + interval '1 hour'
       FROM generate_series(1, ${WAITING}) AS n`,
  )
}

async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

async function confirmEach(world: BenchWorld, { address }: BenchServer, plans: readonly Waiting[]): Promise<number[]> {
  for (const { id, digest } of plans) {
    const answer = await fetch(`${address}/api/incidents/${id}/decision`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ decision: 'confirm', digest }),
    })
    if (!answer.ok) throw new Error(`${id}: ${await answer.text()}`)
    await answer.arrayBuffer()
    await pause(150)
  }
  await pause(2_000)
  const rows = await runSql(
    world.adminUrl,
    `SELECT 1000 * extract(epoch FROM started.at - decided.at) AS ms FROM incident_events AS decided
       JOIN incident_events AS started ON started.incident_id = decided.incident_id AND started.kind = 'execution_started'
      WHERE decided.kind = 'confirmation_received'`,
  )
  if (rows.length !== plans.length) throw new Error(`Only ${rows.length} of ${plans.length} plans were begun.`)
  return rows.map(({ ms }) => Number(ms))
}

async function costOfSteps({ database }: Awaited<ReturnType<typeof openWaitingWorld>>) {
  const store = createRunStore({ database, sealer: createSealer(undefined) })
  await openIncident(database, { message: 'for the steps' })
  await store.renewLease('bench', 600)
  const [run] = await store.claimDiagnoses('bench', 1_000_000)
  if (!run) throw new Error('No run could be claimed.')
  const journal = store.journal(run, 'bench')
  const engineMs = await timeEach((at) => journal.commit(`step ${at}`, async () => null))
  const insertMs = await timeEach((at) =>
    database.query('INSERT INTO journal (run_id, step, result) VALUES ($1, $2, $3)', [run.id, `plain ${at}`, 'null']),
  )
  return { engineMs, insertMs }
}

async function timeEach(work: (at: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < STEPS; at += 1) {
    const began = performance.now()
    await work(at)
    times.push(performance.now() - began)
  }
  return median(times)
}
