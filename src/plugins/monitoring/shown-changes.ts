import type { MetricsAnswer } from '../../ports/metrics.ts'
import type { PluginResult } from '../plugin.ts'
import { type Change, changeOf } from './change-of.ts'
import { isCounterByName } from './counter-names.ts'

const CHANGES_MAX = 80
/** What comes or goes is news, whatever its values. */
const COMING_OR_GOING = 0.7

type Window = { start: number; end: number; step: number }

/** Each series by its levels rather than point by point, so that a thousand can be looked at; the one that changed most first. */
export function shownChanges(
  { series, warnings }: MetricsAnswer,
  window: Window,
  { what, counters }: { what: string; counters: ReadonlySet<string> },
): PluginResult {
  // Where nothing at all was measured before, nothing has begun.
  const start = Math.max(window.start, Math.min(...series.flatMap(({ values }) => values[0]?.[0] ?? [])))
  const all = series.flatMap(({ metric, values }) => {
    const { __name__: name = '' } = metric
    const change = changeOf(counters.has(name) || isCounterByName(name), values, { ...window, start })
    return change ? [{ metric, change }] : []
  })
  const sorted = all.sort((one, other) => weightOf(other.change) - weightOf(one.change))
  const changes = sorted.slice(0, CHANGES_MAX).map(({ metric, change }) => ({ metric, ...shown(change) }))
  return {
    success: true,
    data: { changes, series_total: series.length, ...(warnings.length > 0 ? { warnings } : {}) },
    message:
      series.length === 0
        ? `No data: ${what} matches no series. That is not zero and does not mean healthy; check the names and labels.`
        : `${series.length} series, the one that changed most first${series.length > CHANGES_MAX ? `; ${CHANGES_MAX} are shown` : ''}.`,
  }
}

function weightOf({ strength, beganAt, endedAt }: Change): number {
  return Math.max(strength, beganAt !== undefined || endedAt !== undefined ? COMING_OR_GOING : 0)
}

function shown({ from, to, at, strength, last, beganAt, endedAt, isRate, passed, resetAt }: Change) {
  return {
    from: rounded(from),
    to: rounded(to),
    ...(at !== undefined && { at: iso(at) }),
    strength: Math.round(strength * 100) / 100,
    last: rounded(last),
    ...(isRate && { per_second: true }),
    ...(beganAt !== undefined && { began_at: iso(beganAt) }),
    ...(endedAt !== undefined && { ended_at: iso(endedAt) }),
    ...(passed && { passed: { level: rounded(passed.level), from: iso(passed.from), until: iso(passed.until) } }),
    ...(resetAt !== undefined && { reset_at: iso(resetAt) }),
  }
}

function rounded(value: number): number {
  return Math.abs(value) >= 1e6 ? Math.round(value) : Number(value.toPrecision(4))
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
