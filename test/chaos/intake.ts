/**
 * Kills the service (kill -9) again and again while alerts pour in, starts it again at once, and then asks the store whether
 * everything that was promised is there. It prints its figures and answers whether all held.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { runSql } from '../world/sql.ts'
import { AlertLoad } from './alert-load.ts'
import { randomFrom } from './alert-mix.ts'
import { type ChaosWorld, openChaosWorld, type RunningService } from './chaos-world.ts'
import { EventFollower } from './event-follower.ts'
import type { Ledger } from './ledger.ts'
import { untilSeen, untilWorkedOff } from './settle.ts'
import { checksFor } from './store-checks.ts'

export type IntakeOptions = {
  kills: number
  perSecond: number
  /** See AlertLoad. */
  underWayMax?: number
  seed: number
  print: (line: string) => void
  signal?: AbortSignal
}

/** A life lasts this long at most, counted from the moment it serves. */
const LIFE_MS_MAX = 1_500
const FAULTS_PRINTED_MAX = 10

type Lives = { startsMs: number[]; servedMs: number }

export async function killDuringIntake(options: IntakeOptions): Promise<boolean> {
  const world = await openChaosWorld({ DIAGNOSIS_CONCURRENCY: '16' })
  const random = randomFrom(options.seed)
  const load = new AlertLoad({ address: world.address, random, ...paceOf(options) })
  const follower = new EventFollower(world.address)
  try {
    const lives: Lives = { startsMs: [], servedMs: 0 }
    let service = await live(world, lives)
    load.start()
    follower.start()
    for (let kill = 1; kill <= options.kills; kill += 1) {
      await letLive(service, lives, random() * LIFE_MS_MAX, options.signal)
      await service.kill()
      service = await live(world, lives)
      if (kill % 20 === 0) options.print(`  ${kill} kills`)
    }
    await letLive(service, lives, LIFE_MS_MAX, options.signal)
    printLoad(await load.stop(), lives, options)
    options.print(`  worked off ${(await untilWorkedOff(world.postgres.url)).toFixed(1)} s after the last alert`)
    await untilSeen(world.postgres.url, follower)
    options.print(`  the stream was opened ${follower.connections} times and told ${follower.ids.length} events`)
    return await printChecks(world, load.ledger, follower, options.print)
  } finally {
    await load.stop()
    await follower.stop()
    await world.close()
  }
}

function paceOf({ perSecond, underWayMax = Number.POSITIVE_INFINITY }: IntakeOptions) {
  return { perSecond, underWayMax }
}

async function live(world: ChaosWorld, lives: Lives): Promise<RunningService> {
  const service = await world.startService()
  lives.startsMs.push(service.startedInMs)
  return service
}

async function letLive(service: RunningService, lives: Lives, lifeMs: number, signal?: AbortSignal): Promise<void> {
  await pause(lifeMs, undefined, signal && { signal })
  const ended = service.end()
  if (ended) throw new Error(ended)
  lives.servedMs += lifeMs
}

function printLoad(ledger: Ledger, { startsMs, servedMs }: Lives, { kills, print }: IntakeOptions): void {
  const sorted = startsMs.toSorted((one, other) => one - other).map(Math.round)
  const whole = ledger.perSecond.slice(1, -1).toSorted((one, other) => one - other)
  const served = servedMs / 1000
  print(`kill -9 of the service: ${kills} times in ${ledger.seconds.toFixed(0)} s`)
  print(`  start to serving: median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`)
  print(`  sent: ${ledger.sent}, in a second at least ${whole[0]}, median ${whole[whole.length >> 1]}`)
  print(
    `  accepted (202): ${ledger.count('accepted')}, ${Math.round(ledger.count('accepted') / served)}/s over the ${served.toFixed(0)} s it served`,
  )
  print(`  refused: ${tally(ledger)}; sent without an answer: ${ledger.count('unanswered')}`)
  print(`  nobody listened: ${ledger.count('unreachable')}`)
}

function tally(ledger: Ledger): string {
  const byStatus = Map.groupBy(ledger.all('refused'), ({ status }) => status)
  return [...byStatus].map(([status, all]) => `${status} × ${all.length}`).join(', ') || 'none'
}

async function printChecks(
  { postgres: { url } }: ChaosWorld,
  ledger: Ledger,
  follower: EventFollower,
  print: (line: string) => void,
): Promise<boolean> {
  const [row] = await runSql(
    url,
    `SELECT (SELECT sum(times) FROM alerts) AS alerts, (SELECT count(*) FROM alerts) AS rows, (SELECT count(*) FROM incidents) AS incidents, (SELECT count(*) FROM incident_events) AS events`,
  )
  print(`  stored: ${row?.alerts} alerts in ${row?.rows} rows, ${row?.incidents} incidents, ${row?.events} events`)
  let held = true
  for (const [name, check] of Object.entries(checksFor(url, ledger, follower.ids))) {
    const faults = await check()
    held &&= faults.length === 0
    print(`  ${faults.length === 0 ? '✓' : '✗'} ${name}`)
    for (const fault of faults.slice(0, FAULTS_PRINTED_MAX)) print(`      ${fault}`)
    if (faults.length > FAULTS_PRINTED_MAX) print(`      and ${faults.length - FAULTS_PRINTED_MAX} more`)
  }
  return held
}
