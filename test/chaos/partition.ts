/**
 * Two instances take alerts; then nothing passes any more between one of them and the store, and nobody says so. The other
 * must go on taking them without a noticeable gap, and everything answered 202 on either must be there at the end.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'pg-connection-string'
import { startTcpProxy } from '../world/tcp-proxy.ts'
import { AlertLoad } from './alert-load.ts'
import { randomFrom } from './alert-mix.ts'
import { openChaosWorld } from './chaos-world.ts'
import { Instance } from './instance.ts'
import { Ledger } from './ledger.ts'
import { untilWorkedOff } from './settle.ts'
import { deliveryFaults, storeFaults } from './store-checks.ts'

export type PartitionOptions = {
  /** How long; and in that time the other may be without a 202 for two seconds at most. */
  seconds?: number
  /** Or until the other has accepted so many more, however slow the machine: whoever waited for a ghost never would. */
  accepted?: number
  perSecond: number
  /** See AlertLoad. */
  underWayMax?: number
  seed: number
  print: (line: string) => void
  signal?: AbortSignal
}

const BEFORE_MS = 5_000
const BEFORE_ACCEPTED = 20
const GAP_MS_MAX = 2_000
const PATIENCE_MS = 180_000
const LOOK_MS = 20

export async function partitionDuringIntake(options: PartitionOptions): Promise<boolean> {
  const closing: (() => unknown)[] = []
  try {
    // The wires outlast the instances, which say goodbye to the store.
    const wires: (() => unknown)[] = []
    closing.push(() => Promise.all(wires.map((step) => step())))
    const world = await openChaosWorld({ DIAGNOSIS_CONCURRENCY: '16' })
    closing.push(world.close)
    const { host, port } = parse(world.postgres.url)
    const path = join(String(host), `.s.PGSQL.${port}`)
    const open = async () => {
      const proxy = await startTcpProxy({ after: (step) => wires.push(step) }, { path })
      const instance = new Instance({ world, proxy })
      await instance.begin()
      return instance
    }
    const [healthy, cutOff] = [await open(), await open()]
    return await sendThrough(options, world.postgres.url, healthy, cutOff)
  } finally {
    for (let step = closing.pop(); step; step = closing.pop()) await step()
  }
}

async function sendThrough(
  { seconds, accepted, seed, print, signal, ...pace }: PartitionOptions,
  url: string,
  healthy: Instance,
  cutOff: Instance,
): Promise<boolean> {
  const random = randomFrom(seed)
  const wait = (ms: number) => pause(ms, undefined, signal && { signal })
  const load = new AlertLoad({ address: healthy.address, random, ...pace })
  const lost = new AlertLoad({ address: cutOff.address, random, ...pace, firstNumber: 1_000_000 })
  try {
    load.start()
    lost.start()
    if (seconds !== undefined) await wait(BEFORE_MS)
    await Promise.all([load, lost].map(({ ledger }) => untilAccepted(ledger, BEFORE_ACCEPTED, wait)))
    load.ledger.measureGaps()
    cutOff.proxy.freeze()
    if (seconds !== undefined) await wait(seconds * 1000)
    const hasGoneOn = await untilAccepted(load.ledger, load.ledger.count('accepted') + (accepted ?? 1), wait)
    const gapMs = load.ledger.longestGapMs
    await cutOff.proxy.mend()
    // Together, or the second would go on sending while the first is waited for.
    const both = Ledger.of(...(await Promise.all([load.stop(), lost.stop()])))
    const length = seconds === undefined ? `until ${accepted} more were accepted` : `for ${seconds} s`
    print(`one of two instances cut off without a word ${length}, ${pace.perSecond} alerts/s to each`)
    if (!hasGoneOn) print('  ✗ the other took no more alerts')
    print(`  the other: ${load.ledger.count('accepted')} accepted (202), ${load.ledger.count('refused')} refused`)
    print(`  the one cut off: ${lost.ledger.count('accepted')} accepted, ${lost.ledger.count('refused')} refused`)
    print(`  the longest gap of the other without a 202: ${gapMs.toFixed(0)} ms`)
    await untilWorkedOff(url)
    const faults = { ...(await deliveryFaults(url, both)), ...(await storeFaults(url)) }
    for (const [name, found] of Object.entries(faults)) {
      print(`  ${found.length === 0 ? '✓' : '✗'} ${name}`)
      for (const fault of found.slice(0, 10)) print(`      ${fault}`)
    }
    const isWithinGap = seconds === undefined || gapMs < GAP_MS_MAX
    return hasGoneOn && isWithinGap && Object.values(faults).every((found) => found.length === 0)
  } finally {
    await Promise.all([load.stop(), lost.stop()])
  }
}

/** Whether it came to that. */
async function untilAccepted(ledger: Ledger, count: number, wait: (ms: number) => Promise<unknown>): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS
  while (ledger.count('accepted') < count && performance.now() < until) await wait(LOOK_MS)
  return ledger.count('accepted') >= count
}
