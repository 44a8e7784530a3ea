/** Sessions wait for locks for moments only, as on every busy table: there is nobody worth ending. */

import { makeFinding } from '../../database/database-finding.ts'
import type { LockWaits } from '../../database/database-scene.ts'
import { blockingRoots, isOfMoments } from '../../database/locks/blocking-roots.ts'
import { plural, who } from '../../database/session-words.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'

const ROOM = 0.8
/** What has lasted longer at the second look is not brief any more. */
const SHORT_SECONDS = 15

export const lockWaitsBrief: Analyzer = ({ database }) => {
  const { locks: now, locksBefore, connections } = database ?? {}
  const seen = locksBefore ?? now
  if (!database?.topics.has('locks') || !now || !seen || !isOfMoments(seen.thing)) return []
  const [first] = blockingRoots(seen.thing)
  const isRing = [seen, now].some(({ thing }) => thing.cycles.length > 0)
  const isFull = (connections?.thing.saturation ?? 0) >= ROOM
  if (!first || isRing || isFull || longestIn(now.thing) >= SHORT_SECONDS) return []
  const isOver = locksBefore !== undefined && !isAnyoneStillWaiting(locksBefore.thing, now.thing)
  return [
    makeFinding({
      kind: 'lock_waits_brief',
      statement: `${sayWaits(seen.thing)}, behind ${who(first.root)}, whose transaction was ${first.root.xact_seconds ?? 0} s old. ${sayLater(now.thing, isOver)}`,
      evidence: [
        citeField(seen.exhibit, 'waiting', seen.thing.waiting),
        ...(isOver ? [citeField(now.exhibit, 'waiting', now.thing.waiting)] : []),
      ],
      // Only what is known to have passed may close an incident.
      confidence: isOver ? 0.85 : 0.6,
      situation: 'works_as_designed',
      subject: { kind: 'Database', name: database.database },
      noActionReason: isOver
        ? 'Whoever held the lock has let it go before anybody could be ended.'
        : 'Nobody has waited long enough to end anybody for it.',
      suggestions: [
        'Alert on how long sessions wait for locks instead of how many do; spread writes over several rows where one is hot.',
      ],
    }),
  ]
}

function sayWaits(locks: LockWaits): string {
  const table = blockingRoots(locks)[0]?.root.holds.find(({ relation }) => relation !== null)?.relation
  return `${plural(locks.waiting, 'session waits', 'sessions wait')} for a lock${table ? ` on ${table}` : ''}, the longest for ${Math.round(longestIn(locks) * 10) / 10} s: brief contention on rows that many write`
}

function sayLater({ waiting }: LockWaits, isOver: boolean): string {
  if (!isOver) return 'No action is needed unless it lasts.'
  return `Seconds later ${waiting === 0 ? 'nobody waited any more' : 'others waited, and nobody for long'}. This is normal, and no action is needed.`
}

function longestIn(locks: LockWaits): number {
  return Math.max(0, ...blockingRoots(locks).map(({ longestWaitSeconds }) => longestWaitSeconds))
}

function isAnyoneStillWaiting(before: LockWaits, now: LockWaits): boolean {
  return before.waiters.some(({ pid }) => now.waiters.some((waiter) => waiter.pid === pid))
}
