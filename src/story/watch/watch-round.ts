/** One round of the watch: read what is wanted, judge it by what was read before, hand in what has turned, remember it. */
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { withinTime } from '../../plugins/within-time.ts'
import { checkOf } from './checks.ts'
import { type CheckState, judgeReading } from './judge-reading.ts'
import { fingerprintOf, type Reading } from './reading.ts'
import type { WatchedState, Watcher, WatchStore } from './watch-store.ts'
import { type FindingAlert, wordFinding } from './word-finding.ts'

export type RoundParts = {
  store: Pick<WatchStore, 'load' | 'save'>
  /** The door of every alert. It settles when the alert is durable. */
  handIn(alert: FindingAlert): Promise<void>
  /** Why a kind could not be read; undefined when it was. */
  onRead(kind: Reading['kind'], failure: Error | undefined): void
  now: () => Date
}

export async function watchRound(
  parts: RoundParts,
  watchers: readonly Watcher[],
  settings: Settings,
  signal: AbortSignal,
): Promise<void> {
  const known = new Map((await parts.store.load()).map((state) => [fingerprintOf(state), state]))
  const readings = (await Promise.all(watchers.map((watcher) => readAll(parts, watcher, known, signal)))).flat()
  // A stop in the middle makes everything look unreachable; nothing is concluded from that.
  if (signal.aborted) return
  const settled = await Promise.allSettled(
    readings.map((reading) => settle(parts, reading, known.get(fingerprintOf(reading)), settings)),
  )
  // What was handed in is remembered although another alert was not taken; that one is tried again in the next round.
  await parts.store.save(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
  const failure = settled.find((one) => one.status === 'rejected')
  if (failure) throw failure.reason
}

/** One kind that hangs must not keep the others from their next round. */
const READ_WITHIN_SECONDS = 20

type Known = ReadonlyMap<string, WatchedState>

async function readAll(parts: RoundParts, watcher: Watcher, known: Known, signal: AbortSignal): Promise<Reading[]> {
  const { kind } = watcher
  const firing = [...known.values()].filter((state) => state.kind === kind && state.isFiring)
  try {
    const readings = await withinTime(READ_WITHIN_SECONDS, signal, (limited) =>
      watcher.read({ firing: firing.map(({ target }) => target), signal: limited }),
    )
    parts.onRead(kind, undefined)
    return readings
  } catch (error) {
    if (!signal.aborted) parts.onRead(kind, error as Error)
    return []
  }
}

/** Handed in before it is remembered: a crash in between says it twice, which joins, and never not at all. */
async function settle(
  { handIn, now }: RoundParts,
  reading: Reading,
  before: CheckState | undefined,
  settings: Settings,
): Promise<WatchedState> {
  const { kind, target, check: name, value } = reading
  const check = checkOf(reading)
  const limit = check.limit(settings)
  const { state, turn } = judgeReading({
    ...{ before, value, limit, now: now() },
    isCounter: check.isCounter === true,
    clearBelow: limit * Math.min(settings.MONITOR_CLEAR_RATIO, 1),
    readingsToFire: check.readingsToFire ?? settings.MONITOR_READINGS_IN_ROW,
    readingsToClear: settings.MONITOR_READINGS_IN_ROW,
    gapSeconds: ROUNDS_IN_ROW * settings.MONITOR_INTERVAL_SECONDS,
  })
  if (turn) await handIn(wordFinding(reading, turn, { value: state.value ?? value, limit }))
  return { kind, target, check: name, ...state }
}

/** A round may come late or be left out; after a longer silence counting begins anew. */
const ROUNDS_IN_ROW = 5
