import type { LogLine, LogStream, Logs } from '../../ports/logs.ts'
import { type Asking, ask, askLabelNames, isConfigured, readAnswer, readList, type Server } from './ask.ts'

const SERVER: Server = { name: 'log server', address: 'LOGS_URL', token: 'LOGS_TOKEN' }

type Entry = readonly [at: string | number, text: string]
type Stream = { stream?: Record<string, string>; metric?: Record<string, string>; value?: Entry; values?: Entry[] }
type Body = { data?: { resultType?: string; result?: unknown } } | null

export function createLoki(asking: Asking): Logs {
  return {
    isConfigured: () => isConfigured(asking, SERVER),
    async query(query, { start, end, limit, isOldest = false }, signal) {
      const direction = isOldest ? 'forward' : 'backward'
      const parameters = new URLSearchParams({ query, start, end, limit: String(limit), direction })
      const answer = await ask(asking, SERVER, `/loki/api/v1/query_range?${parameters}`, signal)
      const { resultType, result } = readAnswer<Body>(answer, SERVER)?.data ?? {}
      const readLine = resultType === 'matrix' || resultType === 'vector' ? readFigure : readLogLine
      return readList<Stream>(result, SERVER).map((stream) => readStream(stream, readLine))
    },
    labelNames: (signal) => askLabelNames(asking, SERVER, '/loki/api/v1/labels', signal),
    labelValues: (label, start, signal) =>
      askLabelNames(asking, SERVER, `/loki/api/v1/label/${label}/values?${new URLSearchParams({ start })}`, signal),
  }
}

type Read = (entry: Entry) => LogLine & { order: bigint | number }

/** Lines are handed on oldest first. */
function readStream({ stream, metric, value, values = value ? [value] : [] }: Stream, readLine: Read): LogStream {
  const lines = values.map(readLine).sort((one, other) => (one.order < other.order ? -1 : 1))
  return { labels: stream ?? metric ?? {}, lines: lines.map(({ at, line }) => ({ at, line })) }
}

/** The time of a line is nanoseconds since 1970 as text, too large for a number. */
function readLogLine([at, line]: Entry): ReturnType<Read> {
  const order = BigInt(at)
  return { order, at: new Date(Number(order / 1_000_000n)).toISOString(), line }
}

/** A figure over logs, such as `rate(…)`, is a series as a metrics server gives it: seconds, and parts of them. */
function readFigure([at, line]: Entry): ReturnType<Read> {
  return { order: Number(at), at: new Date(Math.round(Number(at) * 1000)).toISOString(), line }
}
