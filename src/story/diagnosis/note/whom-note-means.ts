/** Whom a sentence of a person means, among what is known by name; in any script, the plainest way first. */
import { isAkin } from '../lenses/entity-of.ts'
import { relativesOf } from '../lenses/relatives.ts'

export type Thing = { kind: string; namespace?: string; name: string; description?: string }
export type Meant = { thing: Thing; why: string }

const MEANT_MAX = 3

/** Who is called by his name is meant; only where nobody is, words that stand for somebody count. */
export function whomNoteMeans(note: string, things: readonly Thing[]): Meant[] {
  const words = wordsOf(note)
  const named = pick(things, ({ name }) => {
    const word = words.find((one) => one === name.toLowerCase())
    return word === undefined ? undefined : `the note names it`
  })
  if (named.length > 0) return named
  const partly = pick(things, ({ name }) => {
    const word = words.find((one) => isAkin(one, name))
    return word === undefined ? undefined : `the note says "${word}"`
  })
  if (partly.length > 0) return partly
  const relatives = relativesOf(note).filter((one) => !COMMON.has(one))
  return pick(things, ({ name, description = '' }) => {
    const relative = relatives.find((one) => isAkin(one, name))
    if (relative !== undefined) return `the note speaks of ${relative}`
    const shared = relativesOf(description).find((one) => relatives.includes(one))
    return shared === undefined ? undefined : `the environment context says of it what the note speaks of: ${shared}`
  })
}

/** Several entries of one name are one thing; what runs comes before what is only told of. */
function pick(things: readonly Thing[], why: (thing: Thing) => string | undefined): Meant[] {
  const found = new Map<string, Meant>()
  for (const thing of things) {
    const reason = why(thing)
    const key = `${thing.namespace ?? ''}/${thing.name.toLowerCase()}`
    if (reason !== undefined && !found.has(key)) found.set(key, { thing, why: reason })
  }
  return [...found.values()].slice(0, MEANT_MAX)
}

/** A name may end a sentence, and stand between signs of another script. */
function wordsOf(note: string): string[] {
  const words = note.toLowerCase().match(/[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?/g) ?? []
  return [...new Set(words)].filter((word) => word.length >= 3 && !COMMON.has(word))
}

/** They are parts of many names, and of most sentences. */
const COMMON = new Set(
  'the and not but for are was has had its you can did see why how who all any one two out now too also app api node nodes pod pods service services server servers database databases deployment deployments cluster look check please again think maybe rather than instead this that with from there here what when where should could would have been into about its because since after before sure isn doesn don'.split(
    ' ',
  ),
)
