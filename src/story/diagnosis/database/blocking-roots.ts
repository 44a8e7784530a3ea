/** Who holds up whom: each root with those behind it, read from what lock_waits shows. */
import type { LockWaits } from './database-scene.ts'

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
}

export function blockingRoots({ roots, waiters }: LockWaits): BlockingRoot[] {
  return roots.filter(isSession).map((root) => {
    const behind = waitersBehind(root.pid, waiters)
    return {
      root,
      waiters: behind,
      longestWaitSeconds: Math.max(0, ...behind.map(waitSeconds)),
      middles: behind.filter(({ pid }) => waiters.some(({ blocked_by }) => blocked_by.includes(pid))),
    }
  })
}

function isSession(root: ShownRoot): root is RootSession {
  return 'backend_type' in root
}

function waitersBehind(pid: number, waiters: readonly ShownWaiter[]): ShownWaiter[] {
  const reached = new Set([pid])
  for (let before = 0; before !== reached.size; ) {
    before = reached.size
    for (const waiter of waiters) if (waiter.blocked_by.some((blocker) => reached.has(blocker))) reached.add(waiter.pid)
  }
  return waiters.filter((waiter) => waiter.pid !== pid && reached.has(waiter.pid))
}

/** Not longer than its statement runs; when the wait itself began is not always known. */
export function waitSeconds(waiter: ShownWaiter): number {
  return 'query_seconds' in waiter ? (waiter.query_seconds ?? 0) : 0
}
