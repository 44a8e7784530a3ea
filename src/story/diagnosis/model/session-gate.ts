/** Whether a database session may be ended, by what the listings show of it: a root, a holder of old rows, or a runaway. */
import type { Session } from '../../../plugins/database/session.ts'
import { whyNotEnded } from '../database/locks/endable.ts'
import type { Exhibit } from '../evidence.ts'

/** Nobody calls a query of less than this a runaway. */
const LONG_SECONDS = 60

type Seen = Session & { list: string; holds?: readonly { locktype?: string }[] }

export function whyNotEndedNow(pid: number, exhibits: readonly Exhibit[]): string | undefined {
  const seen = exhibits
    .flatMap(({ result }) => (result.success ? sessionsIn(result.data) : []))
    .filter((one) => one.pid === pid)
  const [first] = seen
  if (!first) return `No listing shows a session with pid ${pid}.`
  const protectedBy = whyNotEnded(first)
  if (protectedBy !== undefined) return protectedBy
  if (seen.some(keepsSessionLock))
    return `pid ${pid} keeps an advisory lock while it is idle; it may lead, or guard what it does elsewhere.`
  if (seen.some(({ list }) => list === 'roots')) return undefined
  if (seen.some(({ list }) => list === 'waiters')) return `pid ${pid} waits itself; ending it frees nobody.`
  if (seen.some(isLong)) return undefined
  return `pid ${pid} blocks nobody, holds no old transaction and runs no long query.`
}

/** Only the analysis knows when such a lock was forgotten, and then the step is its own. */
function keepsSessionLock({ list, state, holds }: Seen): boolean {
  return list === 'roots' && state === 'idle' && holds?.[0]?.locktype === 'advisory'
}

function isLong({ state, query_seconds: query, xact_seconds: transaction }: Seen): boolean {
  if (state === 'active') return (query ?? 0) >= LONG_SECONDS
  return state === 'idle in transaction' && (transaction ?? 0) >= LONG_SECONDS
}

function sessionsIn(value: unknown, list = ''): Seen[] {
  if (Array.isArray(value)) return value.flatMap((part) => sessionsIn(part, list))
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([name, part]) => sessionsIn(part, name))
  return 'pid' in value && 'backend_type' in value ? [{ ...(value as Session), list }, ...inside] : inside
}
