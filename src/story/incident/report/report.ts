/**
 * An incident as Markdown, for the review afterwards: when what happened, what proves it, who decided with which words,
 * what was done and whether it helped. It holds what is stored and nothing else.
 */
import { inReadingOrder } from '../../../words/label-order.ts'
import type { WholeIncident } from '../incident.ts'
import type { EventData, EventKind, IncidentEvent } from '../incident-event.ts'
import { isClosed } from '../lifecycle.ts'
import { block, code, plain, table } from './markdown.ts'
import { conclusionOf, executionOf, planOf } from './report-course.ts'
import type { ReportLanguage } from './report-language.ts'
import { OURSELVES, sayDuration, sayTimes, timelineOf } from './report-timeline.ts'
import { createVoice, type Voice } from './voice.ts'

type Reported = { incident: WholeIncident; events: readonly IncidentEvent[] }

const ALERTS_SHOWN = 20
/** As many as the page of the incident shows; some senders give an alert hundreds. */
const LABELS_SHOWN = 20
const VALUE_CHARACTERS_SHOWN = 500

/** From top to bottom: what stands above is not told again below. */
export function writeReport({ incident, events }: Reported, language: ReportLanguage = 'en'): string {
  const voice = createVoice(language)
  const parts = [
    `# ${incident.id}: ${voice.tell(incident.title)}`,
    headOf(incident, voice),
    timesOf({ incident, events }, voice),
    alertsOf(incident, voice),
    conclusionOf(incident, voice),
    planOf(incident, voice),
    decisionsOf(events, voice),
    executionOf(incident, voice),
    notesOf(events, voice),
    timelineOf(events, voice),
  ]
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`
}

function headOf(
  { status, resolution, severity, category, source, fingerprint, repeatCount, usage }: WholeIncident,
  voice: Voice,
) {
  const { say, name } = voice
  const [what, how] = [name(status), name(resolution ?? '')]
  const { turns, inputTokens, outputTokens } = usage
  const facts: [string, string][] = [
    [say('Status'), resolution ? say('{what} ({how})', { what, how }) : what],
    [say('Severity'), name(severity)],
    [say('Category'), name(category)],
    [say('Source'), plain(source)],
    [say('Fingerprint'), plain(fingerprint)],
    [say('Repeated'), repeatCount > 0 ? sayTimes(repeatCount, voice) : ''],
    [
      say('Model'),
      turns > 0 ? say('{turns} turns, {tokens} tokens', { turns, tokens: inputTokens + outputTokens }) : '',
    ],
  ]
  return facts
    .flatMap(([fact, value]) => (value ? [say('- **{name}:** {value}', { name: fact, value })] : []))
    .join('\n')
}

/** Each with what had passed since the incident began. */
function timesOf({ incident, events }: Reported, voice: Voice): string {
  const { say } = voice
  const at = (kind: EventKind) => events.findLast((event) => event.kind === kind)?.at
  const moments: [string, Date | undefined][] = [
    [say('opened'), incident.createdAt],
    [say('diagnosed'), incident.diagnosis?.at],
    [say('decided'), at('confirmation_received')],
    [say('execution began'), at('execution_started')],
    [say('execution ended'), at('execution_completed')],
    [say('verified'), at('verification_completed')],
    [incident.status === 'resolved' ? say('resolved') : say('closed'), incident.closedAt],
  ]
  const rows = moments.flatMap(([what, moment]) =>
    moment ? [[what, moment.toISOString(), sayDuration(incident.createdAt, moment, voice)]] : [],
  )
  return `## ${say('Times')}\n\n${table([say('what'), say('when'), say('after')], rows)}`
}

