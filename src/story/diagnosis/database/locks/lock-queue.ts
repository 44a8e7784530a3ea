/**
 * Who waits only because of the queue. A lock is given in the order it was asked for: one that asks for a strong lock and
 * does not get it keeps back all who came later, although what they want is free.
 */
import type { BlockingRoot } from './blocking-roots.ts'
import { doConflict } from './lock-words.ts'

type Waiter = BlockingRoot['waiters'][number]
type Session = Extract<Waiter, { backend_type: unknown }>

export type LockQueue = {
  /** They ask for what the holder really keeps from them; the one that waits longest first. */
  heads: readonly Session[]
  /** Nothing but the heads is in their way. */
  queued: readonly Waiter[]
  /** So many wait for the holder itself and hold up nobody. */
  kept: number
}

/** Undefined where it is not proven that everybody shown behind the heads would go on without them. */
export function lockQueue(blocking: BlockingRoot): LockQueue | undefined {
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
