/** Waiting, with a deadline, until what is under way has come to rest. */
import { setTimeout as pause } from 'node:timers/promises'
import { runSql } from '../world/sql.ts'
import type { EventFollower } from './event-follower.ts'

/** Leases of the dead last ten seconds; then what waited is worked off. Whoever gets on is waited for, however slow the machine. */
const STANDSTILL_SECONDS_MAX = 300
const SEEN_TURNS_MAX = 600
const TURN_MS = 100

const LEFT = `
SELECT 'incidents ' || status AS what, count(*)::int AS count FROM incidents WHERE status IN ('pending', 'diagnosing') GROUP BY 1
UNION ALL SELECT 'runs to ' || kind, count(*)::int FROM runs WHERE state = 'running' GROUP BY 1`

/** Answers the seconds until no incident waits to be looked at and no run is left. */
export async function untilWorkedOff(url: string): Promise<number> {
  const began = performance.now()
  let least = Number.POSITIVE_INFINITY
  let since = began
  while (performance.now() - since < STANDSTILL_SECONDS_MAX * 1000) {
    const left = await countLeft(url)
    if (left === 0) return (performance.now() - began) / 1000
    if (left < least) since = performance.now()
    least = Math.min(least, left)
    await pause(TURN_MS)
  }
  const stuck = (await runSql(url, LEFT)).map(({ what, count }) => `${count} ${what}`)
  throw new Error(`For ${STANDSTILL_SECONDS_MAX} s nothing was worked off. Stuck are: ${stuck.join(', ')}.`)
}

async function countLeft(url: string): Promise<number> {
  return (await runSql(url, LEFT)).reduce((sum, { count }) => sum + Number(count), 0)
}

/** The last events may still be on their way; those that never come are found by the check. */
export async function untilSeen(url: string, follower: EventFollower): Promise<void> {
  const [row] = await runSql(url, 'SELECT coalesce(max(id), 0) AS last FROM incident_events')
  const last = BigInt(String(row?.last))
  for (let turn = 0; turn < SEEN_TURNS_MAX && (follower.ids.at(-1) ?? 0n) < last; turn += 1) await pause(TURN_MS)
}
