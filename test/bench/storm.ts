/**
 * Far more alerts at once than can be stored at once: each is stored or refused with 503, none is lost, memory is bounded.
 * The first storm can just be taken in; the second has more requests on their way than may wait, so some are refused.
 */
import { join } from 'node:path'
import { runSql } from '../world/sql.ts'
import type { Figure } from './figures.ts'
import { type LoadOutcome, runLoad } from './load-plan.ts'
import { residentMegabytes, watchMemory } from './memory.ts'
import type { BenchServer, BenchWorld } from './world.ts'

const ALERTS = 50_000
const DISTINCT = 10_000
const SINGLE_ROW = join(import.meta.dirname, 'single-row.ts')

type Storm = { name: string; connections: number; pipelining: number }
type Stored = { alerts: number; incidents: number }
type Found = { outcome: LoadOutcome; stored: Stored; before: number; peak: number }

const STORM: Storm = { name: 'storm', connections: 1_000, pipelining: 1 }
const OVERRUN: Storm = { name: 'overrun', connections: 256, pipelining: 24 }

export async function benchStorm(world: BenchWorld): Promise<Figure[]> {
  const service = await world.startService({ DIAGNOSIS_CONCURRENCY: '0' })
  const before = await residentMegabytes(service.pid)
  const taken = await weather(world, service, STORM, before)
  const overrun = await weather(world, service, OVERRUN, before)
  await service.stop()
  const limit = await bareSpeed(world)
  return [...figuresOf(STORM, taken, limit), ...figuresOf(OVERRUN, overrun, limit)]
}

async function weather(world: BenchWorld, service: BenchServer, storm: Storm, before: number): Promise<Found> {
  const storedBefore = await countStored(world)
  const { name, ...width } = storm
  const alerts = { run: name, distinct: DISTINCT }
  const load = runLoad(world, { address: service.address, ...width, count: ALERTS, alerts })
  const { result: outcome, peakMegabytes: peak } = await watchMemory(service.pid, load)
  const now = await countStored(world)
  const stored = { alerts: now.alerts - storedBefore.alerts, incidents: now.incidents - storedBefore.incidents }
  return { outcome, stored, before, peak }
}

async function countStored(world: BenchWorld): Promise<Stored> {
  const [row] = await runSql(
    world.adminUrl,
    'SELECT (SELECT coalesce(sum(times), 0)::int FROM alerts) AS alerts, (SELECT count(*)::int FROM incidents) AS incidents',
  )
  return row as Stored
}

async function bareSpeed(world: BenchWorld): Promise<number> {
  const bare = await world.startScript(SINGLE_ROW, [world.databaseUrl])
  const { name, ...width } = STORM
  const outcome = await runLoad(world, { address: bare.address, ...width, count: DISTINCT, alerts: { run: name } })
  await bare.stop()
  return speedOf(outcome)
}

function speedOf({ answers, seconds }: LoadOutcome): number {
  return (answers['202'] ?? 0) / seconds
}

function figuresOf({ name }: Storm, { outcome, stored, before, peak }: Found, limit: number): Figure[] {
  const accepted = outcome.answers['202'] ?? 0
  const refused = outcome.answers['503'] ?? 0
  const lost = ALERTS - accepted - refused
  const figures: Figure[] = [
    { what: 'accepted (202)', value: accepted },
    { what: 'refused (503)', value: refused },
    { what: 'answered otherwise, or not at all', value: lost, bar: { atMost: 0 } },
    { what: 'accepted and not stored', value: Math.abs(accepted - stored.alerts), bar: { atMost: 0 } },
    { what: 'incidents opened', value: stored.incidents, bar: { atMost: DISTINCT } },
    { what: 'speed, beside a single row for each', value: speedOf(outcome), unit: 'alerts/s', limit },
    { what: 'slowest answer', value: outcome.maxMs, unit: 'ms' },
    { what: 'memory grown by', value: peak - before, unit: 'MB', bar: { atMost: 150 } },
  ]
  return figures.map((figure) => ({ ...figure, what: `${name}: ${figure.what}` }))
}
