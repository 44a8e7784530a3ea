/** One case as it was judged, and what people read of it. */
import type { CaseFile } from '../world/case/case-file.ts'
import { expectationOf } from './expectation.ts'
import { COLUMNS, type Column, NOTHING_SAID, type Score, score } from './score.ts'

export type JudgedCase = {
  id: string
  score: Score
  /** Whether the conclusion names who is at fault; undefined where the case does not say who. */
  isTargetNamed?: boolean | undefined
  /** Where what it says cannot be proven, it cost too much, or something was done that nobody confirmed. */
  faults: readonly string[]
  /** Worth reading, and no reason to fail. */
  asides: readonly string[]
  /** What it took beside time: calls, and turns and tokens where there may be a model. */
  figures: Readonly<Record<string, number>>
  seconds: number
  /** Where it ended, where that is worth a word. */
  ending: string
}

/** An alert that only says that something is over opens no incident, and for some cases that is right. */
export function judgeSilence({ id, expect }: CaseFile): JudgedCase {
  const silent = { id, faults: [], asides: [], figures: {}, seconds: 0, ending: 'no incident' }
  return { ...silent, score: score(NOTHING_SAID, expectationOf(expect)) }
}

export function isPassed({ score, faults }: JudgedCase, columns: readonly Column[] = COLUMNS): boolean {
  return faults.length === 0 && columns.every((column) => score[column].length === 0)
}

export function showCase(judged: JudgedCase): string {
  const { id, score, isTargetNamed, faults, asides, figures, seconds, ending } = judged
  const target = isTargetNamed === undefined ? 'target –' : `target ${isTargetNamed ? '✓' : '✗'}`
  const marks = [...COLUMNS.map((column) => `${column} ${score[column].length === 0 ? '✓' : '✗'}`), target]
  const cost = Object.entries(figures).map(([name, count]) => `${String(count).padStart(2)} ${name}`)
  const line = [id.padEnd(36), ...marks, ...cost, `${seconds.toFixed(2)} s`, ending].join('  ').trimEnd()
  return [
    `${isPassed(judged) ? '✓' : '✗'} ${line}`,
    ...COLUMNS.flatMap((column) => score[column].map((reason) => `    ${column}: ${reason}`)),
    ...asides.map((aside) => `    ${aside}`),
    ...faults.map((fault) => `    fault: ${fault}`),
  ].join('\n')
}

export function showSum(all: readonly JudgedCase[]): string {
  const holds = COLUMNS.map((column) => `${column} ${all.filter(({ score }) => score[column].length === 0).length}`)
  const passed = all.filter((one) => isPassed(one)).length
  const aimed = all.filter(({ isTargetNamed }) => isTargetNamed !== undefined)
  const target = `target ${aimed.filter(({ isTargetNamed }) => isTargetNamed).length} of ${aimed.length}`
  const names = [...new Set(all.flatMap(({ figures }) => Object.keys(figures)))]
  const cost = names.map((name) => `${sum(all.map(({ figures }) => figures[name] ?? 0))} ${name}`)
  const seconds = sum(all.map((one) => one.seconds)).toFixed(1)
  return `${passed} of ${all.length} cases pass: ${[...holds, target].join(', ')}; ${[...cost, `${seconds} s`].join(', ')} in all.`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
