/** An expression at one instant, over the series of a case. */
import { BINARY, compare, isComparison } from './arithmetic.ts'
import type { Expression, Grouping, Matcher, Matching, Selector } from './expression.ts'
import { readPattern } from './expression.ts'
import { quantile, RANGE_FUNCTIONS, type Sample, total, variance } from './range-functions.ts'

export type Labels = Readonly<Record<string, string>>
export type StoredSeries = { metric: Labels; samples: readonly Sample[] }
export type Point = { metric: Labels; value: number }
export type Value = { type: 'scalar'; value: number } | { type: 'vector'; points: Point[] }

/** The syntax is right, and this file cannot do it. */
export class NotEvaluated extends Error {}

/** How far back the server looks for a sample that still counts. */
const LOOKBACK_SECONDS = 300

export type Moment = { series: readonly StoredSeries[]; seconds: number }

export function evaluate(expression: Expression, moment: Moment): Value {
  switch (expression.type) {
    case 'number':
      return { type: 'scalar', value: expression.value }
    case 'selector':
      return { type: 'vector', points: instant(expression, moment) }
    case 'negation':
      return mapped(evaluate(expression.inner, moment), (value) => -value)
    case 'call':
      return call(expression, moment)
    case 'aggregate':
      return { type: 'vector', points: aggregate(expression, moment) }
    case 'binary':
      return binary(expression, moment)
    case 'text':
    case 'subquery':
      throw new NotEvaluated(expression.type)
  }
}

export function selectSeries(
  { name, matchers }: Pick<Selector, 'name' | 'matchers'>,
  series: readonly StoredSeries[],
): StoredSeries[] {
  return series.filter(
    ({ metric }) => (name ?? metric.__name__) === metric.__name__ && matchers.every((one) => fits(one, metric)),
  )
}

/** A label that is absent is the empty text. */
export function fits({ label, operator, value }: Matcher, labels: Labels): boolean {
  const found = Object.hasOwn(labels, label) ? (labels[label] ?? '') : ''
  const isMatch = operator.endsWith('~') ? readPattern(value).test(found) : found === value
  return isMatch !== operator.startsWith('!')
}

type Chosen = { of: readonly StoredSeries[]; series: StoredSeries[] }

/** A selector chooses the same series at every step of a range. */
const chosen = new WeakMap<Selector, Chosen>()

function chooseSeries(selector: Selector, of: readonly StoredSeries[]): StoredSeries[] {
  const known = chosen.get(selector)
  if (known?.of === of) return known.series
  const series = selectSeries(selector, of)
  chosen.set(selector, { of, series })
  return series
}

function instant(selector: Selector, { series, seconds }: Moment): Point[] {
  const at = seconds - selector.offsetMs / 1000
  return chooseSeries(selector, series).flatMap(({ metric, samples }) => {
    const last = samples.findLast(([time]) => time <= at && time > at - LOOKBACK_SECONDS)
    return last === undefined ? [] : [{ metric, value: last[1] }]
  })
}

/** The samples of a range, which is open at its beginning. */
export function rangeOf(selector: Selector, { series, seconds }: Moment): StoredSeries[] {
  const endSeconds = seconds - selector.offsetMs / 1000
  const startSeconds = endSeconds - (selector.rangeMs ?? 0) / 1000
  return chooseSeries(selector, series)
    .map(({ metric, samples }) => ({
      metric,
      samples: samples.filter(([time]) => time > startSeconds && time <= endSeconds),
    }))
    .filter(({ samples }) => samples.length > 0)
}

const OF_VALUES: Record<string, (value: number, ...parameters: number[]) => number> = {
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  exp: Math.exp,
  ln: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  sqrt: Math.sqrt,
  sgn: Math.sign,
  round: (value, step = 1) => Math.floor(value / step + 0.5) * step,
  clamp: (value, low = 0, high = 0) => Math.max(low, Math.min(high, value)),
  clamp_min: (value, low = 0) => Math.max(low, value),
  clamp_max: (value, high = 0) => Math.min(high, value),
}

