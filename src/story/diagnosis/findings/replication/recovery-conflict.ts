/** A standby cancels queries that stand in the way of replay. It does what it is told to; what it is told can be changed. */
import { readTopics } from '../../database/asking/alert-topics.ts'
import type { DatabaseScene, ReplicationLag } from '../../database/database-scene.ts'
import { type Figure, figuresNamed, quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { linesMatching, speakerOf } from '../../database/server/log-lines.ts'
import { clockTime, plural } from '../../database/session-words.ts'
import { statementLines } from '../../database/statements/statement-rise.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { wordsOf } from '../../signals/said-lines.ts'

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
  return lines.length >= LINES_MIN ? [findingOf(scene, lines)] : []
}

type Lines = ReturnType<typeof linesMatching>

function findingOf(scene: Scene, lines: Lines): Finding {
  const { database } = scene
  const { conflict, below } = kindOf(scene)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) throw new Error('A conflict is read from lines.')
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
  const lines = statementLines(scene)
  for (const conflict of CONFLICTS) {
    const below = linesMatching(lines, conflict.words).at(-1)
    if (below) return { conflict, below }
  }
  return { conflict: UNREPORTED, below: undefined }
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
