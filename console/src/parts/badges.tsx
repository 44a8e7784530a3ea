/** Severity and status at a glance: colour, and always the word beside it. */

import type { IncidentItem } from '@contract/incident.ts'
import type { Proposal } from '@contract/incident-course.ts'
import { Badge } from '@mantine/core'
import { phrase } from '../language/phrase.ts'
import { SEVERITY_COLORS, SEVERITY_WORDS } from './severities.ts'
import { STATUS_WORDS } from './statuses.ts'

const STATUS_COLORS: Record<IncidentItem['status'], string> = {
  pending: 'gray',
  diagnosing: 'blue',
  awaiting_approval: 'ember',
  executing: 'violet',
  verifying: 'cyan',
  resolved: 'green',
  ignored: 'gray',
  expired: 'gray',
  escalated: 'red',
}

export function SeverityBadge({ severity }: { severity: IncidentItem['severity'] }) {
  return (
    <Badge variant={severity === 'warning' ? 'outline' : 'light'} color={SEVERITY_COLORS[severity]} autoContrast>
      {SEVERITY_WORDS[severity]}
    </Badge>
  )
}

export function StatusBadge({ status }: { status: IncidentItem['status'] }) {
  return (
    <Badge variant={status === 'awaiting_approval' ? 'filled' : 'light'} color={STATUS_COLORS[status]} tt="none">
      {STATUS_WORDS[status]}
    </Badge>
  )
}

const RISK_COLORS: Record<Proposal['risk_level'], string> = {
  low: 'green',
  medium: 'yellow',
  high: 'orange',
  critical: 'red',
}

const RISK_WORDS: Record<Proposal['risk_level'], string> = {
  low: phrase('risk low'),
  medium: phrase('risk medium'),
  high: phrase('risk high'),
  critical: phrase('risk critical'),
}

export function RiskBadge({ risk }: { risk: Proposal['risk_level'] }) {
  return (
    <Badge variant="light" color={RISK_COLORS[risk]} autoContrast tt="none">
      {RISK_WORDS[risk]}
    </Badge>
  )
}
