import type { IncidentItem } from '@contract/incident.ts'
import { phrase } from '../language/phrase.ts'

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

export const SEVERITY_WORDS: Record<Severity, string> = {
  critical: phrase('critical'),
  high: phrase('high'),
  medium: phrase('medium'),
  warning: phrase('warning'),
  low: phrase('low'),
  info: phrase('info'),
}

/** No two alike; of the two in the middle one is tinted and the other only framed. */
export const SEVERITY_COLORS: Record<Severity, string> = {
  critical: 'red',
  high: 'orange',
  medium: 'yellow',
  warning: 'lime',
  low: 'blue',
  info: 'gray',
}

/** A word of an older record that we no longer know is shown as it came. */
export function severityWord(severity: string): string {
  return Object.hasOwn(SEVERITY_WORDS, severity) ? SEVERITY_WORDS[severity as keyof typeof SEVERITY_WORDS] : severity
}
