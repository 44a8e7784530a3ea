/** Where a text may be taken apart: between sentences and between clauses, never inside quotation marks or brackets. */

/** Each sentence with the blanks after it, so that together they are the text. */
export function sentencesOf(text: string): string[] {
  return cut(text, (at) => /\s/.test(text[at - 1] ?? '') && /\S/.test(text[at] ?? '') && isStart(text, at))
}

function isStart(text: string, at: number): boolean {
  let before = at - 1
  while (before > 0 && /\s/.test(text[before] ?? '')) {
    if (text[before] === '\n') return true
    before -= 1
  }
  if (text[before] === '"' && /\p{Lu}/u.test(text[at] ?? '')) return true
  while (before > 0 && /["”’)]/.test(text[before] ?? '')) before -= 1
  return /[.!?。]/.test(text[before] ?? '')
}

/** Each part but the first begins with the sign that ties it to the one before. What a semicolon parts may have commas in it. */
export function clausesOf(text: string): string[] {
  const wide = cut(text, (at) => text.startsWith('; ', at))
  return wide.length > 1 ? wide : cut(text, (at) => /^(?:, | and | or | \()/.test(text.slice(at, at + 5)))
}

function cut(text: string, isCut: (at: number) => boolean): string[] {
  const parts: string[] = []
  const inside = createInside()
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at > start && inside.isOut() && isCut(at)) {
      parts.push(text.slice(start, at))
      start = at
    }
    inside.pass(text, at)
  }
  return [...parts, text.slice(start)]
}

/** Every quotation mark and bracket has its other one. */
export function isPaired(text: string): boolean {
  const inside = createInside()
  for (let at = 0; at < text.length; at += 1) if (!inside.pass(text, at)) return false
  return inside.isOut()
}

/** What is nested deeper is no text of ours. */
const DEPTH_MAX = 50
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '”': '“' }

/** After another mark only a word says whether a quotation begins. */
function isOpening(before: string, after: string): boolean {
  return /[\s([{=:,“\\]/.test(before) || (before === '"' && /[\w[{(/<]/.test(after))
}

/**
 * Which quotation marks and brackets stand open. Log lines are quoted with marks of their own in them: one after a blank opens,
 * one after a letter closes; and where a line was cut short, the mark after the dots closes all of it.
 */
function createInside() {
  const open: string[] = []
  const close = (sign: string) => {
    const at = open.lastIndexOf(sign)
    if (at >= 0) open.length = at
    return at >= 0
  }
  return {
    isOut: () => open.length === 0,
    /** False where nothing is open that could close. */
    pass: (text: string, at: number): boolean => {
      const sign = text[at] ?? ''
      const before = text[at - 1] ?? ' '
      if ('([{“'.includes(sign) || (sign === '"' && isOpening(before, text[at + 1] ?? ' ')))
        return open.length >= DEPTH_MAX || open.push(sign) > 0
      if (sign === '"' && before === '…' && open.includes('"')) open.length = open.indexOf('"')
      else if (sign === '"') return close(sign)
      else if (OPENING[sign] !== undefined) return close(OPENING[sign])
      return true
    },
  }
}
