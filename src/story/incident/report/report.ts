/**
 * An incident as Markdown, for the review afterwards: when what happened, what proves it, who decided with which words,
 * what was done and whether it helped. It holds what is stored and nothing else.
 */
import type { WholeIncident } from '../incident.ts'
import type { EventData, EventKind, IncidentEvent } from '../incident-event.ts'
import { block, code, plain, table } from './markdown.ts'
import { conclusionOf, executionOf, planOf } from './report-course.ts'
import { sayDuration, sayTimes, timelineOf } from './report-timeline.ts'

type Reported = { incident: WholeIncident; events: readonly IncidentEvent[] }

const ALERTS_SHOWN = 20

export function writeReport(reported: Reported): string {
  const { incident, events } = reported
  const parts = [
    `# ${incident.id}: ${plain(incident.title)}`,
    headOf(incident),
    timesOf(reported),
    alertsOf(incident),
    conclusionOf(incident),
    planOf(incident),
    decisionsOf(events),
    executionOf(incident),
    notesOf(events),
    timelineOf(events),
  ]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function headOf({ status, resolution, severity, category, source, fingerprint, repeatCount, usage }: WholeIncident) {
  const facts: [string, string | undefined][] = [
    ['Status', resolution ? `${status} (${resolution.replaceAll('_', ' ')})` : status.replaceAll('_', ' ')],
    ['Severity', severity],
    ['Category', category],
    ['Source', source],
    ['Fingerprint', fingerprint],
    ['Repeated', repeatCount > 0 ? sayTimes(repeatCount) : undefined],
    ['Model', usage.turns > 0 ? `${usage.turns} turns, ${usage.inputTokens + usage.outputTokens} tokens` : undefined],
  ]
  return facts.flatMap(([name, value]) => (value ? [`- **${name}:** ${plain(value)}`] : [])).join('\n')
}

/** Each with what had passed since the incident began. */
function timesOf({ incident, events }: Reported): string {
  const at = (kind: EventKind) => events.findLast((event) => event.kind === kind)?.at
  const moments: [string, Date | undefined][] = [
    ['opened', incident.createdAt],
    ['diagnosed', incident.diagnosis?.at],
    ['decided', at('confirmation_received')],
    ['execution began', at('execution_started')],
    ['execution ended', at('execution_completed')],
    ['verified', at('verification_completed')],
    [incident.status === 'resolved' ? 'resolved' : 'closed', incident.closedAt],
  ]
  const rows = moments.flatMap(([what, moment]) =>
    moment ? [[what, moment.toISOString(), sayDuration(incident.createdAt, moment)]] : [],
  )
  return `## Times\n\n${table(['what', 'when', 'after'], rows)}`
}

function alertsOf({ members, description, senderId }: WholeIncident): string {
  const shown = members.slice(0, ALERTS_SHOWN).map(({ name, key, state, startsAt, labels }) => {
    const since = startsAt ? `, since ${plain(startsAt)}` : ''
    const tags = Object.entries(labels).map(([label, value]) => code(`${label}=${value}`))
    return [`- ${plain(name || key)} (${state}${since})`, ...(tags.length > 0 ? [`  ${tags.join(' ')}`] : [])].join(
      '\n',
    )
  })
  const rest = members.length > ALERTS_SHOWN ? [`- and ${members.length - ALERTS_SHOWN} more`] : []
  const sender = senderId === '' ? [] : [`Sent by ${code(senderId)}.`]
  return ['## What fired', [...shown, ...rest].join('\n'), ...sender, block(description)].join('\n\n')
}

/** Everything a person decided about it, in their own words. */
function decisionsOf(events: readonly IncidentEvent[]): string | undefined {
  const lines = events.flatMap((event) => {
    const said = decisionOf(event)
    return said === undefined ? [] : [`- ${event.at.toISOString()} ${said}`]
  })
  return lines.length === 0 ? undefined : `## Decisions\n\n${lines.join('\n')}`
}

function decisionOf({ kind, data }: IncidentEvent): string | undefined {
  if (kind === 'confirmation_received') {
    const { by, via, decision, version, comment } = data as EventData['confirmation_received']
    return `**${plain(decision)}** by ${plain(by)} (${plain(via)}), plan ${version}${wordsOf(comment)}`
  }
  if (kind === 'incident_ignored') {
    const { by, comment } = data as EventData['incident_ignored']
    return `**ignored** by ${plain(by)}${wordsOf(comment)}`
  }
  if (kind !== 'incident_resolved') return undefined
  const { by, comment, resolution } = data as EventData['incident_resolved']
  return resolution === 'operator' ? `**resolved** by ${plain(by)}${wordsOf(comment)}` : undefined
}

function wordsOf(comment: string): string {
  return comment ? `: “${plain(comment)}”` : ''
}

function notesOf(events: readonly IncidentEvent[]): string | undefined {
  const lines = events.flatMap(({ kind, at, data }) => {
    if (kind !== 'note_added') return []
    const { by, text, emoji } = data as EventData['note_added']
    return [`- ${at.toISOString()} ${plain(by)}: ${plain(emoji ? `${emoji} ${text}` : text)}`]
  })
  return lines.length === 0 ? undefined : `## Notes\n\n${lines.join('\n')}`
}