type Call = Extract<Expression, { type: 'call' }>

function call(expression: Call, moment: Moment): Value {
  const { name, args } = expression
  if (Object.hasOwn(RANGE_FUNCTIONS, name)) return { type: 'vector', points: overRange(expression, moment) }
  if (name === 'time') return { type: 'scalar', value: moment.seconds }
  const [first, ...rest] = args.map((arg) => evaluate(arg, moment))
  if (first === undefined) throw new NotEvaluated(name)
  const ofValue = Object.hasOwn(OF_VALUES, name) ? OF_VALUES[name] : undefined
  if (ofValue !== undefined) return mapped(first, (value) => ofValue(value, ...rest.map(numberOf)))
  switch (name) {
    case 'vector':
      return { type: 'vector', points: [{ metric: {}, value: numberOf(first) }] }
    case 'scalar':
      return { type: 'scalar', value: pointsOf(first).length === 1 ? numberOf(first) : Number.NaN }
    case 'sort':
    case 'sort_desc':
      return { type: 'vector', points: sorted(pointsOf(first), name === 'sort') }
    case 'absent':
      return { type: 'vector', points: pointsOf(first).length > 0 ? [] : [{ metric: absentLabels(args[0]), value: 1 }] }
    default:
      throw new NotEvaluated(name)
  }
}

function absentLabels(expression: Expression | undefined): Labels {
  if (expression?.type !== 'selector') return {}
  return Object.fromEntries(
    expression.matchers.filter(({ operator }) => operator === '=').map(({ label, value }) => [label, value]),
  )
}

function overRange({ name, args }: Call, moment: Moment): Point[] {
  const range = args.find((arg) => arg.type === 'selector')
  if (range === undefined) throw new NotEvaluated('a subquery')
  const numbers = args.filter((arg) => arg !== range).map((arg) => numberOf(evaluate(arg, moment)))
  const endSeconds = moment.seconds - range.offsetMs / 1000
  const startSeconds = endSeconds - (range.rangeMs ?? 0) / 1000
  return rangeOf(range, moment).flatMap(({ metric, samples }) => {
    const value = RANGE_FUNCTIONS[name]?.({ samples, startSeconds, endSeconds }, numbers[0] ?? 0)
    return value === undefined ? [] : [{ metric: name === 'last_over_time' ? metric : nameless(metric), value }]
  })
}

type Aggregate = Extract<Expression, { type: 'aggregate' }>

const AGGREGATES: Record<string, (values: number[], parameter: number) => number> = {
  sum: total,
  avg: (values) => total(values) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  count: (values) => values.length,
  group: () => 1,
  stddev: (values) => Math.sqrt(variance(values)),
  stdvar: variance,
  quantile: (values, share) => quantile(values, share),
}

function aggregate({ operator, grouping, parameter, inner }: Aggregate, moment: Moment): Point[] {
  const points = pointsOf(evaluate(inner, moment))
  const number = parameter === undefined ? 0 : numberOf(evaluate(parameter, moment))
  const groups = [...Map.groupBy(points, ({ metric }) => keyOf(grouped(metric, grouping))).values()]
  if (operator === 'topk' || operator === 'bottomk')
    return groups.flatMap((group) => sorted(group, operator === 'bottomk').slice(0, Math.max(0, number)))
  const combine = AGGREGATES[operator]
  if (combine === undefined) throw new NotEvaluated(operator)
  return groups.map((group) => ({
    metric: grouped(group[0]?.metric ?? {}, grouping),
    value: combine(
      group.map(({ value }) => value),
      number,
    ),
  }))
}

function grouped(metric: Labels, { isWithout, labels }: Grouping): Labels {
  const isKept = (label: string) =>
    isWithout ? label !== '__name__' && !labels.includes(label) : labels.includes(label)
  return Object.fromEntries(Object.entries(metric).filter(([label]) => isKept(label)))
}

type Binary = Extract<Expression, { type: 'binary' }>