function alertsOf({ status, members, description, senderId }: WholeIncident, voice: Voice): string {
  const { say, name } = voice
  // Nobody told of its end, and the incident is over: that is all that is known.
  const stateOf = ({ state }: WholeIncident['members'][number]) =>
    state === 'firing' && isClosed(status) ? say('fired when last heard of; nobody told of its end') : name(state)
  const shown = members.slice(0, ALERTS_SHOWN).flatMap((member) => {
    const values = { alert: plain(member.name || member.key), state: stateOf(member) }
    const told = member.startsAt
      ? say('{alert} ({state}, since {since})', { ...values, since: plain(member.startsAt) })
      : say('{what} ({how})', { what: values.alert, how: values.state })
    const labels = labelsOf(member.labels, voice)
    return [`- ${told}`, ...(labels === '' ? [] : [`  ${labels}`])]
  })
  const rest = members.length - ALERTS_SHOWN
  const more = rest > 0 ? [say('- and {count} more', { count: rest })] : []
  const sender = senderId === '' ? [] : [say('Sent by {sender}.', { sender: code(senderId) })]
  // A plain alert is called by what it says.
  const isSaid = members.some((member) => member.name === description.trim())
  const words = isSaid ? [] : [block(description)]
  return [`## ${say('What fired')}`, [...shown, ...more].join('\n'), ...sender, ...words].join('\n\n')
}

function labelsOf(labels: Readonly<Record<string, string>>, voice: Voice): string {
  const { say } = voice
  const all = inReadingOrder(labels)
  const tags = all.slice(0, LABELS_SHOWN).map(([label, value]) => tagOf(label, value, voice))
  const rest = all.length - tags.length
  return [...tags, ...(rest > 0 ? [say('and {count} more labels', { count: rest })] : [])].join(' ')
}

/** A label may be as long as the whole alert; who reads the report would never come to its end. */
function tagOf(label: string, value: string, { say }: Voice): string {
  if (value.length <= VALUE_CHARACTERS_SHOWN) return code(`${label}=${value}`)
  const start = value.slice(0, VALUE_CHARACTERS_SHOWN).toWellFormed()
  const counts = { shown: VALUE_CHARACTERS_SHOWN, all: value.length }
  return `${code(`${label}=${start}…`)} ${say('(the first {shown} of {all} characters)', counts)}`
}

/** Everything a person decided about it, in their own words. */
function decisionsOf(events: readonly IncidentEvent[], voice: Voice): string | undefined {
  const lines = events.flatMap((event) => {
    const said = decisionOf(event, voice)
    return said === undefined ? [] : [`- ${event.at.toISOString()} ${said}`]
  })
  return lines.length === 0 ? undefined : `## ${voice.say('Decisions')}\n\n${lines.join('\n')}`
}

function decisionOf({ kind, data }: IncidentEvent, { say, name }: Voice): string | undefined {
  const wordsOf = (comment: string) => (comment ? say(': “{comment}”', { comment: plain(comment) }) : '')
  if (kind === 'confirmation_received') {
    const { by, via, decision, version, comment } = data as EventData['confirmation_received']
    const values = { decision: name(decision), by: plain(by), via: name(via), version, words: wordsOf(comment) }
    return say('**{decision}** by {by} ({via}), plan {version}{words}', values)
  }
  if (kind !== 'incident_resolved' && kind !== 'incident_ignored') return undefined
  const { by, comment, resolution } = data as EventData['incident_resolved']
  const decision = kind === 'incident_ignored' ? 'ignored' : 'resolved'
  if (decision === 'resolved' && resolution !== 'operator') return undefined
  return say('**{decision}** by {by}{words}', { decision: name(decision), by: plain(by), words: wordsOf(comment) })
}

/** What people wrote; what Firebreak notes of itself is told on the timeline. */
function notesOf(events: readonly IncidentEvent[], { say }: Voice): string | undefined {
  const lines = events.flatMap(({ kind, at, data }) => {
    const { by, text, emoji } = data as EventData['note_added']
    if (kind !== 'note_added' || by === OURSELVES) return []
    const note = say('{by}: {text}', { by: plain(by), text: plain(emoji ? `${emoji} ${text}` : text) })
    return [`- ${at.toISOString()} ${note}`]
  })
  return lines.length === 0 ? undefined : `## ${say('Notes')}\n\n${lines.join('\n')}`
}
