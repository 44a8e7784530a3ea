/** Plans that auto_explain wrote into the log: how many rows the planner expected, and how many came. */
import type { Seen } from '../../cluster/cluster-scene.ts'
import type { LoggedLine } from '../server/log-lines.ts'

type Misjudged = { sentence: string; quote: string; line: Seen<LoggedLine> }

/** `Index Scan using i on shipments s  (cost=… rows=1 width=33) (actual time=… rows=1812331 loops=1)` */
const STEP =
  /(?:Scan|Join|Loop)[^\n(]*? on (?:\w+\.)?"?(\w+)"?[^\n(]*\(cost=[^)]*? rows=(\d+)[^)]*\)\s*\(actual[^)]*? rows=(\d+)(?:\.\d+)?[^)]*\)/g
const MISJUDGED_TIMES = 100

/** The step on this table that was misjudged worst, in the newest plan that shows one. */
export function misjudgedPlan(lines: readonly Seen<LoggedLine>[], table: string): Misjudged | undefined {
  for (const line of lines.toReversed()) {
    const steps = [...line.thing.line.matchAll(STEP)].filter(([, name]) => name === table)
    const wrong = steps.find(([, , expected, actual]) => isWrong(Number(expected), Number(actual)))
    if (!wrong) continue
    const [quote, , expected, actual] = wrong
    const sentence = `auto_explain shows it: the planner expected ${expected} ${expected === '1' ? 'row' : 'rows'} of ${table}, and ${actual} came.`
    return { sentence, quote, line }
  }
  return undefined
}

function isWrong(expected: number, actual: number): boolean {
  return Math.max(expected, actual, 1) / Math.max(Math.min(expected, actual), 1) >= MISJUDGED_TIMES
}
