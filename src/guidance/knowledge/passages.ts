/** An entry in passages short enough to have one meaning each; every one begins with what the entry is about. */
import type { NewKnowledge } from './knowledge-entry.ts'

const PASSAGE_CHARACTERS_MAX = 1_500
/** As many as the largest entry has. */
const PASSAGES_MAX = 200

export function passagesOf({ title, category, tags, content }: NewKnowledge): string[] {
  const about = [title, [category, ...tags].filter(Boolean).join(', ')].filter(Boolean).join('\n')
  const passages: string[] = []
  for (const piece of piecesOf(content)) {
    const last = passages.at(-1)
    if (last !== undefined && last.length + piece.length < PASSAGE_CHARACTERS_MAX)
      passages[passages.length - 1] = `${last}\n\n${piece}`
    else passages.push(piece)
  }
  return passages.slice(0, PASSAGES_MAX).map((passage) => `${about}\n\n${passage}`)
}

/** Paragraphs; those that are too long are cut at the end of a sentence, or of a line, or anywhere. */
function piecesOf(content: string): string[] {
  return content
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .flatMap(shortened)
}

function shortened(text: string): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > PASSAGE_CHARACTERS_MAX) {
    const end = lastEnd(rest.slice(0, PASSAGE_CHARACTERS_MAX))
    pieces.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return [...pieces, rest].filter(Boolean)
}

function lastEnd(text: string): number {
  for (const ends of [/[\n。！？]|[.!?] /g, / /g]) {
    const last = [...text.matchAll(ends)].at(-1)
    if (last !== undefined && last.index > PASSAGE_CHARACTERS_MAX / 2) return last.index + last[0].length
  }
  // Half a surrogate pair on each side would be two broken characters.
  return /[\ud800-\udbff]$/.test(text) ? text.length - 1 : text.length
}
