/** The holder must be let finish, and what holds up all the others is one that queues for a strong lock: without it they go on. */

import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import type { Seen } from '../../cluster/cluster-scene.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, LockWaits } from '../../database/database-scene.ts'
import { type BlockingRoot, waitSeconds } from '../../database/locks/blocking-roots.ts'
import { doConflict, heldLock } from '../../database/locks/lock-holders.ts'
import { clockTime, lasting, plural, quotedQuery, who } from '../../database/session-words.ts'
import { statementKind } from '../../database/statements/sql-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Finding, fault } from '../../finding.ts'
import { endSession } from '../database-fault.ts'

const HEADS_MAX = 2

type Head = LockQueue['heads'][number]

export function queueFinding(
  blocking: BlockingRoot,
  database: DatabaseScene,
  { exhibit }: Seen<LockWaits>,
): Finding | undefined {
  const queue = lockQueue(blocking)
  const [head] = queue?.heads ?? []
  if (!queue || !head) return undefined
  const { root } = blocking
  const obstacle = whyKept(queue.heads)
  return fault({
    kind: 'lock_root',
    statement: statementOf(head, queue, blocking),
    evidence: [
      citeField(exhibit, 'pid', head.pid),
      cite(exhibit, `"blocked_by":${JSON.stringify(head.blocked_by)}`),
      citeField(exhibit, 'pid', root.pid),
      root.holds[0] && citeField(exhibit, 'mode', root.holds[0].mode),
    ],
    confidence: 0.9,
    subject: { kind: 'Session', name: `pid ${head.pid}` },
    weight: weightFor(database, ['locks', 'slow', 'connections', 'errors', 'idle', 'deadlocks', 'down'], 'symptom'),
    ...(head.query_start !== null && { since: new Date(head.query_start) }),
    explains: ['idle_in_transaction', 'connections_exhausted', 'connection_leak', 'missing_index', 'costly_statement'],
    ...(obstacle === undefined
      ? { actions: queue.heads.map(({ pid }) => endSession(database, pid, whyEnd(queue))) }
      : { noActionReason: `${obstacle} Nothing is ended automatically.` }),
    suggestions: [
      isBuild(head)
        ? `Let ${who(root)} finish; ${who(head)} goes on by itself then. An index build that is broken off leaves an invalid index.`
        : `Let ${who(root)} finish, then run ${quotedQuery(head.query)} again with a lock_timeout of a few seconds, so that it gives up instead of holding up everybody.`,
    ],
  })
}

function statementOf(head: Head, { heads, queued, kept }: LockQueue, { root, partners }: BlockingRoot): string {
  const wanted = `${head.waits_for?.mode} on ${head.waits_for?.relation ?? 'a table'}`
  const more =
    heads.length > 1 ? `, and so ${heads.length === 2 ? 'does' : 'do'} ${heads.slice(1).map(who).join(' and ')}` : ''
  const together = partners.length > 0 ? ` together with ${partners.map(({ pid }) => pid).join(', ')}` : ''
  const them = `${plural(countQueued(heads, queued), 'session queues', 'sessions queue')} behind pid ${head.pid}`
  const wishes =
    countQueued(heads, queued) > queued.length
      ? `and what the ${queued.length} that were looked at want`
      : 'although what they want'
  return `${who(head)} has waited ${lasting(waitSeconds(head))} (since ${clockTime(head.waitstart ?? head.query_start ?? '')}) for ${wanted}: ${quotedQuery(head.query)}${more}. It waits for ${who(root)}, which holds ${heldLock(root)}${together} and must be let finish: ${quotedQuery(root.query)}. ${them} ${wishes} does not conflict with what pid ${root.pid} holds: only the queue holds them up.${kept === 0 ? '' : ` ${plural(kept, 'other waits', 'others wait')} for pid ${root.pid} itself.`}`
}

/** Of all, where the server counted them; the list shows only those that wait longest. */
function countQueued(heads: readonly Partial<Head>[], queued: LockQueue['queued']): number {
  const [head, ...others] = heads
  return others.length > 0 ? queued.length : Math.max(head?.waiters_in_all ?? 0, queued.length)
}

