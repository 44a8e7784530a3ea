/** All events of all incidents in one order, as the stream and the other instances see them. */
import type { IncidentEvent } from './incident-event.ts'
import type { Status } from './lifecycle.ts'
import type { Severity } from './severity.ts'

export type FeedEvent = IncidentEvent & { incidentId: string; status: Status; title: string; severity: Severity }

/** Where a reader begins who wants only what happens from now on. */
type FeedStart = {
  after: bigint
  /** The highest number ever given out. */
  last: bigint
  /** Numbers between the two whose events have not happened yet: writers finish in another order than they begin. */
  awaited: ReadonlySet<string>
}

export type EventFeed = {
  /** The number up to which no writer can add anything any more. Only what is below it may be read in order. */
  settledUpTo(): Promise<bigint>
  start(): Promise<FeedStart>
  /** In order, above `after` and up to `upTo`, at most `limit`. */
  read(after: bigint, upTo: bigint, limit: number): Promise<FeedEvent[]>
}
