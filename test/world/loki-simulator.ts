/** The Loki query API over real HTTP, loaded with log streams. Its refusals are plain text, as the server's are. */
import {
  BadLogQuery,
  isMetric,
  type LogQuery,
  type MetricQuery,
  readLogQuery,
  throughStages,
} from './logql/log-query.ts'
import type { Labels } from './logql/stages.ts'
import type { MonitoringSimulator } from './prometheus-simulator.ts'
import { fits } from './promql/evaluation.ts'
import { durationMs } from './promql/tokens.ts'
import { jsonAnswer, textAnswer, type WireAnswer, type WireRequest } from './wire/exchange.ts'
import { Faults } from './wire/faults.ts'
import { openLoopbackServer } from './wire/loopback-server.ts'
import { Recorder } from './wire/recorder.ts'

export type GivenStream = {
  stream: Labels
  /** Unix nanoseconds, as text because a number cannot hold them. */
  values: readonly (readonly [nanoseconds: string, line: string])[]
}

export type LokiOptions = { streams: readonly GivenStream[]; now?: () => Date; token?: string; recorder?: Recorder }

export async function startLokiSimulator(options: LokiOptions): Promise<MonitoringSimulator> {
  const { now = () => new Date(), recorder = new Recorder(), token } = options
  const faults = new Faults()
  const streams = options.streams.map(({ stream, values }) => ({
    labels: stream,
    entries: values.map(([time, text]) => ({ time: BigInt(time), text })),
  }))
  const server = await openLoopbackServer({
    system: 'loki',
    recorder,
    faults,
    now,
    answer: (request) => answer({ streams, now, token }, request),
    refuse: (status, message) => refusal(status, message ?? `A fault asked for ${status}.`),
  })
  return { url: server.url, recorder, faults, close: server.close }
}

type Entry = { time: bigint; text: string }
type Stream = { labels: Labels; entries: readonly Entry[] }
type World = { streams: readonly Stream[]; now: () => Date; token: string | undefined }

const LINES_MAX = 5000
const LINES_DEFAULT = 100

function answer(world: World, request: WireRequest): WireAnswer {
  if (world.token !== undefined && request.headers.authorization !== `Bearer ${world.token}`)
    return refusal(401, 'Unauthorized')
  try {
    return route(world, request.url)
  } catch (error) {
    if (error instanceof BadLogQuery) return refusal(400, error.message)
    throw error
  }
}

function refusal(status: number, words: string): WireAnswer {
  return textAnswer(status, `${words}\n`, 'text/plain; charset=utf-8')
}

function route(world: World, { pathname, searchParams }: URL): WireAnswer {
  const [, label] = /^\/loki\/api\/v1\/label\/([^/]+)\/values$/.exec(pathname) ?? []
  if (label !== undefined) return success(distinct(world.streams.map(({ labels }) => labels[label] ?? '')))
  switch (pathname) {
    case '/loki/api/v1/query_range':
      return queryRange(world, searchParams)
    case '/loki/api/v1/query':
      return queryNow(world, searchParams)
    case '/loki/api/v1/labels':
      return success(distinct(world.streams.flatMap(({ labels }) => Object.keys(labels))))
    case '/ready':
      return textAnswer(200, 'ready\n')
    default:
      return refusal(404, '404 page not found')
  }
}

type Range = { start: bigint; end: bigint; limit: number; isForward: boolean; stepMs: number }

function queryRange(world: World, parameters: URLSearchParams): WireAnswer {
  const range = readRange(parameters, world.now())
  const query = readLogQuery(parameters.get('query') ?? '')
  return isMetric(query) ? result('matrix', matrix(world, query, range)) : result('streams', lines(world, query, range))
}

function queryNow(world: World, parameters: URLSearchParams): WireAnswer {
  const query = readLogQuery(parameters.get('query') ?? '')
  if (!isMetric(query))
    throw new BadLogQuery(
      'log queries are not supported as an instant query type, please change your query to a range query type',
    )
  const time = readTime(parameters, 'time') ?? nanoseconds(world.now())
  const points = measure(world, query, time)
  return result(
    'vector',
    points.map(({ metric, value }) => ({ metric, value: [secondsOf(time), String(value)] })),
  )
}

