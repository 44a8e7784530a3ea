/**
 * Waits nobody is ended for: they last for moments, the server has broken them itself, or no session holds the lock.
 */
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, LockWaits } from '../../database/database-scene.ts'
import { blockingRoots, isOfMoments } from '../../database/locks/blocking-roots.ts'
import { type Figure, figuresNamed, lastRiseOf, quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { linesMatching, speakerOf } from '../../database/server/log-lines.ts'
import { clockTime, lasting, plural, who } from '../../database/session-words.ts'
import { tablesIn } from '../../database/statements/sql-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

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
  const waiting = now.thing.waiters.map(({ pid }) => pid)
  const isOver = locksBefore !== undefined && !locksBefore.thing.waiters.some(({ pid }) => waiting.includes(pid))
  return [
    fault({
      kind: 'lock_waits_brief',
      statement: `${sayWaits(seen.thing)}, behind ${who(first.root)}, whose transaction was ${first.root.xact_seconds ?? 0} s old. ${sayLater(now.thing, isOver)}`,
      evidence: [
        citeField(seen.exhibit, 'waiting', seen.thing.waiting),
        isOver && citeField(now.exhibit, 'waiting', now.thing.waiting),
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

// Deadlocks the server has broken by itself: a counter that rose, a report in the log, and nobody left to end.

/** A counter at rest for so long is history. */
const QUIET_SECONDS = 600

export const deadlocksHealed: Analyzer = (scene) => {
  const { database } = scene
  if (!database || (database.locks?.thing.cycles.length ?? 0) > 0) return []
  const reports = linesMatching(database.lines, /deadlock detected/i)
  const figure = figuresNamed(database.figures, /^pg_stat_database_deadlocks(_total)?$/).find((one) => riseOf(one) > 0)
  const isReported = reports.length > 0 || figure !== undefined
  const counted = countedIn(scene, database)
  if (!isReported && (!database.topics.has('deadlocks') || counted === undefined)) return []
  return [findingOf(scene, database, { reports, figure, counted })]
}

type Signs = {
  reports: ReturnType<typeof linesMatching>
  figure: Figure | undefined
  counted: { datname: string; deadlocks: number } | undefined
}

function findingOf({ now }: Scene, database: DatabaseScene, signs: Signs): Finding {
  const { reports, figure, counted } = signs
  const quietSeconds = figure && quietFor(figure, now)
  const isOver = quietSeconds !== undefined && quietSeconds >= QUIET_SECONDS
  const sources = [counted, figure, reports[0]].filter((one) => one !== undefined).length
  const isSeenFree = database.locks !== undefined
  return fault({
    kind: 'deadlocks_healed',
    statement: `${countSentence(signs)}${isOver ? `, and it has not risen for ${lasting(quietSeconds)}` : ''}: transactions lock the same rows in opposite order${tablesSentence(database)}, and PostgreSQL has already resolved each deadlock by aborting one of the two. ${sayNow(database)}`,
    facts: reports.slice(-2).map(({ exhibit, thing }) => ({
      text: `${speakerOf(thing)} logged at ${thing.at}: ${thing.line.slice(0, 200)}`,
      evidence: [cite(exhibit, thing.line)],
    })),
    evidence: [
      database.locks && counted && citeField(database.locks.exhibit, 'deadlocks', counted.deadlocks),
      database.locks && citeField(database.locks.exhibit, 'waiting', database.locks.thing.waiting),
      figure && cite(figure.exhibit, quoteOfLast(figure)),
      reports.slice(-1).map(({ exhibit, thing }) => cite(exhibit, thing.line)),
    ],
    confidence: !isSeenFree ? 0.6 : sources >= 2 ? 0.9 : 0.7,
    situation: isOver ? 'recovered' : 'fault',
    subject: { kind: 'Database', name: counted?.datname ?? database.database },
    weight: weightFor(database, ['deadlocks', 'rollbacks', 'errors']),
    noActionReason: 'The server ends the victim of a deadlock itself; there is no session left to end.',
    suggestions: [
      'Let the application lock rows in one order (for example by ascending key) and retry on SQLSTATE 40P01.',
    ],
  })
}

function countedIn({ subject }: Scene, { locks }: DatabaseScene): Signs['counted'] {
  const rows = locks?.thing.deadlocks ?? []
  return rows.find(({ datname }) => datname === subject.database) ?? rows[0]
}

function quietFor(figure: Figure, now: Date): number | undefined {
  const last = lastRiseOf(figure)
  return last === undefined ? undefined : Math.max(0, now.getTime() / 1000 - last)
}

function countSentence({ counted, figure, reports }: Signs): string {
  const total = counted
    ? `${plural(counted.deadlocks, 'deadlock was', 'deadlocks were')} counted in ${counted.datname}`
    : ''
  const rise = figure ? `the counter rose by ${riseOf(figure)} in the last hours` : ''
  const logged =
    reports.length > 0 && !total && !rise ? `${plural(reports.length, 'deadlock was', 'deadlocks were')} logged` : ''
  const [first = 'Deadlocks were reported', ...rest] = [total, rise, logged].filter(Boolean)
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join('; ')
}

/** The statements stand in the report's detail: `Process 4711: UPDATE accounts …`. */
function tablesSentence({ lines }: DatabaseScene): string {
  const statements = linesMatching(lines, /Process \d+: |STATEMENT:/).map(({ thing }) =>
    thing.line.replace(/^.*?(Process \d+: |STATEMENT:\s*)/s, ''),
  )
  const tables = [...new Set(statements.flatMap(tablesIn))].slice(0, 3)
  return tables.length === 0 ? '' : ` (${tables.join(', ')})`
}

function sayNow({ locks }: DatabaseScene): string {
  if (!locks) return 'Whether anybody waits for a lock now could not be seen.'
  return locks.thing.waiting === 0
    ? 'Nobody waits for a lock now, so there is nothing to end.'
    : 'No ring of waiters stands now, so there is no deadlock to end.'
}

// A prepared transaction has no session: nobody can be ended, and only its owner can say whether it is to be
// committed.

export const preparedTransactionBlocks: Analyzer = ({ database }) => {
  const { locks } = database ?? {}
  const root = locks?.thing.roots.find((one) => 'prepared' in one)
  if (!database || !locks || !root) return []
  const all = (locks.thing.prepared_transactions ?? []) as readonly Prepared[]
  const [only] = all.length === 1 ? all : []
  return [
    fault({
      kind: 'prepared_transaction_blocks',
      statement: `${nameOf(all)} holds locks for which ${plural(root.waiters_in_all, 'session waits', 'sessions wait')}. It belongs to no session, so no session can be ended to free them.`,
      evidence: [
        citeField(locks.exhibit, 'waiters_in_all', root.waiters_in_all),
        citeField(locks.exhibit, 'prepared', true),
      ],
      confidence: 0.85,
      subject: { kind: 'PreparedTransaction', name: only?.gid ?? 'unknown' },
      ...(only?.prepared !== undefined && { since: new Date(only.prepared) }),
      weight: weightFor(database, ['locks', 'slow', 'connections', 'errors'], 'symptom'),
      explains: ['connections_exhausted'],
      noActionReason:
        'Whether a prepared transaction is to be committed or rolled back only its transaction manager knows.',
      suggestions: ['Ask the owner of the transaction manager, then COMMIT PREPARED or ROLLBACK PREPARED by hand.'],
    }),
  ]
}

type Prepared = { gid?: string; owner?: string; prepared?: string }

const SHOWN = 3

/** Which of several it is the server does not tell: they have no pid. */
function nameOf(all: readonly Prepared[]): string {
  const names = all
    .slice(0, SHOWN)
    .map(({ gid, owner, prepared }) => `“${gid}” of ${owner}, prepared ${clockTime(prepared ?? '')},`)
  if (names.length === 0) return 'A prepared transaction'
  return names.length === 1
    ? `Prepared transaction ${names[0]}`
    : `One of ${all.length} prepared transactions (${names.join(' ')})`
}
