/** The alert says the server is down or was, and it answers: it is back, or only the one who watches it cannot see it. */

import { type DatabaseScene, isUnknownTable } from '../../database/database-scene.ts'
import { type Figure, figuresNamed, lastOf, quoteOfLast } from '../../database/server/figures.ts'
import { cpuLoad, isBusy } from '../../database/server/host-load.ts'
import { speakerOf } from '../../database/server/log-lines.ts'
import { type Ending, endingIn } from '../../database/server/operations.ts'
import { clockTime, percent } from '../../database/session-words.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
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
  return [findingOf({ refusal, up, ending: endingIn(database.lines) }, database)]
}

type Signs = { refusal: Exhibit | undefined; up: Figure | undefined; ending: Ending | undefined }

function findingOf(signs: Signs, database: DatabaseScene): Finding {
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
  if (database.unknownName !== undefined) return [ruledOut(database, '')]
  const absent = subject.table !== undefined && exhibits.some(isUnknownTable) ? subject.table : undefined
  if (absent !== undefined)
    return [ruledOut(database, ` Table ${absent}, which the alert speaks of, is not in ${database.database}.`)]
  return [isAnswered(database) ? passed(database) : ruledOut(database, '')]
}

function isQuiet({ connections, locks, queries }: DatabaseScene): boolean {
  if (!connections || !locks || !queries) return false
  const isIdleLong = connections.thing.idle_in_transaction.some(
    ({ state_seconds }) => (state_seconds ?? 0) >= LONG_SECONDS,
  )
  const isLong = queries.thing.running.some(({ query_seconds }) => (query_seconds ?? 0) >= LONG_SECONDS)
  return locks.thing.waiting === 0 && !isIdleLong && !isLong && (connections.thing.saturation ?? 1) < ROOM
}

/** A processor nobody measured is not known to be idle. */
function isAnswered({ topics, figures }: DatabaseScene): boolean {
  const isOfLoad = topics.has('slow') || topics.has('locks') || topics.has('cpu') || topics.has('idle')
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

function ruledOut(database: DatabaseScene, absence: string): Finding {
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

function common({ connections, locks, queries, database }: DatabaseScene): Pick<Finding, 'evidence' | 'subject'> {
  return {
    evidence: [
      ...(locks ? [citeField(locks.exhibit, 'waiting', locks.thing.waiting)] : []),
      ...(connections ? [citeField(connections.exhibit, 'sessions', connections.thing.sessions)] : []),
      ...(queries ? [citeField(queries.exhibit, 'running_total', queries.thing.running_total)] : []),
    ],
    subject: { kind: 'Database', name: database },
  }
}
