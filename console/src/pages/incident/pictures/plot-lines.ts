/** Where the points of a plot stand on its sheet. */
import type { Curve } from './plots-of.ts'

type Sheet = { left: number; right: number; top: number; bottom: number }
export type Scale = { from: number; to: number; low: number; high: number; sheet: Sheet }

/** From the first to the last point of all curves; a flat curve stands in the middle. What it is compared with is in sight. */
export function scaleOf(curves: readonly Curve[], sheet: Sheet, bound?: number): Scale {
  const points = curves.flatMap((curve) => curve.points)
  const values = [...points.map(([, value]) => value), ...(bound === undefined ? [] : [bound])]
  const times = points.map(([at]) => at)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = high > low ? 0 : Math.abs(high) || 1
  return { from: Math.min(...times), to: Math.max(...times), low: low - room, high: high + room, sheet }
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

/** `1.2k`, `0.03`, `6.72 GB`, `1.2k/s`: short enough for an axis. */
export function tellFigure(value: number, unit = ''): string {
  const parts = FIGURE.formatToParts(value)
  const size = parts.find(({ type }) => type === 'compact')?.value ?? ''
  const digits = parts.flatMap(({ type, value }) => (type === 'compact' ? [] : value)).join('')
  return `${digits}${/^\w/.test(unit) ? ' ' : ''}${SIZES[size] ?? size}${unit}`
}

const FIGURE = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
/** A billion is no byte. */
const SIZES: Readonly<Record<string, string>> = { K: 'k', B: 'G' }
