/**
 * How fast alerts become durable as users send them: webhooks of an alert manager, with diagnoses at work, beside a bare
 * server that commits a single row for each and beside Alertmanager itself, which keeps them in memory. All take turns in
 * short rounds, and medians are compared, so that noise of the machine meets all alike.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ALERTMANAGER } from '../world/alertmanager.ts'
import { runSql } from '../world/sql.ts'
import { openAlertmanager } from './alertmanager.ts'
import { type Figure, median } from './figures.ts'
import { cpuSeconds } from './load.ts'
import { type LoadOutcome, requireAll, runLoad, type SentAlerts } from './load-plan.ts'
import { ADMIN_KEY, type BenchServer, type BenchWorld } from './world.ts'

const ROUNDS = 5
const ROUND_SECONDS = 3
const FEW = 32
const MANY = 256
const SINGLE_ROW = join(import.meta.dirname, 'single-row.ts')
const DIAGNOSES = 4

type Who = 'service' | 'single row' | 'alertmanager'
type Case = {
  who: Who
  alerts: Omit<SentAlerts, 'run'>
  connections: number
  hasDiagnosis?: boolean
  isRepeated?: boolean
}

const UNIQUE = { who: 'service', alerts: { wording: 'webhook' } } as const
const CASES = {
  bare: { who: 'single row', alerts: { wording: 'webhook' }, connections: FEW },
  alertmanager: { who: 'alertmanager', alerts: { wording: 'alerts' }, connections: FEW },
  unique: { ...UNIQUE, connections: FEW, hasDiagnosis: true },
  repeated: {
    ...UNIQUE,
    connections: FEW,
    hasDiagnosis: true,
    alerts: { wording: 'webhook', distinct: 1 },
    isRepeated: true,
  },
  plain: { who: 'service', alerts: { wording: 'plain' }, connections: FEW, hasDiagnosis: true },
  quiet: { ...UNIQUE, connections: FEW },
  bareMany: { who: 'single row', alerts: { wording: 'webhook' }, connections: MANY },
  uniqueMany: { ...UNIQUE, connections: MANY, hasDiagnosis: true },
} satisfies Record<string, Case>

/** Gathering as users have it who say nothing about it; the other benches leave it out. */
const AS_IT_COMES = { GATHER_SECONDS: '15' }

type Name = keyof typeof CASES
/** With what one alert cost the process that took it in and the store, which noise beside them changes least. */
type Outcome = LoadOutcome & { cpuMicroseconds: number; storeMicroseconds: number; loopDelayMs: number }
type Taken = Record<Name, Outcome[]>

export async function benchIntake(world: BenchWorld): Promise<Figure[]> {
  const service = await world.startService(AS_IT_COMES)
  const bare = await world.startScript(SINGLE_ROW, [world.databaseUrl])
  const alertmanager = existsSync(ALERTMANAGER) ? await openAlertmanager() : undefined
  try {
    const servers = { service, 'single row': bare, ...(alertmanager && { alertmanager }) }
    return figuresOf(await takeTurns(world, servers))
  } finally {
    await alertmanager?.stop()
    await bare.stop()
    await service.stop()
  }
}

type Servers = Partial<Record<Who, BenchServer>> & { service: BenchServer }

/** The first round warms up and is not counted. */
async function takeTurns(world: BenchWorld, servers: Servers): Promise<Taken> {
  const names = (Object.keys(CASES) as Name[]).filter((name) => servers[CASES[name].who])
  const taken = Object.fromEntries(Object.keys(CASES).map((name) => [name, []])) as unknown as Taken
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const outcome = await measure(world, servers, { ...CASES[name], run: `${name}-${round}` })
      if (round > 0) taken[name].push(outcome)
    }
  }
  return taken
}

async function measure(world: BenchWorld, servers: Servers, one: Case & { run: string }): Promise<Outcome> {
  const server = servers[one.who] as BenchServer
  await diagnose(world, servers.service, one.hasDiagnosis === true)
  await loopDelay(servers.service)
  const before = [await cpuSeconds(server.pid), await world.storeCpuSeconds()] as const
  const alerts = { ...one.alerts, run: one.isRepeated ? 'repeated' : one.run }
  const plan = { address: server.address, connections: one.connections, seconds: ROUND_SECONDS, alerts }
  const outcome = requireAll(await runLoad(world, plan), one.who === 'alertmanager' ? 200 : 202)
  const taken = Object.values(outcome.answers).reduce((sum, count) => sum + count, 0)
  return {
    ...outcome,
    cpuMicroseconds: (((await cpuSeconds(server.pid)) - before[0]) * 1e6) / taken,
    storeMicroseconds: (((await world.storeCpuSeconds()) - before[1]) * 1e6) / taken,
    loopDelayMs: await loopDelay(servers.service),
  }
}

