/** Which lines of a text were added and removed, with a few unchanged ones around them. */

type DifferenceLine = { sign: '+' | '−' | ' ' | '…'; line: string }

const AROUND = 2
/** Beyond it two texts are told as removed and added whole: comparing every line with every other takes too long. */
const LINES_MAX = 1_500

export function lineDifference(before: string, after: string): DifferenceLine[] {
  const [old, young] = [linesOf(before), linesOf(after)]
  if (old.length > LINES_MAX || young.length > LINES_MAX) return [...signed(old, '−'), ...signed(young, '+')]
  return nearChanges(compared(old, young))
}

/** Nothing has no line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function signed(lines: readonly string[], sign: DifferenceLine['sign']): DifferenceLine[] {
  return lines.map((line) => ({ sign, line }))
}

/** By the longest run of lines that both have in the same order. */
function compared(old: readonly string[], young: readonly string[]): DifferenceLine[] {
  const shared = sharedLengths(old, young)
  const lines: DifferenceLine[] = []
  let [one, other] = [0, 0]
  while (one < old.length || other < young.length) {
    const isSame = one < old.length && other < young.length && old[one] === young[other]
    const isRemoved =
      other >= young.length || (one < old.length && at(shared, one + 1, other) >= at(shared, one, other + 1))
    lines.push(
      isSame
        ? { sign: ' ', line: old[one] ?? '' }
        : isRemoved
          ? { sign: '−', line: old[one] ?? '' }
          : { sign: '+', line: young[other] ?? '' },
    )
    if (isSame || isRemoved) one += 1
    if (isSame || !isRemoved) other += 1
  }
  return lines
}

function sharedLengths(old: readonly string[], young: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(young.length + 1))
  for (let one = old.length - 1; one >= 0; one -= 1)
    for (let other = young.length - 1; other >= 0; other -= 1) {
      const row = rows[one] as Uint16Array
      row[other] =
        old[one] === young[other]
          ? at(rows, one + 1, other + 1) + 1
          : Math.max(at(rows, one + 1, other), at(rows, one, other + 1))
    }
  return rows
}

function at(rows: readonly Uint16Array[], one: number, other: number): number {
  return rows[one]?.[other] ?? 0
}

/** What stands far from any change is left out, and marked so. */
function nearChanges(lines: readonly DifferenceLine[]): DifferenceLine[] {
  const isNear = (place: number) =>
    lines.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ sign }) => sign !== ' ')
  return lines.flatMap((line, place) => {
    if (isNear(place)) return [line]
    return place === 0 || isNear(place - 1) ? [{ sign: '…' as const, line: '' }] : []
  })
}
