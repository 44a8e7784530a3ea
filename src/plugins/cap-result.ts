/**
 * Bounds what a plugin brings home. Text and lists lose their middle, because causes stand at the beginning and symptoms
 * at the end; what was cut is said where it was cut, so that whoever reads on knows to narrow the question.
 */
export const RESULT_CHARACTERS_MAX = 64 * 1024

type Limits = { characters: number; items: number; depth: number }

const GENEROUS: Limits = { characters: 16_000, items: 500, depth: 20 }
const SMALLEST_ITEMS = 4

export function capResult(value: unknown, charactersMax = RESULT_CHARACTERS_MAX): { value: unknown; isCut: boolean } {
  let limits = GENEROUS
  let isCut = false
  for (;;) {
    const capped = cap(value, limits, limits.depth)
    const text = JSON.stringify(capped) ?? 'null'
    isCut ||= text !== (JSON.stringify(value) ?? 'null')
    if (text.length <= charactersMax) return { value: capped, isCut }
    if (limits.items <= SMALLEST_ITEMS) return { value: cutText(text, charactersMax), isCut: true }
    limits = { characters: Math.floor(limits.characters / 2), items: Math.floor(limits.items / 2), depth: limits.depth }
  }
}

function cap(value: unknown, limits: Limits, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, limits.characters)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '[cut: nested too deep]'
  if (Array.isArray(value)) return cutList(value, limits.items).map((item) => cap(item, limits, depth - 1))
  const entries = Object.entries(value).slice(0, limits.items * 4)
  return Object.fromEntries(entries.map(([name, item]) => [name, cap(item, limits, depth - 1)]))
}

function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const half = Math.max(1, Math.floor(max / 2) - 40)
  return `${text.slice(0, half)}\n… [cut: ${text.length - 2 * half} of ${text.length} characters; narrow the question] …\n${text.slice(-half)}`
}

function cutList(list: readonly unknown[], max: number): unknown[] {
  if (list.length <= max) return [...list]
  const half = Math.max(1, Math.floor(max / 2))
  return [
    ...list.slice(0, half),
    `[cut: ${list.length - 2 * half} of ${list.length} items; narrow the question]`,
    ...list.slice(-half),
  ]
}
