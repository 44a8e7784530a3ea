/**
 * Five thousand readers of the event stream and five events a second; then a fifth of the readers stop reading for good,
 * and a burst comes on top. Delays count from the moment an alert is sent, so its intake is part of them.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runSql } from '../world/sql.ts'
import type { Figure } from './figures.ts'
import { watchMemory } from './memory.ts'
import { type Expected, Readers, type ReadersReport } from './readers.ts'
import { ADMIN_KEY, type BenchWorld } from './world.ts'

const READERS = 5_000
const STALLED = READERS / 5
const EVENTS_PER_SECOND = 5
const SECONDS = 30
const BURST = 500
const PATIENCE_MS = 60_000
const BARE_STREAM = join(import.meta.dirname, 'bare-stream.ts')

type Send = (title: string) => Promise<void>
type Phase = { report: ReadersReport; peakMegabytes: number }

export async function benchStream(world: BenchWorld): Promise<Figure[]> {
  const limit = await bareDelay(world)
  const service = await world.startService({ DIAGNOSIS_CONCURRENCY: '0' })
  const readers = new Readers(world, service.address)
  await readers.ask({ open: READERS })
  const send = alertSender(service.address)
  const calm = await watch(world, readers, service.pid, () => sendSteadily(send))
  await readers.ask({ stall: STALLED, forget: true })
  const stalled = await watch(world, readers, service.pid, () => sendSteadily(send))
  await readers.ask({ forget: true })
  const burst = await watch(world, readers, service.pid, () => sendBurst(send))
  await readers.stop()
  await service.stop()
  return [
    ...calmFigures(calm, limit),
    ...stalledFigures('a fifth stalled', stalled, calm),
    ...stalledFigures(`then ${BURST} events at once`, burst, calm),
  ]
}

/** The same readers and the same messages, handed out by a server that does nothing else. */
async function bareDelay(world: BenchWorld): Promise<number> {
  const bare = await world.startScript(BARE_STREAM, [])
  const readers = new Readers(world, bare.address)
  await readers.ask({ open: READERS })
  await sendSteadily(async (body) => void (await fetch(bare.address, { method: 'POST', body })))
  await pause(1_000)
  const { p99Ms } = await readers.report({ count: 0, ids: 0 })
  await readers.stop()
  await bare.stop()
  return p99Ms
}

function alertSender(address: string): Send {
  return async (message) => {
    const answer = await fetch(`${address}/api/alert`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_KEY}` },
      body: JSON.stringify({ message, metadata: { fingerprint: crypto.randomUUID() } }),
    })
    if (answer.status !== 202) throw new Error(`An alert was answered with ${answer.status}.`)
    await answer.arrayBuffer()
  }
}

async function sendSteadily(send: Send): Promise<void> {
  const sent: Promise<void>[] = []
  for (let number = 0; number < SECONDS * EVENTS_PER_SECOND; number += 1) {
    sent.push(send(`Pod payments-${number} restarts at ${Date.now()}`))
    await pause(1_000 / EVENTS_PER_SECOND)
  }
  await Promise.all(sent)
}

async function sendBurst(send: Send): Promise<void> {
  await Promise.all(Array.from({ length: BURST }, () => send(`Burst at ${Date.now()} ${'of many '.repeat(20)}`)))
}

async function watch(world: BenchWorld, readers: Readers, pid: number, work: () => Promise<void>): Promise<Phase> {
  const watched = work().then(() => settle(world, readers))
  const { result, peakMegabytes } = await watchMemory(pid, watched)
  return { report: result, peakMegabytes }
}

/** Until every healthy reader has seen all there is, or it takes too long. */
async function settle(world: BenchWorld, readers: Readers): Promise<ReadersReport> {
  const [row] = await runSql(
    world.adminUrl,
    'SELECT count(*)::int AS count, coalesce(sum(id), 0)::float8 AS ids FROM incident_events',
  )
  const endsAt = Date.now() + PATIENCE_MS
  for (;;) {
    const report = await readers.report(row as Expected)
    if (report.complete === report.healthy || Date.now() > endsAt) return report
    await pause(500)
  }
}

function calmFigures({ report, peakMegabytes }: Phase, limit: number): Figure[] {
  return [
    { what: 'delivery, p50', value: report.p50Ms, unit: 'ms' },
    { what: 'delivery, p99', value: report.p99Ms, unit: 'ms', limit, bar: { atMost: 1_000 } },
    { what: 'readers with a gap, of 5,000', value: report.healthy - report.complete, bar: { atMost: 0 } },
    { what: 'memory at its peak', value: peakMegabytes, unit: 'MB', bar: { atMost: 400 } },
  ]
}

function stalledFigures(name: string, { report, peakMegabytes }: Phase, calm: Phase): Figure[] {
  const grown = peakMegabytes - calm.peakMegabytes
  const figures: Figure[] = [
    { what: 'delivery, p99', value: report.p99Ms, unit: 'ms' },
    { what: 'healthy readers with a gap', value: report.healthy - report.complete, bar: { atMost: 0 } },
    { what: 'events out of order', value: report.disorder, bar: { atMost: 0 } },
    { what: 'healthy readers that had to come back', value: report.reconnections },
    { what: 'memory grown by', value: grown, unit: 'MB', bar: { atMost: 40 } },
  ]
  return figures.map((figure) => ({ ...figure, what: `${name}: ${figure.what}` }))
}
