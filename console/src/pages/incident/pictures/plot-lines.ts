/** Where the points of a plot stand on its sheet. */
import type { Curve, Window } from './plots-of.ts'

type Sheet = { left: number; right: number; top: number; bottom: number }
export type Scale = { from: number; to: number; low: number; high: number; sheet: Sheet }

/** So much of its height at least is what a plot of steady curves shows. */
const STEADY = 0.05
const MOST = 0.6

function isDrifting({ points }: Curve): boolean {
  const values = points.map(([, value]) => value)
  return isDrift(values[0] ?? 0, values.at(-1) ?? 0, Math.max(...values) - Math.min(...values))
}

/** Most of all that it moved lies between its ends, so that it is drawn as a slope. */
export function isDrift(first: number, last: number, span: number): boolean {
  return span > 0 && Math.abs(last - first) >= span * MOST
}

/** A flat curve stands in the middle. What it is compared with is in sight. */
export function scaleOf(curves: readonly Curve[], { from, to }: Window, sheet: Sheet, bound?: number): Scale {
  const points = curves.flatMap((curve) => curve.points)
  const values = [...points.map(([, value]) => value), ...(bound === undefined ? [] : [bound])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  // What only trembles is drawn as what only trembles.
  const least = curves.some(isDrifting) ? 0 : Math.max(Math.abs(low), Math.abs(high)) * STEADY
  const room = high === low ? Math.abs(high) || 1 : Math.max(0, least - (high - low)) / 2
  return { from, to, low: low - room, high: high + room, sheet }
}

export function xOf({ from, to, sheet }: Scale, at: number): number {
  return sheet.left + ((at - from) / (to - from || 1)) * (sheet.right - sheet.left)
}

export function yOf({ low, high, sheet }: Scale, value: number): number {
  return sheet.bottom - ((value - low) / (high - low || 1)) * (sheet.bottom - sheet.top)
}

export function lineOf(scale: Scale, { points }: Curve): string {
  return points.map(([at, value]) => `${xOf(scale, at).toFixed(1)},${yOf(scale, value).toFixed(1)}`).join(' ')
}

const DIGIT_WIDTH = 8
const BETWEEN_NUMBERS = 10

/** On which line each label stands, so that those of close marks do not cover each other. `labels` are sorted by place. */
export function rowsOf(labels: readonly { x: number; label: string }[]): number[] {
  const ends: number[] = []
  return labels.map(({ x, label }) => {
    const half = (label.length * DIGIT_WIDTH + BETWEEN_NUMBERS) / 2
    const free = ends.findIndex((end) => x - half >= end)
    const row = free < 0 ? ends.length : free
    ends[row] = x + half
    return row
  })
}

/** Where the middle of a label stands, so that none is cut off at the edge. */
export function labelAt(x: number, label: string, width: number): number {
  const half = (label.length * DIGIT_WIDTH) / 2
  return Math.max(half, Math.min(x, width - half))
}

/** `1.2k`, `0.03`, `6.72 GB`, `1.2k/s`: short enough for an axis. */
export function tellFigure(value: number, unit = '', digits = DIGITS): string {
  const parts = formatter(digits).formatToParts(value)
  const size = parts.find(({ type }) => type === 'compact')?.value ?? ''
  const figure = parts.flatMap(({ type, value }) => (type === 'compact' ? [] : value)).join('')
  return `${figure}${/^\w/.test(unit) ? ' ' : ''}${SIZES[size] ?? size}${unit}`
}

const DIGITS = 3
const DIGITS_MAX = 9

/** As many digits as it takes to tell them apart: a line that climbs by little does not end where it began. */
export function digitsFor(values: readonly number[]): number {
  const different = new Set(values).size
  const isEnough = (digits: number) => new Set(values.map((value) => tellFigure(value, '', digits))).size === different
  let digits = DIGITS
  while (digits < DIGITS_MAX && !isEnough(digits)) digits += 1
  return digits
}

/** Made once for each: a formatter is costly. */
const formatters = new Map<number, Intl.NumberFormat>()

function formatter(digits: number): Intl.NumberFormat {
  const made =
    formatters.get(digits) ?? new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: digits })
  formatters.set(digits, made)
  return made
}

/** A billion is no byte. */
const SIZES: Readonly<Record<string, string>> = { K: 'k', B: 'G' }
