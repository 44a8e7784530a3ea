/**
 * The Prometheus query API over real HTTP, loaded with range data. Common expressions are evaluated as the server does;
 * where one needs more, all series its selectors name are given instead.
 */
import {
  evaluate,
  type Labels,
  NotEvaluated,
  rangeOf,
  type StoredSeries,
  selectSeries,
  type Value,
} from './promql/evaluation.ts'
import { type Expression, readExpression, type Selector } from './promql/expression.ts'
import { BadExpression, durationMs } from './promql/tokens.ts'
import { jsonAnswer, textAnswer, type WireAnswer, type WireRequest } from './wire/exchange.ts'
import { Faults } from './wire/faults.ts'
import { openLoopbackServer } from './wire/loopback-server.ts'
import { Recorder } from './wire/recorder.ts'

export type GivenSeries = { metric: Labels; values: readonly (readonly [unixSeconds: number, value: string])[] }

export type PrometheusOptions = {
  series: readonly GivenSeries[]
  now?: () => Date
  /** Where one is given, requests must bear it. */
  token?: string
  recorder?: Recorder
}

export type MonitoringSimulator = { url: string; recorder: Recorder; faults: Faults; close(): Promise<void> }

export async function startPrometheusSimulator(options: PrometheusOptions): Promise<MonitoringSimulator> {
  const { now = () => new Date(), recorder = new Recorder() } = options
  const faults = new Faults()
  const series = options.series.map(({ metric, values }) => ({
    metric,
    samples: values.map(([time, value]) => [time, readNumber(value)] as const),
  }))
  const server = await openLoopbackServer({
    system: 'prometheus',
    recorder,
    faults,
    now,
    answer: (request) => answer({ series, now, token: options.token }, request),
    refuse: (status, message) =>
      failure(status, TYPES[status] ?? 'internal', message ?? `A fault asked for ${status}.`),
  })
  return { url: server.url, recorder, faults, close: server.close }
}

type World = { series: readonly StoredSeries[]; now: () => Date; token: string | undefined }

const TYPES: Record<number, string> = { 400: 'bad_data', 422: 'execution', 503: 'timeout' }
const POINTS_MAX = 11_000
const TOO_MANY_POINTS =
  'exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the query resolution (?step=XX)'

function answer(world: World, request: WireRequest): WireAnswer {
  if (world.token !== undefined && request.headers.authorization !== `Bearer ${world.token}`)
    return textAnswer(401, 'Unauthorized\n', 'text/plain; charset=utf-8')
  const parameters = parametersOf(request)
  try {
    return route(world, request.url.pathname, parameters)
  } catch (error) {
    if (error instanceof BadData) return failure(400, 'bad_data', error.message)
    throw error
  }
}

/** A query may be posted as a form as well. */
function parametersOf({ url, headers, body }: WireRequest): URLSearchParams {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return new URLSearchParams([...url.searchParams, ...(isForm ? new URLSearchParams(body) : [])])
}

/** What the server calls bad data, in its words. */
class BadData extends Error {}

class BadParameter extends BadData {
  constructor(name: string, why: string) {
    super(`invalid parameter "${name}": ${why}`)
  }
}

function route(world: World, path: string, parameters: URLSearchParams): WireAnswer {
  const [, label] = /^\/api\/v1\/label\/([^/]+)\/values$/.exec(path) ?? []
  if (label !== undefined) return success(distinct(matched(world, parameters).map(({ metric }) => metric[label] ?? '')))
  switch (path) {
    case '/api/v1/query':
      return queryNow(world, parameters)
    case '/api/v1/query_range':
      return queryRange(world, parameters)
    case '/api/v1/labels':
      return success(distinct(matched(world, parameters).flatMap(({ metric }) => Object.keys(metric))))
    case '/api/v1/series':
      if (!parameters.has('match[]')) return failure(400, 'bad_data', 'no match[] parameter provided')
      return success(matched(world, parameters).map(({ metric }) => metric))
    case '/-/healthy':
    case '/-/ready':
      return textAnswer(200, `Prometheus Server is ${path === '/-/ready' ? 'Ready' : 'Healthy'}.\n`)
    case '/api/v1/status/buildinfo':
      return success({ version: '2.53.3', revision: 'simulated', goVersion: 'go1.24' })
    default:
      return textAnswer(404, '404 page not found\n', 'text/plain; charset=utf-8')
  }
}

function matched({ series }: World, parameters: URLSearchParams): StoredSeries[] {
  const selectors = parameters.getAll('match[]').map((text) => readSelector(text))
  if (selectors.length === 0) return [...series]
  return [...new Set(selectors.flatMap((selector) => selectSeries(selector, series)))]
}

function readSelector(text: string): Selector {
  const expression = readParameter('match[]', text)
  if (expression.type !== 'selector') throw new BadParameter('match[]', `expected vector selector, got "${text}"`)
  return expression
}

function readParameter(name: string, text: string): Expression {
  try {
    return readExpression(text)
  } catch (error) {
    if (error instanceof BadExpression) throw new BadParameter(name, error.message)
    throw error
  }
}

