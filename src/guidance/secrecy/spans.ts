import { MASK } from './mask.ts'

export type Span = { start: number; end: number; mask: string }

/** Asks `spansAfter` at each match of the pattern, and goes on behind what it masked: each character is read once. */
export function maskSpans(
  text: string,
  pattern: RegExp,
  spansAfter: (match: RegExpExecArray) => Iterable<Span>,
): string {
  let masked = ''
  let copied = 0
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    for (const { start, end, mask } of spansAfter(match)) {
      masked += text.slice(copied, start) + mask
      copied = end
      pattern.lastIndex = end
    }
  }
  return copied === 0 ? text : masked + text.slice(copied)
}

export function spanFrom(start: number, end: number): Span[] {
  return end > start ? [{ start, end, mask: MASK }] : []
}
