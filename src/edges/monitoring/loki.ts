import type { LogStream, Logs } from '../../ports/logs.ts'
import { type Asking, ask, readAnswer, type Server } from './ask.ts'

const SERVER: Server = { name: 'log server', address: 'LOGS_URL', token: 'LOGS_TOKEN' }

type Stream = { stream?: Record<string, string>; metric?: Record<string, string>; values?: [string, string][] }
type Body = { data?: { resultType?: string; result?: Stream[] } }

export function createLoki(asking: Asking): Logs {
  return {
    async query(query, { start, end, limit }, signal) {
      const parameters = new URLSearchParams({ query, start, end, limit: String(limit), direction: 'backward' })
      const answer = await ask(asking, SERVER, `/loki/api/v1/query_range?${parameters}`, signal)
      return (readAnswer<Body>(answer, SERVER).data?.result ?? []).map(readStream)
    },
  }
}

/** Times are nanoseconds since 1970 as text, too large for a number; lines are handed on oldest first. */
function readStream({ stream, metric, values = [] }: Stream): LogStream {
  const sorted = [...values].sort(([one], [other]) => (BigInt(one) < BigInt(other) ? -1 : 1))
  const lines = sorted.map(([nanoseconds, line]) => ({
    at: new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString(),
    line,
  }))
  return { labels: stream ?? metric ?? {}, lines }
}
