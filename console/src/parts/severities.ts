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

/** A word of an older record that we no longer know is shown as it came. */
export function severityWord(severity: string): string {
  return Object.hasOwn(SEVERITY_WORDS, severity) ? SEVERITY_WORDS[severity as keyof typeof SEVERITY_WORDS] : severity
}
