/** What can befall one of two instances, or the store of both, each put on and taken away again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './alert-mix.ts'
import type { ChaosWorld } from './chaos-world.ts'
import type { StoreDisk } from './full-disk.ts'
import type { Instance } from './instance.ts'
import type { Operator } from './operator.ts'

export type Site = {
  world: ChaosWorld
  disk: StoreDisk
  operator: Operator
  random: Random
  victim: Instance
  other: Instance
  /** Rejects when the program is interrupted. */
  wait(ms: number): Promise<unknown>
}

export type Fault = {
  lastsSeconds: number
  /** It stands still while it lasts; every other one goes on as soon as the fault is put on. */
  isAsleep?: boolean
  /** The victim may stand still at a point by then. */
  putOn(site: Site): Promise<void>
  takeAway?(site: Site): Promise<void>
}

/** Longer than the lease and than a change of the cluster may take, so that the other has said its word by then. */
const LONG_SECONDS = 24
const HOUR_SECONDS = 3_600
const FLAPS = 4

export const FAULTS = {
  kills: { lastsSeconds: 0, putOn: ({ victim }) => victim.kill() },

  pauses: {
    lastsSeconds: LONG_SECONDS,
    isAsleep: true,
    putOn: ({ victim }) => victim.standStill(),
    takeAway: async ({ victim, operator, random, wait }) => {
      // What the other gave up knowing is closed by a person; every second time the stop switch is pressed too.
      await operator.closeUnknown()
      const isSwitchedOff = random() < 0.5
      if (isSwitchedOff) await operator.switchRemediation(false)
      victim.goOn()
      await wait(2_000)
      if (isSwitchedOff) await operator.switchRemediation(true)
    },
  },

  /** Cut off: every connection ends and no new one comes about. */
  cuts: {
    lastsSeconds: 12,
    putOn: ({ victim }) => victim.proxy.cut(),
    takeAway: ({ victim }) => victim.proxy.mend(),
  },

  /** Cut off without a word: connections stay and nothing passes. */
  partitions: {
    lastsSeconds: LONG_SECONDS,
    putOn: async ({ victim }) => victim.proxy.freeze(),
    takeAway: ({ victim }) => victim.proxy.mend(),
  },

  'half-open': {
    lastsSeconds: 6,
    putOn: async ({ victim, random }) => victim.proxy.halfOpen(random() < 0.5 ? 'service' : 'store'),
  },

  'full-disk': {
    lastsSeconds: 8,
    putOn: ({ disk }) => disk.fill(),
    takeAway: ({ disk }) => disk.free(),
  },

  'clock-jumps': {
    lastsSeconds: 6,
    putOn: async ({ victim, random }) => victim.clock?.jump(random() < 0.5 ? HOUR_SECONDS : -HOUR_SECONDS),
    takeAway: async ({ victim }) => victim.clock?.jump(0),
  },

  /** The store of both goes away and comes back, again and again; its supervisor starts it. */
  flapping: {
    lastsSeconds: 2,
    putOn: async ({ world, victim, wait }) => {
      victim.goOn()
      for (let flap = 0; flap < FLAPS; flap += 1) {
        await storeEnds(world)
        await wait(1_000)
      }
    },
  },

  /** A rolling upgrade, and back: while one of each is there, neither may touch what it does not understand. */
  versions: {
    lastsSeconds: 6,
    putOn: async ({ victim, other }) => {
      await victim.stop()
      // Somebody who understands the newer runs must stay.
      victim.isNewer = !victim.isNewer || !other.isNewer
      await victim.begin(victim.aims)
    },
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

/** How often each comes. */
export type Counts = Partial<Record<FaultName, number>>

/** Each as often as it comes, one after the other. */
export function faultsOf(counts: Counts): FaultName[] {
  return Object.entries(counts).flatMap(([name, count]) => Array<FaultName>(count).fill(name as FaultName))
}

async function storeEnds({ postgres }: ChaosWorld): Promise<void> {
  const { pid } = postgres
  process.kill(pid, 'SIGINT')
  while (postgres.pid === pid) await pause(20)
}
