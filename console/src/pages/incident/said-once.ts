/**
 * What each entry of the timeline says that none before it has said. One sentence goes through many events (found, concluded,
 * proposed, verified); it is read where it was said first, and whole in the entry itself when that is opened.
 */
import type { IncidentEvent } from '@contract/incident-event.ts'
import { sentencesOf as partText } from '../../../../src/words/sentences.ts'
import { inLanguage } from '../../language/of-service.ts'
import { phrase } from '../../language/phrase.ts'
import type { ActionWords } from '../../parts/action-words.ts'
import type { Clock } from '../../parts/clock.ts'
import { tellEvent } from './event-words.ts'

/** Shorter ones may well be said twice. Whether a number in it has four digits or five makes no difference. */
const TELLING_CHARACTERS = 18

/** Of what people said and what was asked nothing is left out. */
const REPEATING: readonly IncidentEvent['type'][] = [
  'analysis_found',
  'diagnosis_completed',
  'proposal_created',
  'execution_started',
  'action_started',
  'action_completed',
  'execution_completed',
  'rollback_completed',
  'verification_completed',
  'incident_resolved',
  'incident_escalated',
]

/** That it began is told by their kind. */
const BEGINNINGS: readonly IncidentEvent['type'][] = ['execution_started', 'action_started']

export function tellOnce(
  events: readonly IncidentEvent[],
  words: ActionWords,
  clock?: Clock,
): ReadonlyMap<string, string> {
  const said = new Set<string>()
  const texts = events.map((event) => {
    // Told before it is compared: what one event says in Chinese, another may still say in English.
    const text = inLanguage(tellEvent(event, words, clock))
    if (!REPEATING.includes(event.type)) return [event.id, text] as const
    const sentences = sentencesOf(text)
    const news = sentences.flatMap((sentence) => unsaidOf(sentence, said, event.type === 'incident_resolved'))
    for (const sentence of sentences)
      if (sentence.length >= TELLING_CHARACTERS) said.add(plain(sentence)).add(unended(sentence))
    // How sure it is says nothing by itself.
    const isNoNews = news.every((sentence) => /^[(（]/.test(sentence))
    const whole = isNoNews && !BEGINNINGS.includes(event.type) ? [phrase('As an earlier entry says.'), ...news] : news
    return [event.id, whole.join(' ').replace(/。 /g, '。')] as const
  })
  return new Map(texts)
}

/** The sentences of a text that do not stand above it word for word. */
export function newsBelow(above: string, text: string): string {
  const isNews = (sentence: string) => sentence.length < TELLING_CHARACTERS || !above.includes(unended(sentence))
  return sentencesOf(text).filter(isNews).join(' ')
}

/** All of it stands there word for word. */
export function isSaidIn(above: string | undefined, text: string): boolean {
  return above !== undefined && text.length >= TELLING_CHARACTERS && above.includes(unended(text))
}

function sentencesOf(text: string): string[] {
  return partText(text)
    .flatMap((part) => part.split(/(?<=。)/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

const LABEL = /^(?:(\p{Lu}[\p{L} ]+): |(\p{Script=Han}{2,8})：)/u

/** `Fixed and verified: …` is still said where only what follows was said before; `Its last words: …` says nothing by itself. */
function unsaidOf(sentence: string, said: ReadonlySet<string>, isVerdict: boolean): string[] {
  if (said.has(unended(sentence))) return []
  if (!said.has(plain(sentence))) return [sentence]
  if (!isVerdict) return []
  const [, english, chinese] = LABEL.exec(sentence) ?? []
  return english ? [`${english}.`] : chinese ? [`${chinese}。`] : []
}

function plain(sentence: string): string {
  return unended(sentence.replace(LABEL, ''))
}

function unended(sentence: string): string {
  return sentence.replace(/[\s.。]+$/, '')
}
