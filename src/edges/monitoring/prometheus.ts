import type { Metrics, MetricsAnswer, Sample } from '../../ports/metrics.ts'
import { type Asking, ask, askLabelNames, isConfigured, readAnswer, readList, type Server } from './ask.ts'

const SERVER: Server = { name: 'metrics server', address: 'METRICS_URL', token: 'METRICS_TOKEN' }

type Result = { metric?: Record<string, string>; value?: Sample; values?: Sample[] }
type Body = { data?: { resultType?: string; result?: unknown }; warnings?: string[] } | null

export function createPrometheus(asking: Asking): Metrics {
  const question = async (path: string, parameters: Record<string, string>, signal: AbortSignal) =>
    readBody(readAnswer<Body>(await ask(asking, SERVER, `${path}?${new URLSearchParams(parameters)}`, signal), SERVER))
  return {
    isConfigured: () => isConfigured(asking, SERVER),
    query: (query, time, signal) => question('/api/v1/query', { query, ...(time ? { time } : {}) }, signal),
    queryRange: (query, range, signal) => question('/api/v1/query_range', { query, ...range }, signal),
    labelNames: (signal) => askLabelNames(asking, SERVER, '/api/v1/labels', signal),
    kindsOf: (names, signal) => askKinds(asking, names, signal),
  }
}

/** Of more than these, all are asked for at once. */
const NAMES_ASKED = 4

async function askKinds(
  asking: Asking,
  names: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const queries = names.length > NAMES_ASKED ? [''] : names.map((name) => `&metric=${encodeURIComponent(name)}`)
  const answers = await Promise.all(
    queries.map((query) => ask(asking, SERVER, `/api/v1/metadata?limit_per_metric=1${query}`, signal)),
  )
  const known = answers.flatMap((answer) =>
    Object.entries(readAnswer<{ data?: Record<string, { type?: string }[]> }>(answer, SERVER).data ?? {}),
  )
  return new Map(known.map(([name, [first]]) => [name, first?.type ?? '']))
}

/** A scalar or a string comes as one bare sample; to us it is a series without labels. */
function readBody(body: Body): MetricsAnswer {
  const { resultType, result } = body?.data ?? {}
  const list = readList<unknown>(result, SERVER)
  const isBare = resultType === 'scalar' || resultType === 'string'
  const results = (isBare ? [{ value: list }] : list) as Result[]
  const series = results.map(({ metric = {}, value, values }) => ({ metric, values: values ?? (value ? [value] : []) }))
  return { series, warnings: body?.warnings ?? [] }
}
