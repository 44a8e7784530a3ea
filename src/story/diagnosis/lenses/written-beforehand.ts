/** What people wrote of their environment in plain words, where it speaks of whom the alert is about or of what was seen. */
import { noteSentences } from '../../../guidance/environment/note-sentences.ts'
import type { Scene } from '../scene.ts'
import { middleGivenUp } from './fact.ts'
import type { Seen } from './look-through.ts'
import { tieTo, wordsNear } from './voices.ts'
import { sharesPhrase } from './whom-to-ask.ts'

const QUOTED_MAX = 420
const TIED = 2

/** A short note is read whole, of a long one the sentences that are tied to it. */
export function writtenBeforehand(scene: Scene, seen: Seen): string | undefined {
  const { notes } = scene.environment
  if (notes.length === 0) return undefined
  const known = wordsNear(scene, seen)
  const isTied = (text: string) =>
    tieTo(known, text) >= TIED || names(text, seen) || sharesPhrase(text.toLowerCase(), scene.subject.text)
  const [nearest] = notes
    .filter((note) => noteSentences(note).some(isTied))
    .sort((one, other) => tieTo(known, other) - tieTo(known, one))
  if (nearest === undefined) return undefined
  const told = nearest.length <= QUOTED_MAX ? nearest : noteSentences(nearest).filter(isTied).join(' ')
  return `People wrote beforehand: "${middleGivenUp(told.replace(/\s+/g, ' ').replaceAll('"', "'"), QUOTED_MAX)}".`
}

/** Whom the alert names, and not merely means. */
function names(text: string, { whom, starts }: Seen): boolean {
  const words = new Set(text.toLowerCase().match(/[\p{L}\d]+(?:[-_.][\p{L}\d]+)*/gu))
  return !whom.isOfWords && starts.some((name) => name.length > NAME_LEAST && words.has(name.toLowerCase()))
}

const NAME_LEAST = 3
