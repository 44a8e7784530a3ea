/** What the service wrote, said in Chinese sentence by sentence; a sentence it has no Chinese for stands as it was written. */
import { chineseSentences } from './chinese/all.ts'
import { indexPatterns, type PatternIndex } from './pattern-index.ts'
import { sentencesOf } from './sentences.ts'
import { createTeller, type Tell } from './teller.ts'
import { type Telling, written } from './telling.ts'

let index: PatternIndex | undefined

/** Made when somebody first reads Chinese: it takes longer than any other part of a start, and most starts are English. */
function ourSentences(): PatternIndex {
  index ??= indexPatterns(chineseSentences)
  return index
}

/** Pages tell the same texts again and again. */
const known = new Map<string, string>()
const KNOWN_MAX = 2_000

export function inChinese(text: string): string {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= KNOWN_MAX) known.clear()
  const told = sentencesInChinese(text)
    .map(({ english, chinese }) => chinese ?? english)
    .join('')
  known.set(text, told)
  return told
}

type ToldSentence = { english: string; chinese?: string; telling?: Telling }

/** So many sentences may be one of ours. */
const TOGETHER_MAX = 3

/** Each sentence with the blanks after it, and its Chinese where it can be told whole. */
export function sentencesInChinese(text: string): ToldSentence[] {
  const tell = createTeller(ourSentences())
  const sentences = sentencesOf(text)
  const told: ToldSentence[] = []
  for (let at = 0; at < sentences.length; ) {
    const counts = Array.from({ length: Math.min(TOGETHER_MAX, sentences.length - at) }, (_, one) => one + 1)
    const one = firstOf(counts, (count) => toldOne(sentences.slice(at, at + count), tell))
    told.push(one ?? { english: sentences[at] ?? '' })
    at += one?.count ?? 1
  }
  return told
}

function toldOne(sentences: readonly string[], tell: Tell): (ToldSentence & { count: number }) | undefined {
  const english = sentences.join('')
  const sentence = english.trim()
  const telling = sentence === '' ? undefined : tell(sentence)
  return telling && { english, chinese: spaced(written(telling), english), telling, count: sentences.length }
}

function firstOf<One, Other>(all: readonly One[], map: (one: One) => Other | undefined): Other | undefined {
  for (const one of all) {
    const other = map(one)
    if (other !== undefined) return other
  }
  return undefined
}

/** Between Chinese sentences stands no blank, but a new line stays one. */
function spaced(chinese: string, english: string): string {
  const [before = '', after = ''] = [/^\s*/.exec(english)?.[0], /\s*$/.exec(english)?.[0]]
  return before + chinese + (/[。；：，！？]$/.test(chinese) && !after.includes('\n') ? '' : after)
}
