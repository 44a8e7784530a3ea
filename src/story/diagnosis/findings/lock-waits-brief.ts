/** Sessions wait for locks for moments only, as on every busy table: there is nobody worth ending. */
import { blockingRoots, isOfMoments } from '../database/blocking-roots.ts'
import { told } from '../database/database-finding.ts'
import { plural, who } from '../database/told-session.ts'
import { citeField } from '../evidence.ts'
import type { Analyzer } from '../finding.ts'

const ROOM = 0.8

export const lockWaitsBrief: Analyzer = ({ database, exhibits }) => {
  const { locks, connections } = database ?? {}
  if (!database?.topics.has('locks') || !locks || !isOfMoments(locks.thing) || locks.thing.cycles.length > 0) return []
  const roots = blockingRoots(locks.thing)
  const longest = Math.max(0, ...roots.map(({ longestWaitSeconds }) => longestWaitSeconds))
  const [first] = roots
  if (!first || (connections?.thing.saturation ?? 0) >= ROOM) return []
  const table = first.root.holds.find(({ relation }) => relation !== null)?.relation
  const isSeenTwice = exhibits.filter(({ plugin }) => plugin === 'lock_waits').length > 1
  return [
    told({
      kind: 'lock_waits_brief',
      statement: `${plural(locks.thing.waiting, 'session waits', 'sessions wait')} for a lock right now${table ? ` on ${table}` : ''}, the longest for ${Math.round(longest * 10) / 10} s: brief contention on rows that many write, behind ${who(first.root)}, whose transaction is ${first.root.xact_seconds ?? 0} s old${isSeenTwice ? '; a few seconds before nobody waited long either' : ''}. This is normal, and no action is needed.`,
      evidence: [
        citeField(locks.exhibit, 'waiting', locks.thing.waiting),
        ...(first.root.xact_seconds === null
          ? []
          : [citeField(locks.exhibit, 'xact_seconds', first.root.xact_seconds)]),
      ],
      confidence: 0.8,
      situation: 'works_as_designed',
      subject: { kind: 'Database', name: database.database },
      noActionReason: 'Whoever holds the lock now has let it go before anybody could be ended.',
      suggestions: [
        'Alert on how long sessions wait for locks instead of how many do; spread writes over several rows where one is hot.',
      ],
    }),
  ]
}