/** Undefined where they have done nothing yet that would be lost. */
function whyKept(heads: readonly Head[]): string | undefined {
  if (heads.length > HEADS_MAX) return `${heads.length} sessions queue for strong locks.`
  const worker = heads.find(({ backend_xid }) => backend_xid !== null)
  const builder = heads.find((head) => isBuild(head) || head.waits_for?.locktype !== 'relation')
  return (
    heads.map(whyNotEnded).find((reason) => reason !== undefined) ??
    (builder && `pid ${builder.pid} may have done much of its work already, which would be lost.`) ??
    (worker &&
      `pid ${worker.pid} has changed data in the same transaction, which would be undone; its owner has to agree.`)
  )
}

/** Such a statement works through several transactions: that it waits now does not mean that it has done nothing. */
function isBuild({ query }: Head): boolean {
  return statementKind(query) === 'upkeep' || /\bconcurrently\b/i.test(query)
}

function whyEnd({ heads, queued }: LockQueue): string {
  const pids = heads.map(({ pid }) => pid).join(' and ')
  const all = countQueued(heads, queued)
  const behind =
    all > queued.length ? `at least ${queued.length} of the ${all} sessions` : `the ${plural(all, 'session')}`
  return `pid ${pids} still ${heads.length === 1 ? 'waits' : 'wait'} for the lock and ${heads.length === 1 ? 'has' : 'have'} changed nothing yet; without ${heads.length === 1 ? 'it' : 'them'} ${behind} behind go on at once.`
}

// Who waits only because of the queue. A lock is given in the order it was asked for: one that asks for a strong
// lock and does not get it keeps back all who came later, although what they want is free.

type Waiter = BlockingRoot['waiters'][number]
type Session = Extract<Waiter, { backend_type: unknown }>

type LockQueue = {
  /** They ask for what the holder really keeps from them; the one that waits longest first. */
  heads: readonly Session[]
  /** Nothing but the heads is in their way. */
  queued: readonly Waiter[]
  /** So many wait for the holder itself and hold up nobody. */
  kept: number
}

/** Undefined where it is not proven that everybody shown behind the heads would go on without them. */
function lockQueue(blocking: BlockingRoot): LockQueue | undefined {
  const heads = blocking.waiters.filter((waiter) => runsInto(waiter, blocking) === true)
  const others = blocking.waiters.filter((waiter) => !heads.includes(waiter))
  const inTheWay = heads.filter((head) => others.some((waiter) => isBehind(waiter, head)))
  const freed = freedWithout(inTheWay, others, blocking)
  const kept = heads.length - inTheWay.length
  if (inTheWay.length === 0 || freed.length < others.length || freed.length <= kept) return undefined
  return inTheWay.every(isSession) ? { heads: inTheWay, queued: freed, kept } : undefined
}

/** Whether what it wants is what the holder, or one who holds it with him, keeps from it. */
function runsInto({ blocked_by, waits_for }: Waiter, { root, partners }: BlockingRoot): boolean | undefined {
  const holders = [root, ...partners]
  if (waits_for?.locktype !== 'relation') return holders.some(({ pid }) => blocked_by.includes(pid)) || undefined
  const held = holders.flatMap(({ holds }) => holds.filter(({ relation }) => relation === waits_for.relation))
  const conflicts = held.map(({ mode }) => doConflict(waits_for.mode, mode))
  return conflicts.includes(undefined) ? undefined : conflicts.includes(true)
}

function isBehind({ blocked_by, waits_for }: Waiter, head: Waiter): boolean {
  if (blocked_by.includes(head.pid)) return true
  if (waits_for?.locktype !== 'relation' || waits_for.relation !== head.waits_for?.relation) return false
  return doConflict(waits_for.mode, head.waits_for.mode) === true
}

/** Round by round: whoever waits only for those who are out of the way goes on, and then those behind him. */
function freedWithout(heads: readonly Waiter[], others: readonly Waiter[], blocking: BlockingRoot): Waiter[] {
  const gone = new Set(heads.map(({ pid }) => pid))
  const freed = new Set<Waiter>()
  for (let before = -1; before !== freed.size; ) {
    before = freed.size
    for (const waiter of others) {
      if (freed.has(waiter) || runsInto(waiter, blocking) !== isFreeOf(waiter)) continue
      if (!waiter.blocked_by.every((pid) => gone.has(pid))) continue
      freed.add(waiter)
      gone.add(waiter.pid)
    }
  }
  return [...freed]
}

/** A table lock has to be free by its modes; one that waits for a row waits for its holder alone. */
function isFreeOf({ waits_for }: Waiter): false | undefined {
  return waits_for?.locktype === 'relation' ? false : undefined
}

function isSession(waiter: Waiter): waiter is Session {
  return 'backend_type' in waiter
}