function queryNow(world: World, parameters: URLSearchParams): WireAnswer {
  const seconds = readTime(parameters, 'time') ?? world.now().getTime() / 1000
  const expression = readParameter('query', parameters.get('query') ?? '')
  const moment = { series: world.series, seconds }
  if (expression.type === 'text') return result('string', [seconds, expression.value])
  if (expression.type === 'selector' && expression.rangeMs !== undefined)
    return result(
      'matrix',
      rangeOf(expression, moment).map(({ metric, samples }) => ({ metric, values: samples.map(printed) })),
    )
  const value = evaluateOrAll(expression, moment)
  if (value.type === 'scalar') return result('scalar', printed([seconds, value.value]))
  return result(
    'vector',
    value.points.map(({ metric, value: number }) => ({ metric, value: printed([seconds, number]) })),
  )
}

function queryRange(world: World, parameters: URLSearchParams): WireAnswer {
  const { start, end, step } = readRange(parameters)
  const expression = readParameter('query', parameters.get('query') ?? '')
  const type = unrangeable(expression)
  if (type !== undefined)
    throw new BadData(`invalid expression type "${type}" for range query, must be Scalar or instant Vector`)
  const lines = new Map<string, { metric: Labels; values: [number, string][] }>()
  const keys = new Map<Labels, string>()
  for (let seconds = start; seconds <= end; seconds += step)
    for (const { metric, value } of pointsAt(expression, world, seconds)) {
      const key = keys.get(metric) ?? JSON.stringify(Object.entries(metric).sort())
      keys.set(metric, key)
      const line = lines.get(key) ?? { metric, values: [] }
      line.values.push(printed([seconds, value]))
      lines.set(key, line)
    }
  return result('matrix', [...lines.values()])
}

function unrangeable(expression: Expression): string | undefined {
  if (expression.type === 'text') return 'string'
  const isRange = expression.type === 'selector' && expression.rangeMs !== undefined
  return isRange || expression.type === 'subquery' ? 'range vector' : undefined
}

function pointsAt(expression: Expression, { series }: World, seconds: number) {
  const value = evaluateOrAll(expression, { series, seconds })
  return value.type === 'vector' ? value.points : [{ metric: {}, value: value.value }]
}

function evaluateOrAll(expression: Expression, moment: { series: readonly StoredSeries[]; seconds: number }): Value {
  try {
    return evaluate(expression, moment)
  } catch (error) {
    if (!(error instanceof NotEvaluated)) throw error
    const instants = selectorsIn(expression).map(({ rangeMs: _range, ...selector }) => evaluate(selector, moment))
    return { type: 'vector', points: instants.flatMap((value) => (value.type === 'vector' ? value.points : [])) }
  }
}

function selectorsIn(expression: Expression): Selector[] {
  switch (expression.type) {
    case 'selector':
      return [expression]
    case 'call':
      return expression.args.flatMap(selectorsIn)
    case 'binary':
      return [...selectorsIn(expression.left), ...selectorsIn(expression.right)]
    case 'aggregate':
    case 'negation':
    case 'subquery':
      return selectorsIn(expression.inner)
    case 'number':
    case 'text':
      return []
  }
}

function readRange(parameters: URLSearchParams): { start: number; end: number; step: number } {
  const [start, end] = [requiredTime(parameters, 'start'), requiredTime(parameters, 'end')]
  if (end < start) throw new BadParameter('end', 'end timestamp must not be before start time')
  const text = parameters.get('step') ?? ''
  const stepMs = durationMs(text)
  if (stepMs === undefined && !/^-/.test(text))
    throw new BadParameter('step', `cannot parse "${text}" to a valid duration`)
  if (stepMs === undefined || stepMs <= 0)
    throw new BadParameter(
      'step',
      'zero or negative query resolution step widths are not accepted. Try a positive integer',
    )
  const step = stepMs / 1000
  if ((end - start) / step > POINTS_MAX) throw new BadData(TOO_MANY_POINTS)
  return { start, end, step }
}

function requiredTime(parameters: URLSearchParams, name: string): number {
  const time = readTime(parameters, name)
  if (time === undefined) throw new BadParameter(name, 'cannot parse "" to a valid timestamp')
  return time
}

/** Unix seconds or RFC 3339. */
function readTime(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name)
  if (text === null || text === '') return undefined
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  const isDated = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text)
  if (!isDated || Number.isNaN(Date.parse(text)))
    throw new BadParameter(name, `cannot parse "${text}" to a valid timestamp`)
  return Date.parse(text) / 1000
}

function success(data: unknown): WireAnswer {
  return jsonAnswer(200, { status: 'success', data })
}

function result(resultType: string, given: unknown): WireAnswer {
  return success({ resultType, result: given })
}

function failure(status: number, errorType: string, error: string): WireAnswer {
  return jsonAnswer(status, { status: 'error', errorType, error })
}

function distinct(values: string[]): string[] {
  return [...new Set(values.filter((value) => value !== ''))].sort()
}

function readNumber(text: string): number {
  if (/^[+-]?Inf$/.test(text)) return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  return Number(text)
}

function printed([time, value]: readonly [number, number]): [number, string] {
  if (value === Number.POSITIVE_INFINITY) return [time, '+Inf']
  return [time, value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)]
}
