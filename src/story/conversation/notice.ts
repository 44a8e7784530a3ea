/** What the thread of a card is told when somebody must be called on. */
import { inChinese } from '../../words/in-chinese.ts'
import type { WholeIncident } from '../incident/incident.ts'
import type { IncidentEvent } from '../incident/incident-event.ts'
import { serviceOf } from '../incident/service-of.ts'
import { lastOf } from './course.ts'
import { environmentOf, type Speaking } from './speaking.ts'

type Notice = { text: string; mention?: readonly string[] }
type Kind = 'reminder' | 'expired' | 'escalated'

/** Undefined where it is no longer true. */
export async function noticeFor(speaking: Speaking, kind: Kind, incidentId: string): Promise<Notice | undefined> {
  const found = await speaking.find(incidentId)
  const text = found && TEXTS[kind](found.incident, found.events)
  if (!found || text === undefined) return undefined
  const { oncall = '', team = '' } = serviceOf(found.incident, await environmentOf(speaking)) ?? {}
  const called = oncall.split(/[,;\s]+/).filter((one) => one !== '')
  const isChinese = (await speaking.currentSettings()).CHAT_LANGUAGE === 'zh'
  const whose = called.length === 0 && team !== '' ? (isChinese ? `${team} 团队：` : `For team ${team}: `) : ''
  return { text: `${whose}${isChinese ? inChinese(text) : text}`, ...(called.length > 0 && { mention: called }) }
}

type Wording = (incident: WholeIncident, events: readonly IncidentEvent[]) => string | undefined

const TEXTS: Readonly<Record<Kind, Wording>> = {
  reminder: ({ id, status, confirmBy }) =>
    status === 'awaiting_approval'
      ? `${id} still waits for a decision. Half of the time is over; it expires at ${minuteOf(confirmBy)}.`
      : undefined,
  expired: ({ id, status }) =>
    status === 'expired'
      ? `${id} has expired: nobody decided in time, and nothing was changed. Please look at it yourself.`
      : undefined,
  escalated: ({ id, status }, events) =>
    status === 'escalated'
      ? `${id} needs a person. ${lastOf(events, 'incident_escalated')?.data.reason ?? ''}`.trim()
      : undefined,
}

export function minuteOf(time: Date | undefined): string {
  return time ? `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'an unknown time'
}
