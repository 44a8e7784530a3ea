/**
 * Whether a session may be ended, by what the listings show of it: a root, a holder of old rows, or a runaway, and only in
 * the database, for the table or for the waiting sessions the alert is about.
 */
import type { Facts, Gate, MeantDatabase, SessionFact } from '../gate.ts'
import { whyNotEnded } from './caretaker.ts'
import type { Ending } from './endable-session.ts'

/** Nobody calls a query of less than this a runaway. */
const LONG_SECONDS = 60
/** Nor of one that works a transaction of less than this an old one. */
const OLD_SECONDS = 600

export const sessionGate: Gate<Ending> = {
  deed: 'end',
  alsoCalled: (ending, facts) => [...seenOf(ending, facts), ...partsOf(ending, facts)].flatMap(namesOf),
  touches: (ending, facts) => [{ kind: 'Database', name: seenOf(ending, facts)[0]?.server ?? ending.database ?? '' }],
  whyNot(ending, facts) {
    const { pid } = ending
    const seen = seenOf(ending, facts)
    const [first] = seen
    if (!first) return `No listing shows a session with pid ${pid}.`
    return whyNotEnded(first) ?? whyElsewhere(seen, facts.meant) ?? whyHarmless(pid, seen, facts.sessions)
  },
}

/** A pid is a name on one server only. */
function seenOf({ pid, database }: Ending, { sessions }: Facts): SessionFact[] {
  return sessions.filter((one) => one.pid === pid && (database === undefined || one.server === database))
}

/** They end with it. */
function partsOf({ pid, database }: Ending, { sessions }: Facts): SessionFact[] {
  return sessions.filter((one) => one.leader_pid === pid && (database === undefined || one.server === database))
}

/** Whose it is, and the tables it holds, keeps from others or works on. */
export function namesOf({ pid, usename, application_name: program, holds, waiters, query }: SessionFact): string[] {
  const held = [...holds, ...waiters].map(({ relation }) => relation)
  const named = [...query.matchAll(TABLE_IN_STATEMENT)].map(([, table]) => table)
  const tables = [...held, ...named].flatMap((table) => table?.split('.').at(-1) ?? [])
  return [String(pid), ...[usename, program].flatMap((name) => name ?? []), ...tables]
}

const TABLE_IN_STATEMENT = /\b(?:table|from|into|update|join|on)\s+(?:only\s+)?"?([\w.]+)/gi

function whyElsewhere(seen: readonly SessionFact[], { datnames, table, pid: named }: MeantDatabase) {
  const { pid, datname } = seen[0] as SessionFact
  if (datnames !== undefined && datname !== null && !datnames.has(datname))
    return `pid ${pid} works in database ${datname}; the alert is about ${[...datnames].join(', ')}.`
  if (named !== undefined && named !== pid && !seen.some((one) => one.waiters.some((waiter) => waiter.pid === named)))
    return `The alert names pid ${named}, which does not wait for pid ${pid}.`
  if (table !== undefined && !seen.some((one) => concernsTable(one, table)))
    return `Nothing shows that pid ${pid} touches ${table}, which the alert is about.`
  return undefined
}

/** It holds the table, somebody behind it wants it, or its statement names it. One that keeps old rows keeps those of all. */
function concernsTable({ list, holds, waiters, query }: SessionFact, table: string): boolean {
  if (list === 'snapshot_holders') return true
  const bare = table.split('.').at(-1)?.toLowerCase() ?? ''
  const isIt = (relation: string | null | undefined) => relation?.split('.').at(-1)?.toLowerCase() === bare
  const names = (text: string) => new RegExp(`(?<![\\w$])${escaped(bare)}(?![\\w$])`, 'i').test(text)
  return (
    holds.some(({ relation }) => isIt(relation)) ||
    waiters.some((waiter) => isIt(waiter.relation) || names(waiter.query)) ||
    names(query)
  )
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function whyHarmless(pid: number, seen: readonly SessionFact[], all: readonly SessionFact[]): string | undefined {
  if (seen.some(({ list }) => list === 'roots')) return undefined
  const waiting = seen.find(({ list }) => list === 'waiters')
  if (waiting && !headsQueue(waiting, all)) return `pid ${pid} waits itself; ending it frees nobody.`
  if (waiting) return undefined
  if (seen.some(isLong)) return undefined
  return `pid ${pid} blocks nobody, holds no old transaction and runs no long query.`
}

/** Others queue behind it, and whom it waits for itself must be let finish. */
function headsQueue({ pid, server, waiters }: SessionFact, all: readonly SessionFact[]): boolean {
  const roots = all.filter(
    (one) => one.list === 'roots' && one.server === server && one.waiters.some((waiter) => waiter.pid === pid),
  )
  return waiters.length > 0 && roots.length > 0 && roots.every((root) => whyNotEnded(root) !== undefined)
}

function isLong({ state, query_seconds: query, xact_seconds: transaction }: SessionFact): boolean {
  if (state === 'active') return (query ?? 0) >= LONG_SECONDS || (transaction ?? 0) >= OLD_SECONDS
  return (state?.startsWith('idle in transaction') ?? false) && (transaction ?? 0) >= LONG_SECONDS
}
