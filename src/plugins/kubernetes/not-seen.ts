import { ClusterRefusal } from '../../ports/cluster.ts'

/** A part of an answer that could not be had, and the server's words for why. Absent is never the same as empty. */
type NotSeen = { part: string; why: string }

/** Collects what may not be read, so that one refusal costs one part and not the answer. */
export class Sight {
  readonly notSeen: NotSeen[] = []

  async look<T>(part: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof ClusterRefusal)) throw error
      if (!this.notSeen.some((known) => known.part === part)) this.notSeen.push({ part, why: error.message })
      return undefined
    }
  }

  /** Nothing is said where all was seen. */
  report(): { not_seen?: NotSeen[] } {
    return this.notSeen.length > 0 ? { not_seen: this.notSeen } : {}
  }
}
