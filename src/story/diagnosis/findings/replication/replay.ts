/** A standby that receives in time and applies late: because somebody writes so much, or for a reason of its own. */
import type { EnvironmentMap } from '../../../../guidance/environment/environment-map.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../../database/database-scene.ts'
import {
  currentSibling,
  isBehind,
  isBehindOnTheWay,
  lagSentence,
  type Replica,
} from '../../database/replication/replica-lag.ts'
import { type Figure, figuresNamed, pointsOf, quoteOfLast } from '../../database/server/figures.ts'
import { bytes, lasting, quotedQuery, who } from '../../database/session-words.ts'
import { statementKind } from '../../database/statements/sql-words.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

const LEADING_SHARE = 0.4
const LONG_SECONDS = 60

export const replayBehindWriter: Analyzer = ({ database }) => {
  const late = database && lateReplay(database)
  return database && late?.isWritersDoing ? [behindWriter(late, database)] : []
}

type Statement = NonNullable<SlowQueries['statements']>['by_wal_bytes'][number]
type LateReplay = {
  replica: Replica
  exhibit: Exhibit
  /** One that applies the same WAL in time. */
  sibling: Replica | undefined
  writer: WritingSession | undefined
  statement: Statement | undefined
  isWritersDoing: boolean
}
type WritingSession = Pick<
  SlowQueries['running'][number],
  'pid' | 'usename' | 'application_name' | 'client_addr' | 'xact_seconds' | 'query' | 'backend_type'
>

function lateReplay(database: DatabaseScene): LateReplay | undefined {
  const { thing, exhibit } = database.replication ?? {}
  const replica = thing?.replicas.find((one) => isBehind(one) && !isBehindOnTheWay(one))
  if (!thing || !exhibit || !replica) return undefined
  const sibling = currentSibling(replica, thing.replicas)
  const [writer, statement] = [writingSession(database), leadingWriter(database)]
  return { replica, exhibit, sibling, writer, statement, isWritersDoing: !sibling && Boolean(writer ?? statement) }
}

/** A change that is still going on; a reader, however busy, writes no WAL. */
function writingSession({ replication, queries }: DatabaseScene): WritingSession | undefined {
  const open =
    replication?.thing.role === 'primary' && 'writers' in replication.thing ? (replication.thing.writers ?? []) : []
  const running = queries?.thing.running ?? []
  return [...open, ...running].find(
    ({ query, xact_seconds, backend_type }) =>
      backend_type === 'client backend' &&
      ['write', 'definition'].includes(statementKind(query)) &&
      (xact_seconds ?? 0) >= LONG_SECONDS,
  )
}

function leadingWriter({ queries }: DatabaseScene): Statement | undefined {
  const statements = queries?.thing.statements?.by_wal_bytes ?? []
  const total = statements.reduce((sum, { wal_bytes }) => sum + Number(wal_bytes), 0)
  const [first] = statements
  return first && Number(first.wal_bytes) >= LEADING_SHARE * total && statementKind(first.query) !== 'read'
    ? first
    : undefined
}

function behindWriter({ replica, exhibit, writer, statement }: LateReplay, database: DatabaseScene): Finding {
  const { queries } = database
  const isRunning = queries?.thing.running.some(({ pid }) => pid === writer?.pid)
  return fault({
    kind: 'replay_behind_writer',
    statement: `${lagSentence(replica)}: the WAL arrives in time, and replay cannot keep up with the writer. ${writerSentence(writer, statement)}`,
    evidence: [
      citeField(exhibit, 'application_name', replica.application_name),
      replica.replay_lag_bytes !== null && citeField(exhibit, 'replay_lag_bytes', replica.replay_lag_bytes),
      statement && queries && citeField(queries.exhibit, 'wal_bytes', statement.wal_bytes),
      writer && citeField(queries && isRunning ? queries.exhibit : exhibit, 'pid', writer.pid),
    ],
    confidence: writer && statement ? 0.9 : 0.8,
    subject: { kind: 'Replica', name: replica.application_name },
    weight: weightFor(database, ['replication', 'writing']),
    explains: ['costly_statement', 'runaway_query', 'growth'],
    noActionReason:
      'Ending a bulk change halfway costs its whole undoing and more WAL; whether it may wait is its owner’s decision.',
    suggestions: [
      'Split the bulk change into batches with pauses, or let it run when stale reads do no harm; read from the primary meanwhile.',
    ],
  })
}

