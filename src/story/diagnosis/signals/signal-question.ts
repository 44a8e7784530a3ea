/** One question to metrics, logs or the error tracker, and what its answer is about. */
import type { PluginCall } from '../../../plugins/plugin.ts'
import type { Family } from './signal-scene.ts'

export type SignalQuestion = PluginCall & {
  about: Family | 'traffic' | 'names' | 'lines' | 'issue' | 'cluster' | 'lens'
}

/** The stretch of time that is looked at. */
export type Span = { start: Date; stepSeconds: number }

const MINUTE = 60_000
const LEAST_MINUTES = 90
const BEFORE_ALERT_MINUTES = 60
const MOST_MINUTES = 12 * 60
/** So that some fifty series fit into one answer. */
const POINTS = 45

/** Long enough to hold a while before the alert: without a before there is no change to be seen. */
export function spanOf(now: Date, startedAt: Date | undefined): Span {
  const age = startedAt === undefined ? 0 : (now.getTime() - startedAt.getTime()) / MINUTE
  const minutes = Math.min(MOST_MINUTES, Math.max(LEAST_MINUTES, Math.ceil(age) + BEFORE_ALERT_MINUTES))
  return {
    start: new Date(Math.floor(now.getTime() / MINUTE - minutes) * MINUTE),
    stepSeconds: Math.max(60, Math.round((minutes * 60) / POINTS / 30) * 30),
  }
}

export function overTime(about: SignalQuestion['about'], query: string, { start, stepSeconds }: Span): SignalQuestion {
  const parameters = { query, start: start.toISOString(), step: `${stepSeconds}s` }
  return { about, plugin: 'metrics.query_range', parameters }
}
