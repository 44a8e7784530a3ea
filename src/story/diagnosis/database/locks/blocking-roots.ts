/** Who holds up whom: each root with those behind it, read from what lock_waits shows. */
import type { LockWaits } from '../database-scene.ts'

type ShownRoot = LockWaits['roots'][number]
type ShownWaiter = LockWaits['waiters'][number]

/** A root whose session can be seen; not one that is gone, and no prepared transaction. */
type RootSession = Extract<ShownRoot, { backend_type: unknown }>

export type BlockingRoot = {
  root: RootSession
  /** Of those that are shown, the one that waits longest first. */
  waiters: readonly ShownWaiter[]
  longestWaitSeconds: number
  /** Waiters that others wait for: they look like blockers and are not where it begins. */
  middles: readonly ShownWaiter[]
  /** Other roots the same session waits for: all of them have to let go before it goes on. */
  partners: readonly RootSession[]
}

export function blockingRoots({ roots, waiters }: LockWaits): BlockingRoot[] {
  const sessions = roots.filter((root): root is RootSession => 'backend_type' in root)
  return sessions.map((root) => {
    const behind = waitersBehind(root.pid, waiters)
    return {
      root,
      waiters: behind,
      longestWaitSeconds: Math.max(0, ...behind.map(waitSeconds)),
      middles: behind.filter(({ pid }) => waiters.some(({ blocked_by }) => blocked_by.includes(pid))),
      partners: sessions.filter((other) => other !== root && isSharedBy(root, other, waiters)),
    }
  })
}

/** A wait that is over before anybody could have looked into it. */
export const BRIEF_SECONDS = 5

/** Whether somebody waits, and nobody for long. */
export function isOfMoments(locks: LockWaits): boolean {
  return locks.waiting > 0 && blockingRoots(locks).every(({ longestWaitSeconds }) => longestWaitSeconds < BRIEF_SECONDS)
}

/** One that has only begun will be gone before anybody acts. */
const LASTING_SECONDS = 30

function isSharedBy(root: RootSession, other: RootSession, waiters: readonly ShownWaiter[]): boolean {
  if ((other.xact_seconds ?? 0) < LASTING_SECONDS) return false
  return waiters.some(({ blocked_by }) => blocked_by.includes(root.pid) && blocked_by.includes(other.pid))
}

function waitersBehind(pid: number, waiters: readonly ShownWaiter[]): ShownWaiter[] {
  const reached = new Set([pid])
  for (let before = 0; before !== reached.size; ) {
    before = reached.size
    for (const waiter of waiters) if (waiter.blocked_by.some((blocker) => reached.has(blocker))) reached.add(waiter.pid)
  }
  return waiters.filter((waiter) => waiter.pid !== pid && reached.has(waiter.pid))
}

/** Since when it waits the server tells from version 14 on; before that, not longer than its statement runs. */
export function waitSeconds(waiter: ShownWaiter): number {
  if (!('query_seconds' in waiter)) return 0
  const { query_seconds, query_start, waitstart } = waiter
  const before =
    waitstart === null || query_start === null ? 0 : (Date.parse(waitstart) - Date.parse(query_start)) / 1000
  return Math.max(0, (query_seconds ?? 0) - Math.max(0, before))
}
