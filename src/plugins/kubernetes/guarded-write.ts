/**
 * Every write of this family goes through here: what the plan saw must still hold, and the object that is written is the
 * very version that was read a moment before.
 */
import { type ClusterObject, ClusterRefusal, LostAnswer } from '../../ports/cluster.ts'
import type { RemediationResult } from '../plugin.ts'

type Seen = Readonly<Record<string, unknown>>

/** Status writes change an object's version all the time without meaning anything, so a conflict is tried again. */
const ATTEMPTS = 3

type GuardedWrite<T extends ClusterObject> = {
  /** As a person would name it: `Deployment shop/checkout`. */
  target: string
  planned: Seen
  read(): Promise<T | undefined>
  /** What of the object the plan relies on. */
  see(object: T): Seen
  /** What is told of the object before the change; needed all the more where its answer is lost. */
  show(object: T): unknown
  write(object: T): Promise<RemediationResult>
}

export async function writeUnmoved<T extends ClusterObject>(guarded: GuardedWrite<T>): Promise<RemediationResult> {
  for (let attempt = 1; ; attempt++) {
    const object = await guarded.read()
    if (!object) return skipped(`${guarded.target} is gone`)
    const moved = findMove(guarded.planned, guarded.see(object))
    if (moved !== undefined) return skipped(`${guarded.target}: ${moved}`)
    try {
      return await guarded.write(object)
    } catch (error) {
      if (!(error instanceof ClusterRefusal)) throw error
      if (error.status !== 409 || attempt === ATTEMPTS) return { ...failed(error), before: guarded.show(object) }
    }
  }
}

export function skipped(why: string): RemediationResult {
  return { success: false, isSkipped: true, error: `Nothing was changed: ${why}.` }
}

/** Without an answer nobody knows: that is said, because it must not be tried again as if nothing had happened. */
export function failed(error: ClusterRefusal): RemediationResult {
  if (!(error instanceof LostAnswer)) return { success: false, error: error.message }
  return { success: false, isUnknown: true, error: `${error.message} Whether the change was made is not known.` }
}

/** Fails closed: what the plan does not carry counts as moved. */
function findMove(planned: Seen, now: Seen): string | undefined {
  const field = Object.keys(now).find((name) => JSON.stringify(planned[name]) !== JSON.stringify(now[name]))
  if (field === undefined) return undefined
  return `${field} was ${write(planned[field])} when the plan was made and is ${write(now[field])} now`
}

function write(value: unknown): string {
  return value === undefined ? 'unknown' : JSON.stringify(value)
}
