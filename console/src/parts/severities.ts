import type { IncidentItem } from '@contract/incident.ts'

type Severity = IncidentItem['severity']

/** 0 is the most severe. A word people know, `warning`, ranks with `medium`. */
export const SEVERITY_RANK: Record<Severity, number> = { critical: 0, high: 1, medium: 2, warning: 2, low: 3, info: 4 }

/** The most severe first. */
export const SEVERITIES = Object.keys(SEVERITY_RANK) as Severity[]
