/** Silences from the chat: who asks is held to the same rules as on a card, and what is done stands on the same trail. */
import { hidesEverything } from '../../guidance/silences/hides-everything.ts'
import { type Matcher, patternProblem, tellMatchers } from '../../guidance/silences/matcher.ts'
import type { Silence, SilenceState } from '../../guidance/silences/silence.ts'
import type { SilenceStore } from '../../guidance/silences/silence-store.ts'
import { readSpokenSilence } from '../../guidance/silences/spoken.ts'
import type { Clock } from '../../ports/clock.ts'
import { commonLabels } from '../incident/common-labels.ts'
import type { WholeIncident } from '../incident/incident.ts'
import type { IncidentStore } from '../incident/incident-store.ts'

type Lasting = Silence & { state: SilenceState; held: { notifications: number } }

export type SilenceTools = Pick<SilenceStore, 'add' | 'end'> & {
  /** Those that hold, then those that will; a few. */
  lasting(): Promise<{ items: readonly Lasting[]; total: number }>
  preview(matchers: readonly Matcher[]): Promise<{ lookedAt: number; matching: number; isAllOfToday: boolean }>
}

type Parts = { silences: SilenceTools; clock: Clock; addNote: IncidentStore['addNote'] }

export async function listWords({ silences }: Pick<Parts, 'silences'>): Promise<string> {
  const { items, total } = await silences.lasting()
  if (total === 0) return 'No silence holds, and none will.'
  const lines = items.map((silence) => `- ${nameOf(silence)}: ${windowOf(silence)}, ${contentOf(silence)}`)
  return [
    `${total} ${total === 1 ? 'silence holds or will' : 'silences hold or will'}:`,
    ...lines,
    ...(total > items.length ? [`… and ${total - items.length} more, in the console.`] : []),
  ].join('\n')
}

/** As people name it: an id is long, and the end of it tells them apart. */
function nameOf({ id }: Pick<Silence, 'id'>): string {
  return id.slice(-12)
}

function windowOf({ state, startsAt, endsAt }: Lasting): string {
  const from = state === 'pending' ? `from ${minuteOf(startsAt)} ` : ''
  return `${from}until ${minuteOf(endsAt)}`
}

function contentOf({ matchers, comment, createdBy, held, source }: Lasting): string {
  const from = source === 'alertmanager' ? ' in the alert manager' : ''
  return `${tellMatchers(matchers)} (${comment}, by ${createdBy}${from}); ${held.notifications} notifications held back`
}

function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

type Wish = { words: string; by: string; incident: WholeIncident | undefined }

/** Of labels that are named, or of those the alerts of the incident have in common. */
export async function silenceWords(parts: Parts, { words, by, incident }: Wish): Promise<string> {
  const spoken = readSpokenSilence(words)
  const matchers = spoken.matchers.length > 0 ? spoken.matchers : sharedLabels(incident)
  const comment = spoken.comment || (incident ? `${incident.id} was silenced from the chat` : '')
  const refusal = refusalOf({ ...spoken, matchers, comment }, incident)
  if (refusal) return refusal
  const { matching, lookedAt, isAllOfToday } = await parts.silences.preview(matchers)
  if (isAllOfToday && !spoken.isMeant) return asksTwice('every alert that came today, of whatever kind')
  const startsAt = parts.clock.now()
  const endsAt = new Date(startsAt.getTime() + spoken.seconds * 1000)
  const made = await parts.silences.add({ matchers, startsAt, endsAt, comment, createdBy: by }, by)
  const sentence = `A silence holds back ${tellMatchers(matchers)} until ${minuteOf(endsAt)}.`
  if (incident) await parts.addNote({ incidentId: incident.id, by, text: `${sentence} (${made.id})` })
  const today = `${matching} of the ${lookedAt} alerts of today match.`
  return `${sentence} ${today} Take it back with /unsilence ${nameOf(made)}`
}

function sharedLabels(incident: WholeIncident | undefined): Matcher[] {
  const shared = commonLabels((incident?.members ?? []).map(({ labels }) => labels))
  return Object.entries(shared).map(([name, value]) => ({ name, value, isRegex: false, isEqual: true }))
}

type Judged = { matchers: readonly Matcher[]; comment: string; isMeant: boolean }

function refusalOf({ matchers, comment, isMeant }: Judged, incident: WholeIncident | undefined): string | undefined {
  if (matchers.length === 0)
    return incident
      ? 'Its alerts have no labels in common. Name some: /silence for 2h alertname=DiskFull: why'
      : 'Silence what? /silence for 2h alertname=DiskFull: why – or say /silence in the thread of a card.'
  for (const { name, value, isRegex } of matchers) {
    const problem = isRegex ? patternProblem(value) : undefined
    if (problem) return `The pattern for ${name} cannot be read: ${problem}`
  }
  if (hidesEverything(matchers) && !isMeant) return asksTwice('every alert, whatever it is about')
  return comment === '' ? 'Say why, after the labels: /silence for 2h alertname=DiskFull: new disks' : undefined
}

function asksTwice(what: string): string {
  return `This would hide ${what}. If that is meant, say it again with the word everything: /silence everything …`
}

/** Less could be said by accident. */
const NAME_CHARACTERS_MIN = 6

const WHICH = 'Which one? Say /unsilence with the name that /silences shows.'

export async function unsilenceWords(parts: Pick<Parts, 'silences'>, words: string, by: string): Promise<string> {
  const name = words.trim().toLowerCase()
  const { items } = await parts.silences.lasting()
  const named = name.length < NAME_CHARACTERS_MIN ? [] : items.filter(({ id }) => id.endsWith(name))
  const [found, ...others] = named
  if (!found || others.length > 0) return WHICH
  const outcome = await parts.silences.end(found.id, by)
  if (outcome === 'kept_elsewhere') return 'The alert manager keeps this silence; end it there.'
  if (outcome === 'missing' || outcome === 'expired') return 'This silence is over already.'
  return `The silence for ${tellMatchers(found.matchers)} is over. What still fires is heard now.`
}
