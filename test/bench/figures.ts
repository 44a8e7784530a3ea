/** What a bench found out: each figure beside what was measured next to it where there is something, and its bar where it has one. */
import { table } from '../../src/edges/terminal/table.ts'

/** A bar is in the figure's own unit, or a multiple of the machine's limit taken in the same run. */
export type Bar = { atLeast?: number; atMost?: number; isTimesLimit?: boolean }

export type Figure = { what: string; value: number; unit?: string; limit?: number; bar?: Bar }

export function isMet({ value, limit, bar = {} }: Figure): boolean {
  const compared = bar.isTimesLimit ? value / (limit ?? Number.NaN) : value
  const isEnough = bar.atLeast === undefined || compared >= bar.atLeast
  return isEnough && (bar.atMost === undefined || compared <= bar.atMost)
}

export function showFigures(name: string, figures: readonly Figure[]): string {
  return table(rowsOf(name, figures))
}

/** The first one is the heading. */
export function rowsOf(name: string, figures: readonly Figure[]): string[][] {
  return [[name, 'measured', 'beside it', 'ratio', 'bar'], ...figures.map(rowOf)]
}

function rowOf(figure: Figure): string[] {
  const { what, value, unit = '', limit } = figure
  const show = (number: number) => `${rounded(number)} ${unit}`.trim()
  const ratio = limit === undefined ? '' : rounded(value / limit)
  return [what, show(value), limit === undefined ? '' : show(limit), ratio, showBar(figure)]
}

function showBar(figure: Figure): string {
  const { bar, unit = '' } = figure
  if (bar === undefined) return ''
  const sign = bar.atLeast === undefined ? '≤' : '≥'
  const measure = bar.isTimesLimit ? '× beside it' : unit
  return `${[sign, bar.atLeast ?? bar.atMost, measure].filter((part) => part !== '').join(' ')} ${isMet(figure) ? '✓' : '✗'}`
}

function rounded(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
