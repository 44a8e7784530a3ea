/** Waiting, with a deadline, until what is under way has come to rest. */
import { setTimeout as pause } from 'node:timers/promises'
import { runSql } from '../world/sql.ts'
import type { EventFollower } from './event-follower.ts'

/** Leases of the dead last ten seconds; then the incidents that waited are worked off. */
const WORKED_OFF_SECONDS_MAX = 300
const SEEN_TURNS_MAX = 600
const TURN_MS = 100

/** Answers the seconds until no incident waits to be looked at and no run is left. */
export async function untilWorkedOff(url: string): Promise<number> {
  const began = performance.now()
  for (;;) {
    const [row] = await runSql(
      url,
      `SELECT (SELECT count(*) FROM incidents WHERE status IN ('pending', 'diagnosing'))
            + (SELECT count(*) FROM runs WHERE state = 'running') AS left`,
    )
    const seconds = (performance.now() - began) / 1000
    if (row?.left === '0') return seconds
    if (seconds > WORKED_OFF_SECONDS_MAX)
      throw new Error(`${row?.left} incidents and runs are stuck after ${seconds} s.`)
    await pause(TURN_MS)
  }
}

/** The last events may still be on their way; those that never come are found by the check. */
export async function untilSeen(url: string, follower: EventFollower): Promise<void> {
  const [row] = await runSql(url, 'SELECT coalesce(max(id), 0) AS last FROM incident_events')
  const last = BigInt(String(row?.last))
  for (let turn = 0; turn < SEEN_TURNS_MAX && (follower.ids.at(-1) ?? 0n) < last; turn += 1) await pause(TURN_MS)
}