function writerSentence(writer: WritingSession | undefined, statement: Statement | undefined): string {
  const now = writer
    ? `${who(writer)} has been writing in one transaction for ${lasting(writer.xact_seconds)}: ${quotedQuery(writer.query)}.`
    : ''
  const most = statement
    ? ` Most WAL (${bytes(Number(statement.wal_bytes))}) was written by ${quotedQuery(statement.query)}, ${statement.calls} calls, ${statement.rows} rows.`
    : ''
  return `${now}${most}`.trim()
}

// A standby receives in time and applies late, and no writer explains it: the reason is to be found on the standby.

/** A lag that keeps to its length for so long is a setting; what cannot keep up wanders. */
const STEADY_SECONDS = 30 * 60
const STEADY_SHARE = 0.02
/** A delayed standby trails its delay by no more than it takes to apply. */
const BEYOND_SHARE = 1.25

export const replayLate: Analyzer = ({ database, environment }) => {
  const late = database && lateReplay(database)
  if (!late || late.isWritersDoing) return []
  const steady = steadyLag(late.replica, database)
  const meant = meantDelayOf(late.replica.application_name, environment)
  return [appliedLate(late, { steady, meant }, database)]
}

type Delay = {
  steady: Figure | undefined
  /** What people have written down about a delay of this very standby. */
  meant: MeantDelay | undefined
}

function appliedLate(
  { replica, sibling, exhibit }: LateReplay,
  { steady, meant }: Delay,
  database: DatabaseScene,
): Finding {
  const isMeant = meant !== undefined && !isBeyond(replica, meant)
  return fault({
    kind: 'replay_late',
    statement: [
      `${lagSentence(replica)}: the WAL arrives in time and is applied late.`,
      sibling
        ? `Replica ${sibling.application_name} applies the same WAL at once, so the reason lies with this standby, not with what is written.`
        : '',
      steady ? `The lag has kept to this length for ${lasting(spanOf(steady))}, as a delayed standby’s does.` : '',
      isMeant ? `It works as designed: the environment context says of it "${meant.words}"` : '',
      meant && !isMeant ? `That is longer than the delay that is meant: "${meant.words}"` : '',
    ]
      .filter(Boolean)
      .join(' '),
    evidence: [
      citeField(exhibit, 'application_name', replica.application_name),
      citeField(exhibit, 'replay_lag_seconds', replica.replay_lag_seconds),
      sibling && citeField(exhibit, 'application_name', sibling.application_name),
      steady && cite(steady.exhibit, quoteOfLast(steady)),
    ],
    confidence: confidenceOf(sibling, { steady, meant: isMeant ? meant : undefined }),
    situation: isMeant ? 'works_as_designed' : 'fault',
    subject: { kind: 'Replica', name: replica.application_name },
    weight: weightFor(database, ['replication']),
    explains: ['costly_statement', 'runaway_query', 'growth'],
    noActionReason: isMeant
      ? 'The delay is meant.'
      : 'What holds up replay can be seen on the standby only, and nothing is changed there unseen.',
    suggestions: isMeant
      ? ['Exclude this standby from the alert, or give it a limit above its delay.']
      : [
          `Ask ${replica.application_name} itself: recovery_min_apply_delay, pg_is_wal_replay_paused(), queries that conflict with replay (pg_stat_activity, max_standby_streaming_delay), and its disk.`,
        ],
  })
}