function readRange(parameters: URLSearchParams, now: Date): Range {
  const end = readTime(parameters, 'end') ?? nanoseconds(now)
  const start = readTime(parameters, 'start') ?? end - 3_600_000_000_000n
  if (end <= start) throw new BadLogQuery('end timestamp must not be before or equal to start time')
  const text = parameters.get('limit') ?? String(LINES_DEFAULT)
  const limit = Number(text)
  if (!Number.isInteger(limit)) throw new BadLogQuery(`strconv.Atoi: parsing "${text}": invalid syntax`)
  if (limit <= 0) throw new BadLogQuery('limit must be a positive value')
  if (limit > LINES_MAX)
    throw new BadLogQuery(
      `max entries limit per query exceeded, limit > max_entries_limit_per_query (${limit} > ${LINES_MAX})`,
    )
  const direction = parameters.get('direction') ?? 'backward'
  if (!/^(forward|backward)$/i.test(direction)) throw new BadLogQuery(`invalid direction '${direction}'`)
  const stepMs = durationMs(parameters.get('step') ?? '') ?? Math.max(1000, Number((end - start) / 250_000_000n))
  return { start, end, limit, isForward: direction.toLowerCase() === 'forward', stepMs }
}

/** The newest lines over all streams, or the oldest where asked for forward; the limit counts over all. */
function lines(world: World, query: LogQuery, { start, end, limit, isForward }: Range) {
  const found = passing(world, query).filter(({ time }) => time >= start && time < end)
  found.sort((one, other) => (one.time < other.time === isForward ? -1 : 1))
  const groups = Map.groupBy(found.slice(0, limit), ({ labels }) => keyOf(labels))
  return [...groups.values()].map((group) => ({
    stream: group[0]?.labels ?? {},
    values: group.map(({ time, text }) => [String(time), text]),
  }))
}

function passing({ streams }: World, { matchers, stages }: LogQuery) {
  return streams
    .filter(({ labels }) => matchers.every((matcher) => fits(matcher, labels)))
    .flatMap(({ labels, entries }) =>
      entries.flatMap(({ time, text }) => {
        const line = throughStages(stages, { text, labels })
        return line === undefined ? [] : [{ time, ...line }]
      }),
    )
}

function matrix(world: World, query: MetricQuery, { start, end, stepMs }: Range) {
  const rows = new Map<string, { metric: Labels; values: [number, string][] }>()
  for (let time = start; time <= end; time += BigInt(Math.round(stepMs)) * 1_000_000n)
    for (const { metric, value } of measure(world, query, time)) {
      const row = rows.get(keyOf(metric)) ?? { metric, values: [] }
      row.values.push([secondsOf(time), String(value)])
      rows.set(keyOf(metric), row)
    }
  return [...rows.values()]
}

/** One number per stream, put together where an aggregate asks for it. */
function measure(world: World, query: MetricQuery, time: bigint): { metric: Labels; value: number }[] {
  const begin = time - BigInt(query.rangeMs) * 1_000_000n
  const found = passing(world, query).filter((line) => line.time > begin && line.time <= time)
  const streams = [...Map.groupBy(found, ({ labels }) => keyOf(labels)).values()].map((group) => {
    const size = query.over.startsWith('bytes')
      ? group.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
      : group.length
    return { metric: group[0]?.labels ?? {}, value: query.over.endsWith('rate') ? size / (query.rangeMs / 1000) : size }
  })
  return query.aggregate === undefined ? streams : aggregated(streams, query.aggregate)
}

const COMBINE: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  avg: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  count: (values) => values.length,
}

function aggregated(
  points: { metric: Labels; value: number }[],
  { operator, by }: { operator: string; by: readonly string[] },
) {
  const kept = (metric: Labels) =>
    Object.fromEntries(by.filter((label) => metric[label]).map((label) => [label, metric[label] ?? '']))
  return [...Map.groupBy(points, ({ metric }) => keyOf(kept(metric))).values()].map((group) => ({
    metric: kept(group[0]?.metric ?? {}),
    value: COMBINE[operator]?.(group.map(({ value }) => value)) ?? 0,
  }))
}

/** Nanoseconds, seconds with a fraction, or RFC 3339, as the server tells them apart. */
function readTime(parameters: URLSearchParams, name: string): bigint | undefined {
  const text = parameters.get(name)
  if (text === null || text === '') return undefined
  if (/^\d{11,}$/.test(text)) return BigInt(text)
  if (/^\d+(\.\d+)?$/.test(text)) return BigInt(Math.round(Number(text) * 1000)) * 1_000_000n
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))) return nanoseconds(new Date(text))
  throw new BadLogQuery(
    `could not parse '${name}' parameter: parsing time "${text}" as "2006-01-02T15:04:05.999999999Z07:00": cannot parse "${text}" as "2006"`,
  )
}

function nanoseconds(time: Date): bigint {
  return BigInt(time.getTime()) * 1_000_000n
}

function secondsOf(time: bigint): number {
  return Number(time / 1_000_000n) / 1000
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort())
}

function success(data: unknown): WireAnswer {
  return jsonAnswer(200, { status: 'success', data })
}

function result(resultType: string, given: unknown): WireAnswer {
  return success({ resultType, result: given, stats: {} })
}

function distinct(values: string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))].sort()
}
