/** Metrics, logs and issues that stand still, behind the ports the plugins ask; expressions are evaluated as in the simulators. */
import type { ErrorTracker, TrackedIssue } from '../../../src/ports/error-tracker.ts'
import type { Logs } from '../../../src/ports/logs.ts'
import type { Metrics, Sample } from '../../../src/ports/metrics.ts'
import { isMetric, readLogQuery, throughStages } from '../logql/log-query.ts'
import { evaluate, fits, type Labels } from '../promql/evaluation.ts'
import { readExpression } from '../promql/expression.ts'
import { NOW } from './cluster-objects.ts'

/** What a metric was at every minute: the last value is that of now. */
export type PicturedSeries = { name: string; labels: Labels; values: readonly number[] }
export type PicturedStream = { labels: Labels; lines: readonly (readonly [minutesAgo: number, text: string])[] }
export type Signals = {
  series?: readonly PicturedSeries[]
  streams?: readonly PicturedStream[]
  issues?: readonly TrackedIssue[]
}

const MINUTE = 60_000

/** `count` minutes at one value. */
export function steady(value: number, count = 90): number[] {
  return Array.from({ length: count }, () => value)
}

/** A counter that rises by each of the rates, per second, for so many minutes. */
export function counting(...parts: readonly (readonly [rate: number, minutes: number])[]): number[] {
  let sum = 0
  return parts.flatMap(([rate, minutes]) =>
    steady(rate * 60, minutes).map((gained) => {
      sum += gained
      return sum
    }),
  )
}

export function picturedMetrics({ series = [] }: Signals): Metrics {
  const stored = series.map(({ name, labels, values }) => ({
    metric: { __name__: name, ...labels },
    samples: values.map((value, at) => [secondsAgo(values.length - 1 - at), value] as const),
  }))
  const at = (expression: string, seconds: number) => {
    const value = evaluate(readExpression(expression), { series: stored, seconds })
    return value.type === 'vector' ? value.points : [{ metric: {}, value: value.value }]
  }
  return {
    isConfigured: async () => true,
    query: async (expression, time) => {
      const points = at(expression, Number(time ?? secondsAgo(0)))
      return { series: points.map(({ metric, value }) => ({ metric, values: [sample(time, value)] })), warnings: [] }
    },
    queryRange: async (expression, { start, end, step }) => {
      const rows = new Map<string, { metric: Labels; values: Sample[] }>()
      for (let seconds = Number(start); seconds <= Number(end); seconds += Number(step))
        for (const { metric, value } of at(expression, seconds)) {
          const key = JSON.stringify(Object.entries(metric).sort())
          const row = rows.get(key) ?? { metric, values: [] }
          row.values.push(sample(seconds, value))
          rows.set(key, row)
        }
      return { series: [...rows.values()], warnings: [] }
    },
    kindsOf: async () => new Map(),
    labelNames: async () => [...new Set(stored.flatMap(({ metric }) => Object.keys(metric)))],
  }
}

function sample(seconds: unknown, value: number): Sample {
  return [Number(seconds), String(value)]
}

function secondsAgo(minutes: number): number {
  return (NOW.getTime() - minutes * MINUTE) / 1000
}

export function picturedLogs({ streams = [] }: Signals): Logs {
  return {
    isConfigured: async () => true,
    labelNames: async () => [...new Set(streams.flatMap(({ labels }) => Object.keys(labels)))],
    labelValues: async (label) => [...new Set(streams.flatMap(({ labels }) => labels[label] ?? []))],
    query: async (expression, { start, end, limit }) => {
      const query = readLogQuery(expression)
      if (isMetric(query)) throw new Error('A picture holds lines only.')
      const [from, to] = [Number(BigInt(start) / 1_000_000n), Number(BigInt(end) / 1_000_000n)]
      return streams
        .filter(({ labels }) => query.matchers.every((matcher) => fits(matcher, labels)))
        .map(({ labels, lines }) => ({
          labels,
          lines: lines
            .map(([minutes, text]) => ({ time: NOW.getTime() - minutes * MINUTE, text }))
            .filter(({ time, text }) => time >= from && time < to && throughStages(query.stages, { text, labels }))
            .slice(-limit)
            .map(({ time, text }) => ({ at: new Date(time).toISOString(), line: text })),
        }))
        .filter(({ lines }) => lines.length > 0)
    },
  }
}

export function picturedErrors({ issues = [] }: Signals): ErrorTracker {
  return {
    isConfigured: async () => true,
    issue: async (id) => issues.find((issue) => issue.id === id || issue.shortId === id),
  }
}