/** What waits is diagnosed only in the rounds that are meant to show it; a round begins when nothing else is at work. */
async function diagnose(world: BenchWorld, { address }: BenchServer, isOn: boolean): Promise<void> {
  const answer = await fetch(`${address}/api/config`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_KEY}` },
    body: JSON.stringify({ DIAGNOSIS_CONCURRENCY: isOn ? DIAGNOSES : 0 }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  while (!isOn && (await hasRuns(world))) await pause(100)
}

async function hasRuns({ adminUrl }: BenchWorld): Promise<boolean> {
  const rows = await runSql(adminUrl, `SELECT FROM firebreak.runs WHERE state = 'running' LIMIT 1`)
  return rows.length > 0
}

/** The 99th percentile since it was asked last. */
async function loopDelay({ address }: BenchServer): Promise<number> {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${ADMIN_KEY}` } })
  const seconds = /^nodejs_eventloop_lag_p99_seconds ([\d.e+-]+)$/m.exec(await answer.text())?.[1]
  return Number(seconds) * 1_000
}

function figuresOf(taken: Taken): Figure[] {
  const { bare, alertmanager, unique, repeated, plain, quiet, bareMany, uniqueMany } = taken
  return [
    speed(`unique webhooks, ${FEW} connections`, unique, bare, 0.6),
    slowest(`unique webhooks, ${FEW} connections`, unique, bare, 2),
    speed('the same webhook again and again', repeated, bare, 0.8),
    slowest('the same webhook again and again', repeated, bare),
    speed('small plain alerts', plain, bare),
    speed('unique webhooks, diagnosis off', quiet, bare),
    ...(alertmanager.length > 0 ? [speed('unique webhooks, beside Alertmanager', unique, alertmanager)] : []),
    speed(`unique webhooks, ${MANY} connections`, uniqueMany, bareMany, 0.6),
    slowest(`unique webhooks, ${MANY} connections`, uniqueMany, bareMany, 2),
    {
      ...middle('unique webhooks, p50, beside diagnosis off', unique, quiet),
      bar: { atMost: 1.3, isTimesLimit: true },
    },
    { ...slowest('unique webhooks, beside diagnosis off', unique, quiet), bar: { atMost: 1.3, isTimesLimit: true } },
    { what: 'event loop delay, p99', value: of(unique, 'loopDelayMs'), unit: 'ms', bar: { atMost: 20 } },
    cpu('processor time of the process, diagnosis off', 'cpuMicroseconds', quiet, bare),
    cpu('processor time of the store, diagnosis off', 'storeMicroseconds', quiet, bare),
    cpu('processor time of the process, repeats', 'cpuMicroseconds', repeated, bare),
    cpu('processor time of the store, repeats', 'storeMicroseconds', repeated, bare),
  ]
}

function speed(what: string, ours: readonly Outcome[], limit: readonly Outcome[], atLeast?: number): Figure {
  const figure = { what, value: speedOf(ours), unit: 'requests/s', limit: speedOf(limit) }
  return atLeast === undefined ? figure : { ...figure, bar: { atLeast, isTimesLimit: true } }
}

function slowest(what: string, ours: readonly Outcome[], limit: readonly Outcome[], atMost?: number): Figure {
  const figure = { what: `${what}, p99`, value: of(ours, 'p99Ms'), unit: 'ms', limit: of(limit, 'p99Ms') }
  return atMost === undefined ? figure : { ...figure, bar: { atMost, isTimesLimit: true } }
}

function middle(what: string, ours: readonly Outcome[], limit: readonly Outcome[]): Figure {
  return { what, value: of(ours, 'p50Ms'), unit: 'ms', limit: of(limit, 'p50Ms') }
}

type Cost = 'cpuMicroseconds' | 'storeMicroseconds'

function cpu(what: string, cost: Cost, ours: readonly Outcome[], limit: readonly Outcome[]): Figure {
  return { what, value: of(ours, cost), unit: 'µs/alert', limit: of(limit, cost) }
}

function of(outcomes: readonly Outcome[], name: Cost | 'p50Ms' | 'p99Ms' | 'loopDelayMs'): number {
  return median(outcomes.map((outcome) => outcome[name]))
}

function speedOf(outcomes: readonly LoadOutcome[]): number {
  const taken = ({ answers }: LoadOutcome) => Object.values(answers).reduce((sum, count) => sum + count, 0)
  return median(outcomes.map((outcome) => taken(outcome) / outcome.seconds))
}
