import type { IncidentItem } from '@contract/incident.ts'

type Severity = IncidentItem['severity']

/** The most severe first. */
export const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'warning',
  'low',
  'info',
] as const satisfies readonly Severity[]