function binary(expression: Binary, moment: Moment): Value {
  const left = evaluate(expression.left, moment)
  const right = evaluate(expression.right, moment)
  if (left.type === 'vector' && right.type === 'vector')
    return { type: 'vector', points: vectors(expression, left.points, right.points) }
  if (left.type === 'scalar' && right.type === 'scalar')
    return { type: 'scalar', value: number(expression.operator, left.value, right.value) }
  const points = left.type === 'vector' ? left.points : pointsOf(right)
  const pair = (value: number): [number, number] =>
    left.type === 'vector' ? [value, numberOf(right)] : [numberOf(left), value]
  return { type: 'vector', points: points.flatMap((point) => joined(expression, point, ...pair(point.value))) }
}

function number(operator: string, left: number, right: number): number {
  if (isComparison(operator)) return compare(operator, left, right) ? 1 : 0
  return BINARY[operator]?.(left, right) ?? Number.NaN
}

/** A comparison keeps what holds, with its value; arithmetic drops the name. */
function joined({ operator, isBool }: Binary, { metric, value: own }: Point, left: number, right: number): Point[] {
  if (!isComparison(operator)) return [{ metric: nameless(metric), value: number(operator, left, right) }]
  const holds = compare(operator, left, right)
  if (isBool) return [{ metric: nameless(metric), value: holds ? 1 : 0 }]
  return holds ? [{ metric, value: own }] : []
}

function vectors(expression: Binary, left: Point[], right: Point[]): Point[] {
  const { operator, matching } = expression
  const key = ({ metric }: Point) => keyOf(matchLabels(metric, matching))
  const keys = new Set(right.map(key))
  if (operator === 'and') return left.filter((point) => keys.has(key(point)))
  if (operator === 'unless') return left.filter((point) => !keys.has(key(point)))
  if (operator === 'or') return [...left, ...right.filter((point) => !left.some((one) => key(one) === key(point)))]
  const [many, one] = matching?.group === 'right' ? [right, left] : [left, right]
  const partners = new Map(one.map((point) => [key(point), point]))
  return many.flatMap((point) => {
    const partner = partners.get(key(point))
    if (partner === undefined) return []
    const pair: [number, number] = many === left ? [point.value, partner.value] : [partner.value, point.value]
    const metric = resultLabels(point.metric, partner.metric, matching, isComparison(operator) && !expression.isBool)
    return joined(expression, { metric, value: pair[0] }, ...pair)
  })
}

function matchLabels(metric: Labels, matching: Matching | undefined): Labels {
  const { isOn = false, labels = [] } = matching ?? {}
  return grouped(metric, { isWithout: !isOn, labels })
}

function resultLabels(metric: Labels, partner: Labels, matching: Matching | undefined, keepsName: boolean): Labels {
  if (matching?.group !== undefined) {
    const included = matching.include
      .filter((label) => partner[label] !== undefined)
      .map((label) => [label, partner[label] ?? ''])
    return { ...metric, ...Object.fromEntries(included) }
  }
  return keepsName && matching === undefined ? metric : matchLabels(metric, matching)
}

function mapped(given: Value, change: (value: number) => number): Value {
  if (given.type === 'scalar') return { type: 'scalar', value: change(given.value) }
  return {
    type: 'vector',
    points: given.points.map(({ metric, value }) => ({ metric: nameless(metric), value: change(value) })),
  }
}

function sorted(points: Point[], isAscending: boolean): Point[] {
  return [...points].sort((one, other) => (isAscending ? one.value - other.value : other.value - one.value))
}

function nameless(metric: Labels): Labels {
  const { __name__: _name, ...labels } = metric
  return labels
}

function keyOf(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)))
}

function numberOf(value: Value): number {
  return value.type === 'scalar' ? value.value : (value.points[0]?.value ?? Number.NaN)
}

function pointsOf(value: Value): Point[] {
  return value.type === 'vector' ? value.points : [{ metric: {}, value: value.value }]
}
