/** One case as it was judged, and what people read of it. */
import type { CaseFile } from '../world/case/case-file.ts'
import { expectationOf } from './expectation.ts'
import { COLUMNS, type Column, NOTHING_SAID, type Score, score } from './score.ts'

export type JudgedCase = {
  id: string
  score: Score
  /** Where what it says cannot be proven, it cost too much, or something was done that nobody confirmed. */
  faults: readonly string[]
  /** Worth reading, and no reason to fail. */
  asides: readonly string[]
  /** What it took, as shown in the case's line. */
  cost: string
  seconds: number
}

/** An alert that only says that something is over opens no incident, and for some cases that is right. */
export function judgeSilence({ id, expect }: CaseFile): JudgedCase {
  const silent = { id, faults: [], asides: [], cost: 'no incident', seconds: 0 }
  return { ...silent, score: score(NOTHING_SAID, expectationOf(expect)) }
}

export function isPassed({ score, faults }: JudgedCase, columns: readonly Column[] = COLUMNS): boolean {
  return faults.length === 0 && columns.every((column) => score[column].length === 0)
}

export function showCase(judged: JudgedCase): string {
  const { id, score, faults, asides, cost } = judged
  const marks = COLUMNS.map((column) => `${column} ${score[column].length === 0 ? '✓' : '✗'}`)
  return [
    `${isPassed(judged) ? '✓' : '✗'} ${id.padEnd(32)}  ${marks.join('  ')}  ${cost}`,
    ...COLUMNS.flatMap((column) => score[column].map((reason) => `    ${column}: ${reason}`)),
    ...asides.map((aside) => `    ${aside}`),
    ...faults.map((fault) => `    fault: ${fault}`),
  ].join('\n')
}

export function showSum(all: readonly JudgedCase[]): string {
  const holds = COLUMNS.map((column) => `${column} ${all.filter(({ score }) => score[column].length === 0).length}`)
  const passed = all.filter((one) => isPassed(one)).length
  const seconds = all.reduce((sum, one) => sum + one.seconds, 0)
  return `${passed} of ${all.length} cases pass: ${holds.join(', ')}; ${seconds.toFixed(1)} s in all.`
}
