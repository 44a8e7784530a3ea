/**
 * The database server itself: it answers, does not, was away, is quiet now, or sorts texts by other rules than its
 * indexes.
 */
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { isUnknownTable } from '../../database/database-scene.ts'
import { type Figure, figuresNamed, lastOf, pointsOf, quoteOfLast } from '../../database/server/figures.ts'
import { cpuLoad, isBusy } from '../../database/server/host-load.ts'
import { linesMatching, speakerOf } from '../../database/server/log-lines.ts'
import { type Ending, endingIn } from '../../database/server/operations.ts'
import { clockTime, lasting, percent } from '../../database/session-words.ts'
import { statementLines } from '../../database/statements/statement-rise.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault, type Told } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { ownErrors, wordsOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'

export const databaseAnswers: Analyzer = (scene) => {
  const { database } = scene
  const { connections } = database ?? {}
  const isAsked = database?.topics.has('down') || database?.topics.has('restarted')
  if (!database || !isAsked || !connections || database.topics.has('replication')) return []
  const unseen = figuresNamed(database.figures, /^pg_up$/).find((figure) => lastOf(figure) === 0)
  const watcher = unseen
    ? ' Only its exporter still reports pg_up 0: that one cannot reach it, or has a wrong login.'
    : ''
  // While its watcher fails nothing is as it should be, although the server is.
  const failing = unseen ? ownErrors(scene).at(-1) : undefined
  const said = failing ? ` Its log says "${wordsOf(failing)}".` : ''
  return [
    fault({
      kind: 'database_answers',
      statement: `The database server is up: it answers and serves ${connections.thing.sessions} sessions of ${connections.thing.usable_connections} usable now.${watcher}${said} Nothing needs to be started.`,
      evidence: [
        citeField(connections.exhibit, 'sessions', connections.thing.sessions),
        unseen && cite(unseen.exhibit, quoteOfLast(unseen)),
        failing && citeLine(failing),
      ],
      confidence: 0.75,
      situation: failing ? 'fault' : unseen ? 'works_as_designed' : 'recovered',
      subject: { kind: 'Database', name: database.database },
      weight: 'symptom',
      noActionReason: 'The server answers.',
      suggestions: [
        unseen
          ? 'Look at the exporter: its address, its login, its log.'
          : 'Look for a restart or a cut line at the time of the alert.',
      ],
    }),
  ]
}

// The server does not answer now. Why, its last words tell.

const UNREACHABLE =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|starting up|shutting down|in recovery mode|connection terminated|timeout/i

export const databaseDown: Analyzer = ({ database }) => {
  if (!database || database.connections) return []
  const refusal = database.refusals.find(({ result }) => UNREACHABLE.test(result.error ?? ''))
  const up = figuresNamed(database.figures, /^pg_up$/).find((figure) => lastOf(figure) === 0)
  if (!refusal && !up) return []
  return [down({ refusal, up, ending: endingIn(database.lines) }, database)]
}

type Signs = { refusal: Exhibit | undefined; up: Figure | undefined; ending: Ending | undefined }

function down(signs: Signs, database: DatabaseScene): Finding {
  const { refusal, up, ending } = signs
  return fault({
    kind: 'database_down',
    statement: `The database server${nameOf(signs, database)} is down: ${[up && 'pg_up is 0', refusal && `connecting fails (${refusal.result.error})`].filter(Boolean).join(' and ')}. ${ending ? `The log tells why: ${ending.cause}, at ${clockTime(ending.line.thing.at)}: “${ending.line.thing.line.slice(0, 200)}”.` : 'Its log, as far as it could be seen, does not tell why.'}`,
    evidence: [
      refusal && cite(refusal, refusal.result.error ?? ''),
      up && cite(up.exhibit, quoteOfLast(up)),
      ending && cite(ending.line.exhibit, ending.line.thing.line),
    ],
    confidence: confidenceOf(signs),
    subject: { kind: 'Database', name: database.database },
    ...(ending && { since: new Date(ending.line.thing.at) }),
    explains: ['connections_exhausted', 'failing_statements'],
    noActionReason:
      'A server that stopped for a reason stops again for the same reason, so starting it anew does not help.',
    suggestions: ending
      ? [ending.advice]
      : ['Read the last lines of the server’s own log and of its pod’s previous container.'],
  })
}

/** By whoever names it: the alert, the exporter, or the log it speaks in. */
function nameOf({ up, ending }: Signs, { database }: DatabaseScene): string {
  const instance = up?.thing.metric.instance?.replace(/:\d+$/, '')
  const name = instance ?? (ending ? speakerOf(ending.line.thing) : undefined) ?? database
  return name === '' ? '' : ` ${name}`
}

