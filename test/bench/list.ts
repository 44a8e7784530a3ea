/**
 * Lists and searches among a million incidents, over HTTP, beside a bare server that has page 1 ready. All take turns in
 * short rounds, and what is told is the median of the rounds, so that noise of the machine meets all alike.
 */
import { join } from 'node:path'
import { type Figure, median } from './figures.ts'
import { type LoadOutcome, requireAll, runLoad } from './load-plan.ts'
import { RARE_WORD, SEEDED, seedIncidents } from './seed-incidents.ts'
import { ADMIN_KEY, type BenchServer, type BenchWorld } from './world.ts'

const BARE_SERVER = join(import.meta.dirname, 'bare-server.ts')
const CONNECTIONS = 2
const ROUNDS = 5
const DAY_MS = 86_400_000
const READY_PATH = '/api/incidents'

/** `count` is how many requests make a round. */
type Case = { what: string; query: string; bar?: number; count?: number; total?: number }

export async function benchList(world: BenchWorld): Promise<Figure[]> {
  // Nothing old is swept away while we look, and nothing is diagnosed.
  const service = await world.startService({ DIAGNOSIS_CONCURRENCY: '0', RETENTION_DAYS: '0' })
  const began = performance.now()
  await seedIncidents(world.adminUrl)
  const seeding = { what: 'seeding', value: (performance.now() - began) / 1_000, unit: 's' }
  const ready = await world.startScript(BARE_SERVER, [
    READY_PATH,
    JSON.stringify(await ask(service.address + READY_PATH)),
  ])
  const figures = await takeTurns(world, service, ready)
  await ready.stop()
  await service.stop()
  return [seeding, ...figures]
}

async function takeTurns(world: BenchWorld, service: BenchServer, ready: BenchServer): Promise<Figure[]> {
  const all = cases().map((one) => ({ ...one, rounds: [] as LoadOutcome[] }))
  const limits: LoadOutcome[] = []
  for (const { query, total } of all) await checkTotal(`${service.address}/api/incidents?${query}`, total)
  // The first round warms up and is not counted.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const limit = await runRound(world, ready.address, READY_PATH, 200)
    if (round > 0) limits.push(limit)
    for (const { query, count = 200, rounds } of all) {
      const outcome = await runRound(world, service.address, `/api/incidents?${query}`, count)
      if (round > 0) rounds.push(outcome)
    }
  }
  return all.flatMap((one) => figuresOf(one, one.rounds, limits))
}

async function runRound(world: BenchWorld, address: string, path: string, count: number): Promise<LoadOutcome> {
  return requireAll(await runLoad(world, { address, connections: CONNECTIONS, paths: [path], count }), 200)
}

function figuresOf({ what, bar }: Case, rounds: readonly LoadOutcome[], limits: readonly LoadOutcome[]): Figure[] {
  const p50 = (outcomes: readonly LoadOutcome[]) => median(outcomes.map(({ p50Ms }) => p50Ms))
  const p99 = (outcomes: readonly LoadOutcome[]) => median(outcomes.map(({ p99Ms }) => p99Ms))
  const slowest: Figure = { what: `${what}, p99`, value: p99(rounds), unit: 'ms', limit: p99(limits) }
  return [
    { what: `${what}, p50`, value: p50(rounds), unit: 'ms', limit: p50(limits) },
    bar === undefined ? slowest : { ...slowest, bar: { atMost: bar } },
  ]
}

function cases(): Case[] {
  const day = dayBefore(30)
  const moments = `start_date=${momentBefore(300.4)}&end_date=${momentBefore(20.7)}`
  return [
    { what: 'page 1', query: '', bar: 15, total: SEEDED },
    { what: 'by status', query: 'status=resolved', bar: 15 },
    { what: 'by status, a rare one', query: 'status=executing', bar: 15 },
    { what: 'by severity', query: 'severity=critical', bar: 15 },
    { what: 'all open', query: 'open=true', bar: 15 },
    { what: 'all open, most severe first', query: 'open=true&sort=severity', bar: 200, count: 50 },
    { what: 'most severe first', query: 'sort=severity', bar: 15 },
    { what: 'several severities, oldest first', query: 'severity=critical,low&sort=oldest', bar: 15 },
    { what: 'by service', query: 'service=mailer', count: 20 },
    { what: 'by a rare label', query: 'label=shop=shop-17', bar: 200, count: 50 },
    { what: 'by day', query: `start_date=${day}&end_date=${day}`, bar: 15 },
    { what: 'by timestamps', query: moments, bar: 200, count: 50 },
    { what: 'status, severity and day', query: `status=expired&severity=info&end_date=${day}`, bar: 200, count: 50 },
    {
      what: 'status, severity and timestamps',
      query: `status=escalated&severity=low&${moments}`,
      bar: 200,
      count: 100,
    },
    { what: 'page 40,000', query: 'page=40000', bar: 200, count: 50 },
    { what: 'page 30,000 by status', query: 'status=resolved&page=30000', bar: 200, count: 50 },
    { what: 'search, a rare word', query: `search=${RARE_WORD}`, bar: 20 },
    { what: 'search, a common word', query: 'search=crashloop', count: 20 },
    { what: 'search, two letters', query: 'search=zy', count: 2 },
  ]
}

function momentBefore(days: number): string {
  return encodeURIComponent(new Date(Date.now() - days * DAY_MS).toISOString())
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

async function ask(url: string): Promise<{ data: { total: number; items: unknown[] } }> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${ADMIN_KEY}` } })
  return (await answer.json()) as { data: { total: number; items: unknown[] } }
}

/** A fast answer that is wrong, or empty, is worth nothing. */
async function checkTotal(url: string, total: number | undefined): Promise<void> {
  const { data } = await ask(url)
  const isRight = data.items.length > 0 && (total === undefined || data.total === total)
  if (!isRight) throw new Error(`${url} answered ${data.items.length} items and a total of ${data.total}.`)
}
