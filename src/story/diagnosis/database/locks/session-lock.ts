/** Advisory locks that belong to a session and outlast its transactions. */
import type { BlockingRoot } from './blocking-roots.ts'

/** Held by one that does nothing: a pool may have sent the unlock down another connection. */
export function isSessionLock({ state, xact_start, holds }: BlockingRoot['root']): boolean {
  return state === 'idle' && xact_start === null && holds[0]?.locktype === 'advisory'
}

/** Replicas that elect a leader wait for its lock for as long as it lives, and that is what it is for. */
export function mayBeElection({ root, waiters }: BlockingRoot): boolean {
  const isOwn = waiters.every(
    (one) => 'usename' in one && one.usename === root.usename && one.application_name === root.application_name,
  )
  return isSessionLock(root) && isOwn
}

const FORGOTTEN_SECONDS = 1800

/** One that has spoken since the others began to wait may guard with the lock what it does elsewhere. */
export function mayBeAtWork({ root, longestWaitSeconds }: BlockingRoot): boolean {
  return isSessionLock(root) && (root.state_seconds ?? 0) < Math.max(FORGOTTEN_SECONDS, longestWaitSeconds)
}

const TAKES_LOCK = /^\s*(?:select|perform|call|do)\b[^;]*\bpg_(?:try_)?advisory_lock(?:_shared)?\s*\(/i

/** A connection that has done nothing but take its lock is kept for the lock: a leader, or a mutex of somebody at work. */
export function isKeptForLock({ root }: BlockingRoot): boolean {
  return isSessionLock(root) && TAKES_LOCK.test(root.query)
}

const SILENT_SECONDS = 300

/** Nothing was heard of it since before the first of the others began to wait. */
export function isSilent({ root, longestWaitSeconds }: BlockingRoot): boolean {
  return isSessionLock(root) && (root.state_seconds ?? 0) >= Math.max(SILENT_SECONDS, longestWaitSeconds)
}
