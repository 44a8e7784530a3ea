/** Fills the holes of a pattern from a text that may say it, from the first to the last letter. */
import type { Hole, Pattern } from './pattern.ts'
import { standsIn } from './pattern-index.ts'
import type { Telling } from './telling.ts'

/** What stands in the hole as it is told, or nothing where it may not stand there. */
type Fill = (hole: Hole, value: string) => Telling | undefined
export type Filled = ReadonlyMap<string, Telling>

/** Holes are as short as they can be. */
export function match({ literals, holes }: Pattern, text: string, fill: Fill): Filled | undefined {
  const filled = new Map<string, Telling>()
  const fits = (at: number, from: number): boolean => {
    const [hole, literal = ''] = [holes[at], literals[at + 1]]
    if (!hole) return from === text.length
    const rest = literals.slice(at + 2)
    for (const end of endsOf(text, from, literal, at === holes.length - 1)) {
      if (!standsIn(rest, text, end + literal.length)) return false
      const told = fill(hole, text.slice(from, end))
      if (!told || !fits(at + 1, end + literal.length)) continue
      filled.set(hole.name, told)
      return true
    }
    return false
  }
  return fits(0, literals[0]?.length ?? 0) ? filled : undefined
}

/** What goes on with a sentence begins with a blank or a sign. */
const TAIL = /^(?:$|[\s)"”]|[,;:.](?:\s|$))/
/** A stop that no blank follows is no stop but part of a name. */
const MID_NAME = /.[.,;:]\S$/s

/** Where a hole may end: where what stands after it begins; at the end of the text for the last one. Between two holes, where a tail begins. */
function* endsOf(text: string, from: number, literal: string, isLast: boolean): Generator<number> {
  const last = text.length - literal.length
  if (isLast) {
    if (last >= from && text.endsWith(literal)) yield last
    return
  }
  for (let at = from; at <= last; at += 1) {
    const end = text.indexOf(literal, at)
    if (end < 0) return
    if (
      literal === '' ? TAIL.test(text.slice(end, end + 2)) : !MID_NAME.test(text.slice(end, end + literal.length + 1))
    )
      yield end
    at = end
  }
}
