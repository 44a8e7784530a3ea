/** The server is quiet now: seen in numbers, not concluded from silence. It answers an alert about load, and rules load out for others. */
import { makeFinding } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { isUnknownTable } from '../../database/read-database-scene.ts'
import { cpuLoad, isBusy } from '../../database/server/host-load.ts'
import { percent } from '../../database/session-words.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'

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
  return makeFinding({
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
  return makeFinding({
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