function confidenceOf({ refusal, up, ending }: Signs): number {
  const signs = [refusal, up].filter((sign) => sign !== undefined).length
  if (ending) return signs === 2 ? 0.9 : 0.85
  return signs === 2 ? 0.7 : 0.5
}

// The server is quiet now: seen in numbers, not concluded from silence. It answers an alert about load, and rules
// load out for others.

const LONG_SECONDS = 60
const ROOM = 0.8

export const databaseQuiet: Analyzer = ({ database, subject, exhibits }) => {
  if (database?.concern !== 'own' || !isQuiet(database)) return []
  // That another database is quiet says nothing about the one the alert means.
  if (database.unknownName !== undefined) return [ruledOut(database)]
  if (subject.table !== undefined && exhibits.some(isUnknownTable))
    return [ruledOut(database, ` Table ${subject.table}, which the alert speaks of, is not in ${database.database}.`)]
  return [isAnswered(database) ? passed(database) : ruledOut(database)]
}

function isQuiet({ connections, locks, queries }: DatabaseScene): boolean {
  if (!connections || !locks || !queries) return false
  const { idle_in_transaction: idle } = connections.thing
  const seconds = [...idle.map((one) => one.state_seconds), ...queries.thing.running.map((one) => one.query_seconds)]
  const isLong = seconds.some((long) => (long ?? 0) >= LONG_SECONDS)
  return locks.thing.waiting === 0 && !isLong && (connections.thing.saturation ?? 1) < ROOM
}

/** A processor nobody measured is not known to be idle. */
function isAnswered({ topics, figures }: DatabaseScene): boolean {
  const isOfLoad = (['slow', 'locks', 'cpu', 'idle'] as const).some((topic) => topics.has(topic))
  if (!isOfLoad || !topics.has('cpu')) return isOfLoad
  const load = cpuLoad({ figures })
  return load !== undefined && !isBusy(load)
}

function passed(database: DatabaseScene): Finding {
  return fault({
    ...common(database),
    kind: 'database_quiet',
    statement: `The database is quiet now: ${numbersOf(database)}. Whatever the alert saw has passed.`,
    confidence: 0.7,
    situation: 'recovered',
    weight: 'symptom',
    noActionReason: 'Nothing hinders the server now.',
    suggestions: ['Turn on log_lock_waits and pg_stat_statements, so that the next time leaves a trace.'],
  })
}

function ruledOut(database: DatabaseScene, absence = ''): Finding {
  return fault({
    ...common(database),
    kind: 'database_unremarkable',
    statement: `Nothing that stands out in the database explains the alert: ${numbersOf(database)}.${absence}`,
    confidence: 0.4,
    situation: 'unclear',
    weight: 'context',
    noActionReason: 'Without a cause nothing should be changed.',
  })
}

function numbersOf({ connections, queries }: DatabaseScene): string {
  const longest = Math.max(0, ...(queries?.thing.running ?? []).map(({ query_seconds }) => query_seconds ?? 0))
  const { sessions, usable_connections, saturation } = connections?.thing ?? {}
  return `nobody waits for a lock, the longest running statement is ${Math.round(longest)} s old, ${sessions} of ${usable_connections} connections are taken (${percent(saturation ?? 0)}), and no transaction idles for a minute`
}

function common({ connections, locks, queries, database }: DatabaseScene): Pick<Told, 'evidence' | 'subject'> {
  return {
    evidence: [
      locks && citeField(locks.exhibit, 'waiting', locks.thing.waiting),
      connections && citeField(connections.exhibit, 'sessions', connections.thing.sessions),
      queries && citeField(queries.exhibit, 'running_total', queries.thing.running_total),
    ],
    subject: { kind: 'Database', name: database },
  }
}

// The server was away and is back: history, with its cause where the log tells it.

const RECENT_SECONDS = 6 * 3600

export const databaseRestarted: Analyzer = (scene) => {
  const { database } = scene
  if (!database?.connections || !isAsked(database)) return []
  const began = beganAt(scene)
  return began === undefined ? [] : [restarted(began, scene, database)]
}

/** The alert speaks of it, or clients were turned away as a server does that goes or comes. */
function isAsked({ topics, lines }: DatabaseScene): boolean {
  const isTold = topics.has('restarted') || topics.has('down')
  return isTold || (topics.has('errors') && linesMatching(lines, TURNED_AWAY).length > 0)
}

const TURNED_AWAY =
  /\b57P0[1-3]\b|the database system is (starting|shutting)|terminating connection due to administrator/i

