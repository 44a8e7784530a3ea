/** As much of an entry as there is room for: the passages that hold most of what was asked, in their own order. */
import { type Idea, ideasIn } from './read-question.ts'
import { isUnsegmented } from './words.ts'

const GAP = '\n…\n'
const CHARACTERS_PER_TOKEN = 3.5

/** An estimate that rather counts too many: a character of a script without spaces is about a token. */
export function estimateTokens(text: string): number {
  const dense = [...text].filter(isUnsegmented).length
  return Math.ceil(dense + (text.length - dense) / CHARACTERS_PER_TOKEN)
}

/** Entries that need less than their share leave the rest to the others. */
export function excerptsWithin(contents: readonly string[], ideas: readonly Idea[], tokensMax: number): string[] {
  const excerpts: string[] = Array(contents.length).fill('')
  const shortestFirst = contents.map((content, index) => ({ index, content, tokens: estimateTokens(content) }))
  shortestFirst.sort((one, other) => one.tokens - other.tokens)
  let left = tokensMax
  shortestFirst.forEach(({ index, content }, place) => {
    const excerpt = excerptOf(content, ideas, Math.floor(left / (shortestFirst.length - place)))
    excerpts[index] = excerpt
    left -= estimateTokens(excerpt)
  })
  return excerpts
}

export function excerptOf(content: string, ideas: readonly Idea[], tokensMax: number): string {
  if (estimateTokens(content) <= tokensMax) return content
  const passages = passagesOf(content).map((text, index) => ({ text, index, held: ideasIn(text, ideas).length }))
  // The beginning usually says what the entry is about, so it wins among equals.
  const best = passages.toSorted((one, other) => other.held - one.held || one.index - other.index)
  const chosen: typeof passages = []
  let tokens = 0
  for (const passage of best) {
    const needed = estimateTokens(passage.text + GAP)
    if (tokens + needed > tokensMax) continue
    chosen.push(passage)
    tokens += needed
  }
  if (chosen.length === 0) return cut(best[0]?.text ?? '', tokensMax)
  return joined(chosen.toSorted((one, other) => one.index - other.index))
}

function passagesOf(content: string): string[] {
  return content.split(/\n{2,}|\n(?=\s*(?:[-*#]|\d+[.)])\s)/).filter((passage) => passage.trim() !== '')
}

function joined(passages: readonly { text: string; index: number }[]): string {
  return passages
    .map(({ text, index }, at) => (at > 0 && passages[at - 1]?.index !== index - 1 ? GAP : at > 0 ? '\n' : '') + text)
    .join('')
}

function cut(text: string, tokensMax: number): string {
  let characters = Math.floor(tokensMax * CHARACTERS_PER_TOKEN)
  while (characters > 0 && estimateTokens(text.slice(0, characters)) > tokensMax)
    characters = Math.floor(characters / 2)
  return `${text.slice(0, characters)} …`
}