/** Where nobody wrote how long it is meant to be, only a lag that does not move shows that it is a setting. */
function confidenceOf(sibling: Replica | undefined, { steady, meant }: Delay): number {
  if (meant !== undefined) return steady || (sibling && meant.seconds !== undefined) ? 0.9 : 0.75
  return sibling || steady ? 0.75 : 0.6
}

/** The series of this lag, where it has hardly moved for long. */
function steadyLag({ replay_lag_seconds }: Replica, { figures }: DatabaseScene): Figure | undefined {
  if (replay_lag_seconds === null) return undefined
  return figuresNamed(figures, /replication_lag(_seconds)?$|replay_lag(_seconds)?$/).find((figure) => {
    const values = pointsOf(figure).map(({ value }) => value)
    const [low, high] = [Math.min(...values), Math.max(...values)]
    const isThis = Math.abs(high - replay_lag_seconds) <= STEADY_SHARE * replay_lag_seconds
    return isThis && high - low <= STEADY_SHARE * high && spanOf(figure) >= STEADY_SECONDS
  })
}

function spanOf(figure: Figure): number {
  const points = pointsOf(figure)
  return (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
}

function isBeyond({ replay_lag_seconds }: Replica, { seconds }: MeantDelay): boolean {
  return seconds !== undefined && (replay_lag_seconds ?? Number.POSITIVE_INFINITY) > BEYOND_SHARE * seconds
}

// What people have written down about a delay of one standby that is wanted, and how long it is meant to be.

type MeantDelay = {
  words: string
  /** The longest delay they speak of; undefined where they give none. */
  seconds: number | undefined
}

const ON_PURPOSE = /recovery_min_apply_delay|delayed (standby|replica)|\bon purpose\b|intentional|deliberate|by design/i
const OF_DELAY = /\b(delay\w*|lag\w*|behind|late(?:r|ly)?|recovery_min_apply_delay)\b/i
const DENIED = /\b(no|not|never|neither|nobody|without|former(?:ly)?|removed|until|unintentional\w*)\b|n['’]t\b/i

/** Only where one sentence speaks of this very standby and of a delay that is wanted, and denies nothing. */
function meantDelayOf(name: string, { commonIssues }: EnvironmentMap): MeantDelay | undefined {
  if (name.length <= 2) return undefined
  // `standby-1` is not `standby-10`, nor `standby-1-b`.
  const isNamed = new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i')
  for (const { issue, description } of commonIssues) {
    const isTitled = isNamed.test(issue)
    const about = (description || issue)
      .split(/(?<=[.!?;])\s+|\n/)
      // As part of a longer name it is that of another.
      .filter(
        (sentence) => isNamed.test(sentence) || (isTitled && !sentence.toLowerCase().includes(name.toLowerCase())),
      )
      .map((sentence) => sentence.replaceAll(new RegExp(isNamed, 'gi'), ''))
    const isMeant = about.some((words) => ON_PURPOSE.test(words) && OF_DELAY.test(words))
    if (isMeant && !about.some((words) => DENIED.test(words)))
      return { words: description || issue, seconds: longestIn(about.join('\n')) }
  }
  return undefined
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const
const LENGTH = new RegExp(
  `\\b(\\d+(?:\\.\\d+)?|an?|half an|${NUMBERS.join('|')})[\\s-]*(s|sec|seconds?|m|min|minutes?|h|hrs?|hours?|d|days?)\\b`,
  'gi',
)

function longestIn(text: string): number | undefined {
  const lengths = [...text.toLowerCase().matchAll(LENGTH)].map(
    ([, count = '', unit = '']) => numberOf(count) * UNITS[unit.charAt(0) as keyof typeof UNITS],
  )
  return lengths.length === 0 ? undefined : Math.max(...lengths)
}

function numberOf(word: string): number {
  if (word === 'half an') return 0.5
  if (word === 'a' || word === 'an') return 1
  return NUMBERS.includes(word) ? NUMBERS.indexOf(word) + 1 : Number(word)
}
