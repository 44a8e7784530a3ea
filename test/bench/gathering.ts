/**
 * A node dies, and ten thousand alerts tell of it: pods, workloads, endpoints, probes and burn rates, in the groups of an
 * alert manager, while something else breaks beside it. Each cause must become one incident, quickly and with few diagnoses.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  criticalBurns,
  DEAD_NODE,
  type Notification,
  nodeStorm,
  OTHER_CAUSE,
  STORM_CONTEXT,
} from '../world/node-storm.ts'
import { openStormWorld, readStorm, sendStorm } from '../world/storm-world.ts'
import type { Figure } from './figures.ts'
import { ADMIN_KEY, type BenchServer, type BenchWorld } from './world.ts'

const ALERTS = 10_000
const CRITICAL = 200
const CAUSES = 2
const PATIENCE_MS = 600_000
const LOOK_MS = 200

type Settled = Awaited<ReturnType<typeof readStorm>>

export async function benchGathering(world: BenchWorld): Promise<Figure[]> {
  const storm = await openStormWorld()
  const service = await world.startService({ ...storm.environment, GATHER_SECONDS: '15' })
  try {
    await ask(service, 'PUT', '/api/environment-context', STORM_CONTEXT)
    const [early, late] = OTHER_CAUSE
    const worst = criticalBurns(CRITICAL, 'early')
    const first = await weather(world, service, [...worst, early, ...nodeStorm(ALERTS - 2 * CRITICAL), late])
    const second = await weather(world, service, criticalBurns(CRITICAL, 'late'))
    return [
      { what: 'storm taken in', value: (ALERTS - CRITICAL) / first.sendingSeconds, unit: 'alerts/s' },
      ...figuresOf(second.settled, storm.countCards()),
      whenSettled('from the last alert of the storm until all have their place', first.settlingSeconds),
      whenSettled(`from the last of ${CRITICAL} critical ones after it`, second.settlingSeconds),
      { what: 'processor time of the store', value: await world.storeCpuSeconds(), unit: 's' },
    ]
  } finally {
    await service.stop()
    await storm.close()
  }
}

function figuresOf({ alerts, incidents, leaders, diagnoses }: Settled, cards: number): Figure[] {
  const [first] = leaders
  return [
    { what: 'alerts stored', value: alerts, bar: { atLeast: ALERTS + CAUSES } },
    { what: 'incidents, parts included', value: incidents },
    { what: 'incidents that are not parts', value: leaders.length, bar: { atLeast: CAUSES } },
    { what: 'incidents beyond the two causes', value: leaders.length - CAUSES, bar: { atMost: 1 } },
    { what: 'leaders that name the node', value: Number(first?.conclusion.includes(DEAD_NODE)), bar: { atLeast: 1 } },
    { what: 'full diagnoses', value: diagnoses, bar: { atMost: 5 } },
    { what: 'cards sent, one for each cause', value: cards, bar: { atMost: CAUSES } },
  ]
}

function whenSettled(what: string, value: number): Figure {
  return { what, value, unit: 's', bar: { atMost: 60 } }
}

async function weather(world: BenchWorld, service: BenchServer, storm: readonly Notification[]) {
  const began = performance.now()
  await sendStorm(storm, (_, body) => ask(service, 'POST', '/api/alert', body))
  const sent = performance.now()
  const settled = await settle(world)
  return { settled, sendingSeconds: (sent - began) / 1000, settlingSeconds: (performance.now() - sent) / 1000 }
}

async function ask({ address }: BenchServer, method: string, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN_KEY}` }
  const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body) })
  return { status: answer.status, text: await answer.text() }
}

async function settle({ adminUrl }: BenchWorld): Promise<Settled> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const now = await readStorm(adminUrl)
    if (now.unsettled === 0 && now.cards_owed === 0) return now
    if (performance.now() > deadline) throw new Error(`The storm has not settled: ${JSON.stringify(now)}`)
    await pause(LOOK_MS)
  }
}
