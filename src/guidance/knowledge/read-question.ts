/** A question taken apart into the ideas it names, each with the words that were said and those that mean the same. */
import { SYNONYMS } from './synonyms.ts'
import { isUnsegmented, type Word, wordsIn } from './words.ts'

/** Stems that follow each other. */
export type Phrase = readonly string[]

export type Idea = {
  /** In the asker's words. */
  asked: string
  said: Phrase
  /** Other wordings of the same. */
  alike: readonly Phrase[]
}

/** More words make no better question, only a dearer one. */
const IDEAS_MAX = 24

const EMPTY_WORDS = new Set(
  `a about after again all also am an and any are as at be because been but by can cannot could did do does doing don for from get gets
   getting had has have he her his how i if in into is isn it its just let me my no not now of on or our out s she should since so
   some someone such t than that the their them then there these they this those to too us use used uses using very was we were what
   when where which while who whom whose why will with would you your yet happen happens please anybody nobody
   der die das ein eine einen ist und auf zu wie was den dem des im mit von
   怎么 么办 如何 什么 为什 了怎 的时 时候 です ます した ください`.split(/\s+/),
)

type Wording = { phrase: Phrase; others: readonly Phrase[] }

const WORDINGS = indexWordings()

export function readQuestion(text: string): Idea[] {
  const words = wordsIn(text)
  const ideas = new Map<string, Idea>()
  for (let at = 0; at < words.length && ideas.size < IDEAS_MAX; ) {
    const { idea, length } = wordingAt(words, at) ?? { idea: ideaOf(words[at] as Word), length: 1 }
    if (idea) ideas.set(idea.said.join(' '), idea)
    at += length
  }
  return [...ideas.values()]
}

/** The longest wording that begins here. */
function wordingAt(words: readonly Word[], at: number): { idea: Idea; length: number } | undefined {
  const fitting = (WORDINGS.get(words[at]?.stem ?? '') ?? []).filter(({ phrase }) =>
    phrase.every((stem, index) => words[at + index]?.stem === stem),
  )
  const length = Math.max(0, ...fitting.map(({ phrase }) => phrase.length))
  const longest = fitting.filter(({ phrase }) => phrase.length === length)
  const [first] = longest
  if (first === undefined) return undefined
  const asked = joined(words.slice(at, at + length))
  return { idea: { asked, said: first.phrase, alike: longest.flatMap(({ others }) => others) }, length }
}

function ideaOf({ said, stem }: Word): Idea | undefined {
  const isEmpty = EMPTY_WORDS.has(said.toLowerCase()) || (stem.length === 1 && !isUnsegmented(stem) && !/\d/.test(stem))
  return isEmpty ? undefined : { asked: said, said: [stem], alike: [] }
}

/** Pairs of characters overlap; put together they are the text again. */
function joined(words: readonly Word[]): string {
  return words.reduce(
    (text, { said }) => (text !== '' && isUnsegmented(said) ? text + said.slice(1) : `${text} ${said}`.trim()),
    '',
  )
}

function indexWordings(): Map<string, Wording[]> {
  const byFirst = new Map<string, Wording[]>()
  for (const group of SYNONYMS) {
    const phrases = uniquePhrases(group)
    for (const phrase of phrases) {
      const [first = ''] = phrase
      const wording = { phrase, others: phrases.filter((other) => other !== phrase) }
      byFirst.set(first, [...(byFirst.get(first) ?? []), wording])
    }
  }
  return byFirst
}

function uniquePhrases(group: readonly string[]): Phrase[] {
  const phrases = group.map((wording) => wordsIn(wording).map(({ stem }) => stem))
  return [...new Map(phrases.map((phrase) => [phrase.join(' '), phrase])).values()]
}

/** Those of them that a text holds, in whatever wording. */
export function ideasIn(text: string, ideas: readonly Idea[]): Idea[] {
  const words = ` ${wordsIn(text)
    .map(({ stem }) => stem)
    .join(' ')} `
  const holds = (phrase: Phrase) => words.includes(` ${phrase.join(' ')} `)
  return ideas.filter(({ said, alike }) => holds(said) || alike.some(holds))
}