type Began = { at: Date; evidence: Finding['evidence'] }

/** By the postmaster's own start, by the log, or by the gap in pg_up. */
function beganAt({ database, now }: Scene): Began | undefined {
  if (!database) return undefined
  const isRecent = (at: Date) => now.getTime() - at.getTime() < RECENT_SECONDS * 1000
  const start = figuresNamed(database.figures, /^pg_postmaster_start_time_seconds$/).find(
    (one) => lastOf(one) !== undefined,
  )
  const startedAt = start && new Date((lastOf(start) ?? 0) * 1000)
  if (start && startedAt && isRecent(startedAt))
    return { at: startedAt, evidence: [cite(start.exhibit, quoteOfLast(start))] }
  const ready = linesMatching(database.lines, /database system is ready to accept/i).at(-1)
  if (ready) return { at: new Date(ready.thing.at), evidence: [cite(ready.exhibit, ready.thing.line)] }
  return gapIn(database)
}

function gapIn({ figures }: DatabaseScene): Began | undefined {
  for (const figure of figuresNamed(figures, /^pg_up$/)) {
    const points = pointsOf(figure)
    const back = points.findLast(({ value }, index) => value === 1 && points[index - 1]?.value === 0)
    if (back && points.at(-1)?.value === 1)
      return { at: new Date(back.at * 1000), evidence: [cite(figure.exhibit, quoteOfLast(figure))] }
  }
  return undefined
}

function restarted({ at, evidence }: Began, { now }: Scene, database: DatabaseScene): Finding {
  const { connections } = database
  const before = database.lines.filter(({ thing }) => Date.parse(thing.at) <= at.getTime() + 60_000)
  const ending = endingIn(before)
  return fault({
    kind: 'database_restarted',
    statement: `The database server was restarted ${lasting((now.getTime() - at.getTime()) / 1000)} ago (${clockTime(at.toISOString())}) and is healthy now: it answers and serves ${connections?.thing.sessions} sessions. ${ending ? `Before that ${ending.cause}: “${ending.line.thing.line.slice(0, 200)}”.` : 'Why it stopped could not be seen.'} It has recovered; nothing needs to be started.`,
    evidence: [
      evidence,
      connections && citeField(connections.exhibit, 'sessions', connections.thing.sessions),
      ending && cite(ending.line.exhibit, ending.line.thing.line),
    ],
    confidence: ending ? 0.9 : 0.8,
    situation: 'recovered',
    subject: { kind: 'Database', name: database.database },
    since: at,
    explains: ['failing_statements'],
    noActionReason: 'The server has come back by itself.',
    suggestions: ending ? [ending.advice] : ['Read the log from before the restart for the cause.'],
  })
}

// The rules by which texts are sorted changed under the database: indexes over texts may be out of order, and lookups
// miss rows.

const MISMATCH = /collation(?: "[^"]+")? .*version mismatch|has a collation version mismatch/i
const VERSIONS =
  /created using (?:collation )?version (\S+?),? but the operating system provides version (\S+?)\.?(?:\s|$)/i

export const collationMismatch: Analyzer = (scene) => {
  const { database } = scene
  const lines = statementLines(scene)
  const [first] = linesMatching(lines, MISMATCH)
  if (!database || !first) return []
  const detail = linesMatching(lines, VERSIONS).at(-1)
  const [, before, now] = VERSIONS.exec(detail?.thing.line ?? '') ?? []
  const versions = before
    ? `: it was made with collation version ${before}, and the operating system provides ${now}`
    : ''
  return [
    fault({
      kind: 'collation_mismatch',
      statement: `The server reports a collation version mismatch since ${clockTime(first.thing.at)} at least${versions}. The order of texts changed under the indexes, as with a new image or operating system: until they are rebuilt (REINDEX), lookups by text may miss rows and unique keys may let duplicates in.`,
      evidence: [cite(first.exhibit, first.thing.line), detail && cite(detail.exhibit, detail.thing.line)],
      confidence: detail ? 0.75 : 0.65,
      subject: { kind: 'Database', name: database.database },
      weight: weightFor(database, ['errors', 'restarted', 'rollbacks']),
      since: new Date(first.thing.at),
      noActionReason:
        'Rebuilding indexes takes locks and time, and duplicates have to be looked for first; a person plans it.',
      suggestions: [
        'Check the indexes over text columns (amcheck), REINDEX CONCURRENTLY those, then ALTER DATABASE … REFRESH COLLATION VERSION. Refreshing the version alone only silences the warning.',
        'Or go back to the image with the operating system of before until that is planned.',
      ],
    }),
  ]
}
