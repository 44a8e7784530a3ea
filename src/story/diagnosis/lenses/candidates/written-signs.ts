/** What people wrote beforehand in the environment context says who works with whom, where no figure and no label does. */
import { noteSentences } from '../../../../guidance/environment/note-sentences.ts'
import { isAkin } from '../entity-of.ts'
import type { Sight } from '../steps/sight.ts'
import { flag, type Signs } from './candidate.ts'

type Given = { scene: Pick<Sight['scene'], 'environment'>; seen: Pick<Sight['seen'], 'starts'> }

/** One sentence names it together with whom the alert is about. */
export function writtenSigns(name: string, given: Given): Signs {
  return { writtenWith: flag(isWrittenWith(name, given, hasName)) }
}

export function isWrittenWith(
  name: string,
  { scene: { environment }, seen: { starts } }: Given,
  isThere: (sentence: string, other: string) => boolean,
): boolean {
  const { notes, services } = environment
  const told = [...notes, ...services.map((one) => `${one.name} (${one.dependencies.join(', ')}): ${one.description}`)]
  const others = starts.filter((start) => !isAkin(start, name))
  const isTogether = (sentence: string) => hasName(sentence, name) && others.some((other) => isThere(sentence, other))
  return told.flatMap(noteSentences).some(isTogether)
}

const NAME_LEAST = 3

export function hasName(text: string, name: string): boolean {
  const [own, whole] = [name.toLowerCase(), text.toLowerCase()]
  const isPart = (letter = ' ') => /[\w-]/.test(letter)
  for (let at = whole.indexOf(own); at >= 0; at = whole.indexOf(own, at + 1))
    if (!isPart(whole[at - 1]) && !isPart(whole[at + own.length])) return own.length >= NAME_LEAST
  return false
}
