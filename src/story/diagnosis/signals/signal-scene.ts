/** What metrics, central logs and the error tracker say about the alert's subject and those it depends on. */

import type { Fields } from '../cluster/cluster-scene.ts'
import type { Exhibit } from '../evidence.ts'

/**
 * requests     requests a second, by service and code, and by replica
 * errors       errors a second where they are counted by themselves, or the share that fails where that is recorded
 * outgoing     requests to others, a second
 * latency      seconds a request takes at the 95th percentile
 * processor    processor time and throttled periods of containers, as counters
 * memory       working set of containers in bytes
 * saturation   what replicas have in use of handles, threads and connections
 * replica_errors  counters of what failed, by pod, of replicas that are compared
 * queue        how far consumers are behind, and their offsets
 * host         memory and disks of a node, as it measured them itself
 * volume       bytes of persistent volumes
 * certificate  when certificates end, as unix seconds, and whether they are ready
 * up           whether a target answers when it is asked for its metrics
 * missed       what an alert names that complains of missing data
 */
export type Family =
  | 'requests'
  | 'errors'
  | 'outgoing'
  | 'latency'
  | 'processor'
  | 'memory'
  | 'saturation'
  | 'replica_errors'
  | 'queue'
  | 'host'
  | 'volume'
  | 'certificate'
  | 'up'
  | 'missed'

/** `at` is milliseconds since 1970; `sample` is what stands in the exhibit, where it is one sample alone. */
export type Point = { at: number; value: number; sample?: string }

/** One series, oldest point first. */
export type Figure = {
  family: Family
  /** Undefined where the server has already calculated with it. */
  name: string | undefined
  labels: Readonly<Record<string, string>>
  points: readonly Point[]
  exhibit: Exhibit
}

/** A line of the central logs, with the labels of its stream. */
export type LoggedLine = { text: string; at: Date; labels: Readonly<Record<string, string>>; exhibit: Exhibit }

export type IssueTag = { key: string; value: string; count: number }

/** An issue of the error tracker. Its title is what a program, and whoever sent it a request, wrote. */
export type IssueView = {
  id: string
  /** `TypeError: Cannot read …`, from its type and value rather than from its title. */
  what: string
  culprit: string | undefined
  count: number
  firstSeen: Date | undefined
  lastSeen: Date | undefined
  firstRelease: string | undefined
  tags: readonly IssueTag[]
  exhibit: Exhibit
  source: Fields
}

export type SignalScene = {
  /** What was asked for reaches back to here. */
  since: Date
  issue: IssueView | undefined
  figures: readonly Figure[]
  /** Oldest first. */
  lines: readonly LoggedLine[]
  /** True where there were more lines than were shown, so that the first that is shown need not be the first. */
  isLogCut: boolean
  /** Families that were asked for and of which there is no data: neither zero nor health. */
  silent: readonly { family: Family; exhibit: Exhibit }[]
  exhibits: readonly Exhibit[]
}
