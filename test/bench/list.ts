/** Lists and searches among a million incidents, over HTTP, beside a bare server that has the same answers ready. */
import { join } from 'node:path'
import type { Figure } from './figures.ts'
import { requireAll, runLoad } from './load-plan.ts'
import { RARE_WORD, SEEDED, seedIncidents } from './seed-incidents.ts'
import { ADMIN_KEY, type BenchServer, type BenchWorld } from './world.ts'

const BARE_SERVER = join(import.meta.dirname, 'bare-server.ts')
const CONNECTIONS = 2
const DAY_MS = 86_400_000

type Case = { what: string; query: string; bar?: number; count?: number; total?: number }

export async function benchList(world: BenchWorld): Promise<Figure[]> {
  // Nothing old is swept away while we look, and nothing is diagnosed.
  const service = await world.startService({ DIAGNOSIS_CONCURRENCY: '0', RETENTION_DAYS: '0' })
  const began = performance.now()
  await seedIncidents(world.adminUrl)
  const figures: Figure[] = [{ what: 'seeding', value: (performance.now() - began) / 1_000, unit: 's' }]
  figures.push({ what: 'an answer that is ready, p99', value: await readyAnswer(world, service), unit: 'ms' })
  for (const one of cases()) figures.push(await measure(world, service, one))
  await service.stop()
  return figures
}

function cases(): Case[] {
  const day = dayBefore(30)
  const moments = `start_date=${momentBefore(300.4)}&end_date=${momentBefore(20.7)}`
  return [
    { what: 'page 1', query: '', bar: 15, total: SEEDED },
    { what: 'by status', query: 'status=resolved', bar: 15 },
    { what: 'by status, a rare one', query: 'status=executing', bar: 15 },
    { what: 'by severity', query: 'severity=critical', bar: 15 },
    { what: 'by day', query: `start_date=${day}&end_date=${day}`, bar: 15 },
    { what: 'by timestamps', query: moments, bar: 200, count: 100 },
    { what: 'status, severity and day', query: `status=expired&severity=info&end_date=${day}`, bar: 200, count: 100 },
    {
      what: 'status, severity and timestamps',
      query: `status=escalated&severity=low&${moments}`,
      bar: 200,
      count: 100,
    },
    { what: 'page 40,000', query: 'page=40000', bar: 200, count: 100 },
    { what: 'page 30,000 by status', query: 'status=resolved&page=30000', bar: 200, count: 100 },
    { what: 'search, a rare word', query: `search=${RARE_WORD}`, bar: 20 },
    { what: 'search, a common word', query: 'search=crashloop', count: 50 },
    { what: 'search, two letters', query: 'search=zy', count: 5 },
  ].map((one) => ({ ...one, what: `${one.what}, p99` }))
}

function momentBefore(days: number): string {
  return encodeURIComponent(new Date(Date.now() - days * DAY_MS).toISOString())
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

async function measure(world: BenchWorld, service: BenchServer, { what, query, bar, count = 600, total }: Case) {
  const path = `/api/incidents?${query}`
  await checkTotal(service.address + path, total)
  const value = await p99Of(world, service.address, path, count)
  return { what, value, unit: 'ms', ...(bar === undefined ? {} : { bar: { atMost: bar } }) } satisfies Figure
}

async function p99Of(world: BenchWorld, address: string, path: string, count: number): Promise<number> {
  const plan = { address, connections: CONNECTIONS, paths: [path] }
  await runLoad(world, { ...plan, count: Math.ceil(count / 10) })
  return requireAll(await runLoad(world, { ...plan, count }), 200).p99Ms
}

async function readyAnswer(world: BenchWorld, service: BenchServer): Promise<number> {
  const path = '/api/incidents'
  const body = JSON.stringify(await ask(service.address + path))
  const bare = await world.startScript(BARE_SERVER, [path, body])
  const value = await p99Of(world, bare.address, path, 600)
  await bare.stop()
  return value
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
