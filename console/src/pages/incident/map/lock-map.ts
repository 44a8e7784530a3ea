/** Who keeps whom waiting, from the listing of lock waits the diagnosis quotes: sessions are no entities of its own map. */
import type { IncidentDetail } from '@contract/incident.ts'
import { phrase } from '../../../language/phrase.ts'
import { isKind, sinceDiagnosis } from '../timeline-reading.ts'
import type { EntityMap } from './lay-out-map.ts'

type Session = { pid: number; application_name?: string | null }
type Waiter = Session & { blocked_by?: readonly number[] }
type Listing = { database?: string; roots?: readonly Session[]; waiters?: readonly Waiter[] }

const WAITERS_SHOWN = 4

/** Undefined where the conclusion does not speak of a session that others wait for. */
export function lockMapOf({ events, diagnosis }: Pick<IncidentDetail, 'events' | 'diagnosis'>): EntityMap | undefined {
  const looks = sinceDiagnosis(events).filter(isKind('tool_call'))
  const found = looks.find(({ data }) => data.tool === 'lock_waits' && data.result.success)
  const { database = '', roots = [], waiters = [] } = (found?.data.result.data ?? {}) as Listing
  const root = roots.find(({ pid }) => new RegExp(`\\bpid ${pid}\\b`).test(diagnosis?.conclusion ?? ''))
  if (!root || waiters.length === 0) return undefined
  return drawn(database, root, waiters)
}

function drawn(database: string, root: Session, waiters: readonly Waiter[]): EntityMap {
  const shown = waiters.length > WAITERS_SHOWN ? waiters.slice(0, WAITERS_SHOWN - 1) : waiters
  const rest = waiters.length - shown.length
  const names = new Map([root, ...shown].map((session) => [session.pid, nameOf(session)]))
  const blocking = shown.flatMap(({ pid, blocked_by = [] }) =>
    blocked_by.flatMap((blocker) => tied(names.get(blocker), names.get(pid))),
  )
  const more = rest === 0 ? [] : [phrase('{count} more sessions', { count: rest })]
  const waiting = [...shown.map(nameOf), ...more]
  const place = phrase('database {name}', { name: database })
  return {
    entities: [
      { name: nameOf(root), is_suspect: true, is_subject: false, findings: [] },
      ...waiting.map((name) => ({ name, is_suspect: false, is_subject: false, findings: [] })),
      { name: place, is_suspect: false, is_subject: true, findings: [] },
    ],
    ties: [
      ...blocking,
      ...more.flatMap((name) => tied(nameOf(root), name)),
      ...waiting.map((from) => ({ from, to: place, tie: 'reads' as const })),
    ],
  }
}

function nameOf({ pid, application_name }: Session): string {
  return application_name ? `pid ${pid} ${application_name}` : `pid ${pid}`
}

function tied(from: string | undefined, to: string | undefined) {
  return from === undefined || to === undefined ? [] : [{ from, to, tie: 'blocks' as const }]
}
