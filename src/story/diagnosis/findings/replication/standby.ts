/** A standby that is cut off, waits for a query of its own, or cancels the queries that stand in the way of replay. */
import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import { readTopics } from '../../database/asking/alert-topics.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, ReplicationLag } from '../../database/database-scene.ts'
import { isBehind, isBehindOnTheWay, lagSentence } from '../../database/replication/replica-lag.ts'
import { type Figure, figuresNamed, lastOf, quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { linesMatching, speakerOf } from '../../database/server/log-lines.ts'
import { bytes, clockTime, lasting, plural, quotedQuery, who } from '../../database/session-words.ts'
import { statementLines } from '../../database/statements/statement-rise.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { wordsOf } from '../../signals/said-lines.ts'
import { endSession } from '../database-fault.ts'

const NOT_REPLAYED_BYTES = 16 * 1024 ** 2
const STALE_SECONDS = 60
const LONG_SECONDS = 120

export const replicaCutOff: Analyzer = ({ database }) => {
  const { replication } = database ?? {}
  if (!database || !replication) return []
  const found =
    replication.thing.role === 'standby'
      ? onStandby(replication.thing, database)
      : onPrimary(replication.thing, database)
  return found ? [cutOff(found, database, replication.exhibit)] : []
}

type Found = {
  kind: string
  statement: string
  /** Fields that show it. */
  quotes: Readonly<Record<string, string | number | boolean | null>>
  confidence: number
  ended?: LongQuery
}
type LongQuery = Standby['longest_transactions'][number]

function onPrimary({ replicas, slots }: ReplicationLag, { topics }: DatabaseScene): Found | undefined {
  const slow = replicas.find((one) => isBehind(one) && isBehindOnTheWay(one))
  if (slow)
    return {
      kind: 'replica_receives_late',
      statement: `${lagSentence(slow)}: most of it has not even been written on the standby, so the network between them or the standby's disk is slow, not replay.`,
      quotes: {
        application_name: slow.application_name,
        state: slow.state,
        write_lag_bytes: slow.write_lag_bytes,
      },
      confidence: 0.8,
    }
  const catching = replicas.find(({ state }) => state === 'catchup' || state === 'startup')
  if (catching)
    return {
      kind: 'replica_catches_up',
      statement: `${lagSentence(catching)}: it was away and is catching up.`,
      quotes: { application_name: catching.application_name, state: catching.state },
      confidence: 0.75,
    }
  const lonely = slots.find(({ slot_type, active }) => slot_type === 'physical' && !active)
  if (!topics.has('replication') || (replicas.length > 0 && !lonely)) return undefined
  return {
    kind: 'replica_gone',
    statement: lonely
      ? `The standby of slot ${lonely.slot_name} is not connected and has left ${bytes(lonely.wal_kept_bytes ?? 0)} of WAL unread: it is down, or cannot reach the primary.`
      : 'No replica is connected to this primary: the standby is down, or cannot reach it.',
    quotes: lonely ? { slot_name: lonely.slot_name, active: false } : { role: 'primary' },
    confidence: lonely ? 0.8 : 0.6,
  }
}

function onStandby(shown: ReplicationLag, database: DatabaseScene): Found | undefined {
  const standby = 'standby' in shown ? shown.standby : undefined
  if (!standby) return undefined
  const behind = behindOf(standby, database)
  if (standby.is_replay_paused)
    return {
      kind: 'replay_paused',
      statement: `Replay was paused on this standby by hand${behind.sentence}.`,
      quotes: { is_replay_paused: true },
      confidence: 0.9,
    }
  const conflict = standby.replaying?.wait_event?.startsWith('RecoveryConflict')
    ? standby.replaying.wait_event
    : undefined
  const [longest] = standby.longest_transactions.filter(({ xact_seconds }) => (xact_seconds ?? 0) >= LONG_SECONDS)
  if (longest && (behind.isBehind || conflict)) return heldByQuery(longest, { behind, conflict, shown })
  if (standby.receiver === null && behind.isBehind)
    return {
      kind: 'replica_gone',
      statement: `This standby receives nothing from its primary: it has no WAL receiver${behind.sentence}.`,
      quotes: { receiver: null },
      confidence: 0.8,
    }
  return undefined
}

type Standby = NonNullable<Extract<ReplicationLag, { standby: unknown }>['standby']>
type Behind = { isBehind: boolean; sentence: string }

/** By its own account, or by the exporter's where it has not replayed any commit since it started. */
function behindOf({ not_replayed_bytes, last_replayed_commit_seconds }: Standby, { figures }: DatabaseScene): Behind {
  const measured = figuresNamed(figures, /^pg_replication_lag(_seconds)?$/).map((figure) => lastOf(figure) ?? 0)
  const seconds = Math.max(last_replayed_commit_seconds ?? 0, ...measured)
  const isBehind = (not_replayed_bytes ?? 0) >= NOT_REPLAYED_BYTES || seconds >= STALE_SECONDS
  const parts = [
    not_replayed_bytes === null ? '' : `${bytes(not_replayed_bytes)} received and not replayed`,
    seconds > 0 ? `what it shows is ${lasting(seconds)} old` : '',
  ].filter(Boolean)
  return { isBehind, sentence: parts.length > 0 ? ` (${parts.join(', ')})` : '' }
}

function heldByQuery(
  longest: LongQuery,
  { behind, conflict, shown }: { behind: Behind; conflict: string | undefined; shown: ReplicationLag },
): Found {
  const delay = shown.settings.max_standby_streaming_delay
  const patience = delay?.startsWith('-1') ? ', and max_standby_streaming_delay is -1, so it waits without end' : ''
  if (conflict === undefined) return besideQuery(longest, behind)
  return {
    kind: 'standby_query_holds_replay',
    statement: `Replay on this standby waits for a query of its own${behind.sentence}: the replaying process stands at ${conflict}${patience}. ${who(longest)} has run for ${lasting(longest.xact_seconds)} (since ${clockTime(longest.xact_start ?? '')}), and its snapshot conflicts with what the primary has removed: ${quotedQuery(longest.query)}.`,
    quotes: { pid: longest.pid, wait_event: conflict },
    confidence: 0.9,
    ended: longest,
  }
}

/** A query may be there for long while replay is late for another reason. */
function besideQuery(longest: LongQuery, behind: Behind): Found {
  return {
    kind: 'standby_query_holds_replay',
    statement: `This standby is behind${behind.sentence}, and ${who(longest)} has run on it for ${lasting(longest.xact_seconds)} (since ${clockTime(longest.xact_start ?? '')}): ${quotedQuery(longest.query)}. Such a query can hold up replay; the replaying process was not seen to wait for it.`,
    quotes: { pid: longest.pid },
    confidence: 0.6,
  }
}

function cutOff({ quotes, ended, ...found }: Found, database: DatabaseScene, exhibit: Exhibit): Finding {
  const why = `Replay waits for pid ${ended?.pid}; it goes on when that query ends.`
  const logged = linesMatching(
    database.lines,
    /could not (connect to the primary|receive data)|conflict with recovery|terminating walreceiver|replication.*timeout/i,
  ).slice(-1)
  const obstacle = ended
    ? whyNotEnded(ended)
    : 'What holds up the standby was not seen for certain; a person has to look at it and at the way to it.'
  return fault({
    ...found,
    facts: logged.map(({ thing, exhibit: log }) => ({
      text: `The log says: ${thing.line.slice(0, 200)}`,
      evidence: [cite(log, thing.line)],
    })),
    evidence: Object.entries(quotes).map(([field, value]) => citeField(exhibit, field, value)),
    explains: ['runaway_query'],
    confidence: logged.length > 0 ? Math.min(0.9, found.confidence + 0.05) : found.confidence,
    subject: { kind: 'Database', name: database.database },
    weight: weightFor(database, ['replication', 'slots', 'disk']),
    ...(obstacle === undefined && ended
      ? { actions: [endSession(database, ended.pid, why)] }
      : { noActionReason: obstacle ?? '' }),
    suggestions: ['Check the network and the disk of the standby, and its log. Do not promote it while it is behind.'],
  })
}

// A standby cancels queries that stand in the way of replay. It does what it is told to; what it is told can be
// changed.

const CANCELLED = /(?:canceling statement|terminating connection) due to conflict with recovery/i

type Conflict = { words: RegExp; reason: string; advice: string }

/** What the server says below it tells which kind of conflict it was. */
const CONFLICTS: readonly Conflict[] = [
  {
    words: /row versions that must be removed/i,
    reason: 'the query’s snapshot needs row versions that vacuum has removed on the primary',
    advice:
      'Set hot_standby_feedback = on, so that the primary keeps the rows while they are read here (it swells by them), or raise max_standby_streaming_delay, so that replay waits longer (reads become older).',
  },
  {
    words: /holding a relation lock/i,
    reason: 'the query holds a lock that replay needs, as for DDL or for the truncation at the end of a vacuum',
    advice:
      'Raise max_standby_streaming_delay, and run DDL on the primary when no reports run; hot_standby_feedback does not help against locks.',
  },
  {
    words: /buffer pin|buffer deadlock/i,
    reason: 'the query keeps a page pinned that replay has to change',
    advice: 'Raise max_standby_streaming_delay on this standby.',
  },
]

const UNREPORTED: Conflict = {
  words: CANCELLED,
  reason: 'replay could not wait for the query any longer',
  advice: 'Set hot_standby_feedback = on, or raise max_standby_streaming_delay on this standby.',
}

const LINES_MIN = 2

export const recoveryConflict: Analyzer = (scene) => {
  const lines = linesMatching(statementLines(scene), CANCELLED)
  const [first, last] = [lines[0], lines.at(-1)]
  return first && last && lines.length >= LINES_MIN ? [cancelledQueries(scene, { first, last, lines })] : []
}

type Lines = ReturnType<typeof linesMatching>
type Cancelled = { first: Lines[number]; last: Lines[number]; lines: Lines }

function cancelledQueries(scene: Scene, { first, last, lines }: Cancelled): Finding {
  const { database } = scene
  const { conflict, below } = kindOf(scene)
  const standby = standbyOf(database)
  const counter = counterOf(database)
  const topics = readTopics(scene.subject)
  return fault({
    kind: 'recovery_conflict',
    statement: `Queries on a standby are cancelled by a conflict with recovery: ${conflict.reason} (seen ${plural(timesOf(lines), 'time')} since ${clockTime(first.thing.at)}, the last of ${speakerOf(last.thing)}: “${wordsOf({ text: last.thing.line })}”).${sayCounter(standby, counter)} The replica works as it is configured${sayDelay(standby?.settings)}; nothing on it is broken.`,
    facts: below
      ? [{ text: `The server says: ${below.thing.line}`, evidence: [cite(below.exhibit, below.thing.line)] }]
      : [],
    evidence: [
      cite(last.exhibit, last.thing.line),
      standby?.evidence,
      counter && cite(counter.exhibit, quoteOfLast(counter)),
    ],
    confidence: standby || counter ? 0.9 : 0.8,
    subject: { kind: 'Database', name: database?.database || 'unknown' },
    weight: topics.size === 0 || TOPICS.some((topic) => topics.has(topic)) ? 'cause' : 'context',
    since: new Date(first.thing.at),
    explains: ['failing_statements', 'runaway_query', 'costly_statement'],
    noActionReason:
      'The standby does what its settings say; which is worse, cancelled queries, older reads or a larger primary, is for its owners to weigh. A restart or a rollback changes nothing of it.',
    suggestions: [
      conflict.advice,
      'Let the application run the query again when it is cancelled (SQLSTATE 40001, or 57014 with this message), keep such queries shorter, or read from the primary.',
    ],
  })
}

const TOPICS = ['errors', 'rollbacks', 'replication', 'slow', 'restarted'] as const

/** The driver and the framework above it tell of the same moment. */
function timesOf(lines: Lines): number {
  return new Set(lines.map(({ thing }) => `${thing.at.slice(0, 19)} ${speakerOf(thing)}`)).size
}

function kindOf(scene: Scene) {
  const told = CONFLICTS.map((conflict) => ({
    conflict,
    below: linesMatching(statementLines(scene), conflict.words).at(-1),
  }))
  return told.find(({ below }) => below) ?? { conflict: UNREPORTED, below: undefined }
}

type StandbySeen = { settings: ReplicationLag['settings']; cancelled: number; evidence: Finding['evidence'] }

/** Where the server itself was asked and is a standby. */
function standbyOf(database: DatabaseScene | undefined): StandbySeen | undefined {
  const { thing, exhibit } = database?.replication ?? {}
  if (!thing || !exhibit || !('standby' in thing) || !thing.standby) return undefined
  const { conflicts } = thing.standby
  const counted = Object.entries(conflicts ?? {}).filter(([, count]) => typeof count === 'number' && count > 0)
  return {
    settings: thing.settings,
    cancelled: counted.reduce((sum, [, count]) => sum + Number(count), 0),
    evidence: [
      citeField(exhibit, 'role', 'standby'),
      ...counted.slice(0, 1).map(([field, count]) => citeField(exhibit, field, Number(count))),
    ],
  }
}

function counterOf(database: DatabaseScene | undefined): Figure | undefined {
  const counters = figuresNamed(database?.figures ?? [], /^pg_stat_database_conflicts/)
  return counters.sort((one, other) => riseOf(other) - riseOf(one)).find((figure) => riseOf(figure) > 0)
}

function sayCounter(standby: StandbySeen | undefined, counter: Figure | undefined): string {
  const whole = standby && standby.cancelled > 0 ? ` The server counts ${standby.cancelled} of them.` : ''
  return counter ? `${whole} They rose by ${riseOf(counter)} in the last hours.` : whole
}

function sayDelay(settings: ReplicationLag['settings'] | undefined): string {
  const values = ['hot_standby_feedback', 'max_standby_streaming_delay'].flatMap((name) => {
    const value = settings?.[name]
    return value === undefined || value === null ? [] : [`${name} is ${value}`]
  })
  return values.length > 0 ? ` (${values.join(', ')})` : ''
}
