/** A case in another guise: what happened is the same, and so must be the verdict. */
import type { CaseFile } from '../../world/case/case-file.ts'
import { createDice, type Dice } from './dice.ts'
import { addNoise } from './noise.ts'
import { exchangeForms } from './other-forms.ts'
import { exchangeLanguage } from './other-language.ts'
import { exchangeNames } from './other-names.ts'
import { exchangeNumbers } from './other-numbers.ts'
import { exchangeOrders } from './other-orders.ts'
import { exchangeWords } from './other-words.ts'

type Change = (file: CaseFile, dice: Dice) => CaseFile

/** In this order: what is found by its old words is exchanged first. */
export const GUISES = {
  words: exchangeWords,
  forms: exchangeForms,
  language: exchangeLanguage,
  names: exchangeNames,
  numbers: exchangeNumbers,
  noise: addNoise,
  orders: exchangeOrders,
} satisfies Record<string, Change>

export type Guise = keyof typeof GUISES

/** What an exported case recorded are answers to questions in the old names: it has no other guise. */
export function mutateCase(file: CaseFile, seed: number, guises: readonly Guise[]): CaseFile {
  if (file.world.recorded) return file
  const chosen = Object.entries(GUISES).filter(([guise]) => guises.includes(guise as Guise)) as [Guise, Change][]
  const changed = chosen.reduce((one, [guise, change]) => change(one, createDice(seed, `${file.id} ${guise}`)), file)
  return { ...changed, id: file.id, title: file.title }
}

export function readGuises(text: string | undefined): Guise[] {
  const all = Object.keys(GUISES) as Guise[]
  if (text === undefined) return all
  const named = text.split(',')
  const unknown = named.filter((one) => !all.includes(one as Guise))
  if (unknown.length > 0) throw new Error(`There is no guise ${unknown.join(', ')}: choose of ${all.join(', ')}.`)
  return named as Guise[]
}
