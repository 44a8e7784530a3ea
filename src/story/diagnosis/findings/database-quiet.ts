/** An alert about waiting or slowness, and the server is quiet now: seen in numbers, not concluded from silence. */
import { told } from '../database/database-finding.ts'
import type { DatabaseScene } from '../database/database-scene.ts'
import { figuresNamed, lastOf } from '../database/figures.ts'
import { percent } from '../database/told-session.ts'
import { citeField } from '../evidence.ts'
import type { Analyzer } from '../finding.ts'

const LONG_SECONDS = 60
const ROOM = 0.8
const BUSY = 0.7

export const databaseQuiet: Analyzer = ({ database }) => {
  if (database?.concern !== 'own') return []
  const { connections, locks, queries, topics } = database
  const isOfLoad = topics.has('slow') || topics.has('locks') || topics.has('cpu') || topics.has('idle')
  if (!isOfLoad || !connections || !locks || !queries || !isQuiet(database)) return []
  const longest = Math.max(0, ...queries.thing.running.map(({ query_seconds }) => query_seconds ?? 0))
  return [
    told({
      kind: 'database_quiet',
      statement: `The database is quiet now: nobody waits for a lock, the longest running statement is ${Math.round(longest)} s old, ${connections.thing.sessions} of ${connections.thing.usable_connections} connections are taken (${percent(connections.thing.saturation ?? 0)}), and no transaction idles for a minute. Whatever the alert saw has passed.`,
      evidence: [
        citeField(locks.exhibit, 'waiting', 0),
        citeField(connections.exhibit, 'sessions', connections.thing.sessions),
        citeField(queries.exhibit, 'running_total', queries.thing.running_total),
      ],
      confidence: 0.7,
      situation: 'recovered',
      subject: { kind: 'Database', name: database.database },
      weight: 'symptom',
      noActionReason: 'Nothing hinders the server now.',
      suggestions: ['Turn on log_lock_waits and pg_stat_statements, so that the next time leaves a trace.'],
    }),
  ]
}

function isQuiet({ connections, locks, queries, figures, topics }: DatabaseScene): boolean {
  const isIdleLong = connections?.thing.idle_in_transaction.some(
    ({ state_seconds }) => (state_seconds ?? 0) >= LONG_SECONDS,
  )
  const isLong = queries?.thing.running.some(({ query_seconds }) => (query_seconds ?? 0) >= LONG_SECONDS)
  const loads = figuresNamed(figures, /cpu/i).map((figure) => {
    const last = lastOf(figure) ?? 0
    return last > 1.5 ? last / 100 : last
  })
  // A processor nobody measured is not known to be idle.
  const isBusy = topics.has('cpu') ? loads.length === 0 || Math.max(...loads) >= BUSY : false
  return locks?.thing.waiting === 0 && !isIdleLong && !isLong && !isBusy && (connections?.thing.saturation ?? 1) < ROOM
}
