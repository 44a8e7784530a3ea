/** What rooms and edges ask of the records of incidents. */
import type { Incident, IncidentMember, IncidentSummary, WholeIncident } from './incident.ts'
import type { IncidentEvent } from './incident-event.ts'
import type { Status } from './lifecycle.ts'
import type { MarkCount } from './marks.ts'
import type { RelatedIncident } from './related.ts'
import type { Severity } from './severity.ts'

/** A bound in time: a whole UTC day, or a moment. Days are counted apart, which makes them fast. */
export type Bound = { day: string } | { moment: Date }

/** One value, or any of several; of none there is nothing to be found. */
export type OneOf = string | readonly string[]

export type IncidentFilter = {
  status?: OneOf
  severity?: OneOf
  from?: Bound
  to?: Bound
  search?: string
  /** Of each of these lists any; see marks.ts. */
  marks?: readonly (readonly string[])[]
  /** Parts are listed below their leader; who wants them among the others says so. A search finds them as well. */
  /** `left`: those alone that are open although who led them is closed. */
  parts?: 'all' | 'left'
  /** The parts of this one alone. */
  partOf?: string
}

/** `severity`: the most severe first, and of those alike the one that has waited longest. */
export type IncidentSort = 'newest' | 'oldest' | 'severity'

export type IncidentPage = {
  items: IncidentSummary[]
  total: number
  /** A search stops counting at 10,000. */
  isTotalCapped: boolean
}

export type MemberPage = { items: IncidentMember[]; total: number }

/** What came on a UTC day, and how long it took to resolve what was resolved on it. */
export type IncidentDay = {
  /** `YYYY-MM-DD` */
  day: string
  /** A severity without any is absent. */
  opened: Partial<Record<Severity, number>>
  /** Undefined where none was resolved. */
  resolving: { measured: number; medianSeconds: number; p90Seconds: number } | undefined
}

export type OperatorMove = { incidentId: string; by: string; comment: string }

export type IncidentStore = {
  /** Newest first unless told otherwise. */
  list(filter: IncidentFilter, page: { offset: number; limit: number }, sort?: IncidentSort): Promise<IncidentPage>
  /** Both of one moment: the timeline tells how the incident came to be as it is. */
  find(id: string): Promise<{ incident: WholeIncident; events: IncidentEvent[] } | undefined>
  events(id: string): Promise<IncidentEvent[]>
  /** The alerts it stands for, those that fire first. Every incident has one. */
  members(id: string, page: { offset: number; limit: number }): Promise<MemberPage>
  /** Others about the same thing, newest first; a few. */
  related(incident: Incident): Promise<RelatedIncident[]>
  /** The last days, oldest first, today last; days without incidents are among them. */
  /** Of the last days of a zone, oldest first. */
  statistics(asked: { days: number; zone: string }): Promise<IncidentDay[]>
  /** What the newest incidents are marked with, the most frequent of each kind first. */
  markCounts(): Promise<MarkCount[]>
  counts(): Promise<{ activeIncidents: number; pendingApprovals: number }>
  /** Answers the status it was refused in, or undefined where there is no such incident. */
  resolve(move: OperatorMove): Promise<{ isResolved: boolean; status: Status } | undefined>
  /** False where there is no such incident. */
  addNote(note: { incidentId: string; by: string; text: string; emoji?: string }): Promise<boolean>
}
