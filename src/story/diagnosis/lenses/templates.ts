/**
 * Lines that say the same: first by what is left when numbers, ids, times and quoted words are taken out, then lines of the
 * same length that differ in few words. Whose program, language or vendor wrote them does not matter.
 */
import type { SaidLine } from '../signals/said-lines.ts'

export type Template = { speaker: string; tokens: readonly string[]; lines: SaidLine[] }

const TEMPLATES_MAX = 400
const TOKENS_MAX = 40
const ALIKE = 0.7

const MASKS: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?\s?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '<ip>'],
  [/\b(?=[0-9a-f]*\d)[0-9a-f]{6,}\b/gi, '<id>'],
  [/\d+(?:\.\d+)?/g, '<n>'],
]

function tokensOf(said: string): string[] {
  const masked = MASKS.reduce((text, [pattern, mark]) => text.replace(pattern, mark), said.slice(0, 600))
  return masked.split(/\s+/).filter(Boolean).slice(0, TOKENS_MAX)
}

export function mineTemplates(lines: readonly SaidLine[]): Template[] {
  const exact = new Map<string, Template>()
  for (const line of lines) {
    const tokens = tokensOf(line.said)
    const key = `${line.speaker}\n${tokens.join(' ')}`
    const known = exact.get(key)
    if (known) known.lines.push(line)
    else exact.set(key, { speaker: line.speaker, tokens, lines: [line] })
  }
  return merged([...exact.values()].sort((one, other) => other.lines.length - one.lines.length))
}

function merged(templates: readonly Template[]): Template[] {
  const shelves = new Map<string, Template[]>()
  for (const one of templates.slice(0, TEMPLATES_MAX)) {
    const key = `${one.speaker}\n${one.tokens.length}`
    const shelf = shelves.get(key) ?? []
    shelves.set(key, shelf)
    const alike = shelf.find(({ tokens }) => isAlike(tokens, one.tokens))
    if (alike) alike.lines.push(...one.lines)
    else shelf.push({ ...one, lines: [...one.lines] })
  }
  const all = [...shelves.values()].flat()
  for (const { lines } of all) lines.sort((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0))
  return all
}

/** Whoever says it: what two lines say is the same but for numbers and a word or two. */
export function isSaidAlike(one: string, other: string): boolean {
  const [first, second] = [tokensOf(one), tokensOf(other)]
  return first.length > WORDS_LEAST && first.length === second.length && isAlike(first, second)
}

const WORDS_LEAST = 4

function isAlike(one: readonly string[], other: readonly string[]): boolean {
  const same = one.filter((token, at) => token === other[at]).length
  return same >= one.length * ALIKE
}
