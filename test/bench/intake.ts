/**
 * How fast alerts become durable, beside a bare server that commits the same rows into the same tables. Whoever answers,
 * takes turns in short rounds, and medians are compared, so that noise of the machine meets all alike.
 */
import { join } from 'node:path'
import { type Figure, median } from './figures.ts'
import { cpuSeconds } from './load.ts'
import { type LoadOutcome, requireAll, runLoad } from './load-plan.ts'
import type { BenchServer, BenchWorld } from './world.ts'

const CONNECTIONS = 32
const ROUNDS = 5
const ROUND_SECONDS = 4
/** How many incidents the repeats are spread over. */
const REPEATED = 200
const BARE_INTAKE = join(import.meta.dirname, 'bare-intake.ts')

type Kind = 'unique' | 'bare' | 'repeated' | 'same'
/** With what one alert cost the process that took it in, which noise beside it changes least. */
type Outcome = LoadOutcome & { cpuMicroseconds: number }
type Taken = Record<Kind, Outcome[]>

export async function benchIntake(world: BenchWorld): Promise<Figure[]> {
  const service = await world.startService({ DIAGNOSIS_CONCURRENCY: '0' })
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  const bare = await world.startScript(BARE_INTAKE, [world.databaseUrl, day])
  const taken = await takeTurns(world, { service, bare })
  await bare.stop()
  await service.stop()
  const withDiagnosis = await measureWithDiagnosis(world)
  return [...figuresOf(taken), ...withDiagnosis]
}

/** The first round warms up and is not counted. */
async function takeTurns(world: BenchWorld, { service, bare }: { service: BenchServer; bare: BenchServer }) {
  const taken: Taken = { unique: [], bare: [], repeated: [], same: [] }
  const kinds: Kind[] = ['unique', 'bare', 'repeated', 'same']
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const outcome = await measure(world, kind === 'bare' ? bare : service, alertsOf(kind, round))
      if (round > 0) taken[kind].push(outcome)
    }
  }
  return taken
}

function alertsOf(kind: Kind, round: number): { run: string; distinct?: number } {
  if (kind === 'repeated') return { run: 'repeated', distinct: REPEATED }
  if (kind === 'same') return { run: 'same', distinct: 1 }
  return { run: `${kind}-${round}` }
}

async function measure(world: BenchWorld, server: BenchServer, alerts: { run: string; distinct?: number }) {
  const before = await cpuSeconds(server.pid)
  const plan = { address: server.address, connections: CONNECTIONS, seconds: ROUND_SECONDS, alerts }
  const outcome = requireAll(await runLoad(world, plan), 202)
  const cpu = (await cpuSeconds(server.pid)) - before
  return { ...outcome, cpuMicroseconds: (cpu * 1e6) / (outcome.answers['202'] ?? 0) }
}

async function measureWithDiagnosis(world: BenchWorld): Promise<Figure[]> {
  const service = await world.startService()
  const outcome = await measure(world, service, { run: 'with-diagnosis' })
  await service.stop()
  return [{ what: 'unique, with diagnosis on', value: speedOf([outcome]), unit: 'alerts/s' }]
}

function figuresOf({ unique, bare, repeated, same }: Taken): Figure[] {
  const speed = speedOf(unique)
  const fast = { unit: 'alerts/s', bar: { atLeast: 1, isTimesLimit: true } }
  return [
    {
      what: `unique alerts, ${CONNECTIONS} connections`,
      value: speed,
      unit: 'alerts/s',
      limit: speedOf(bare),
      bar: { atLeast: 0.6, isTimesLimit: true },
    },
    { what: 'unique alerts, p50', value: p50Of(unique), unit: 'ms', limit: p50Of(bare) },
    {
      what: 'unique alerts, p99',
      value: p99Of(unique),
      unit: 'ms',
      limit: p99Of(bare),
      bar: { atMost: 4, isTimesLimit: true },
    },
    { what: 'unique alerts, CPU of the process', value: cpuOf(unique), unit: 'µs/alert', limit: cpuOf(bare) },
    { what: `repeats of ${REPEATED}, beside unique ones`, value: speedOf(repeated), limit: speed, ...fast },
    { what: 'repeats of one, beside unique ones', value: speedOf(same), limit: speed, ...fast },
    { what: 'repeats, p99', value: p99Of(repeated), unit: 'ms' },
  ]
}

function speedOf(outcomes: readonly LoadOutcome[]): number {
  return median(outcomes.map(({ answers, seconds }) => (answers['202'] ?? 0) / seconds))
}

function p50Of(outcomes: readonly LoadOutcome[]): number {
  return median(outcomes.map(({ p50Ms }) => p50Ms))
}

function p99Of(outcomes: readonly LoadOutcome[]): number {
  return median(outcomes.map(({ p99Ms }) => p99Ms))
}

function cpuOf(outcomes: readonly Outcome[]): number {
  return median(outcomes.map(({ cpuMicroseconds }) => cpuMicroseconds))
}
