/** What a plot is of, in few words: whole expressions are for whoever asks for them. */
import { inReadingOrder } from '../../../../../src/words/label-order.ts'
import { phrase } from '../../../language/phrase.ts'
import { bareExpression, isProcessorTime } from './counters.ts'

const KEYWORDS = /^(?:by|without|on|ignoring|and|or|unless|bool|offset|group_left|group_right|inf|nan)$/i
const METRICS_MAX = 2

/** `sum(rate(http_requests_total{code="500"}[5m]))` is `http requests, per second`. An expression without a name stays as it is. */
export function titleOf(query: string, isRate = false): string {
  const bare = bareExpression(query)
  const names = [...new Set([...bare.matchAll(/[a-z_:][\w:]*(?!\s*\(|[\w:])/gi)].map(([name]) => name))]
  const measured = names.filter((name) => !KEYWORDS.test(name)).slice(0, METRICS_MAX)
  if (measured.length === 0) return query
  const what = measured.map(inWords).join(' / ')
  const isRated = isRate || /\bi?rate\s*\(/.test(bare)
  if (isRated && names.length === 1 && isProcessorTime(names[0] ?? '')) return phrase('{what}, in cores', { what })
  return withWay(bare, what, isRated)
}

/** How many were measured is in no unit. */
const NUMBER_OF = /_(?:seconds|milliseconds|bytes)_count$/

function inWords(name: string): string {
  const bare = NUMBER_OF.test(name)
    ? name.replace(NUMBER_OF, ' count')
    : name.replace(/_(?:total|bucket|count|sum)$/, '')
  return (isProcessorTime(name) ? bare.replace(/_seconds$/, '') : bare).replace(/[_:]+/g, ' ').trim()
}

/** How it is counted, where that changes what is read. */
function withWay(query: string, what: string, isRate: boolean): string {
  const [, quantile] = /histogram_quantile\s*\(\s*([\d.]+)/.exec(query) ?? []
  if (quantile !== undefined)
    return phrase('{what}, {percent} % are below', { what, percent: Math.round(+quantile * 1000) / 10 })
  if (isRate) return phrase('{what}, per second', { what })
  return /\b(?:increase|delta)\s*\(/.test(query) ? phrase('{what}, increase', { what }) : what
}

const PAIR = /([\w.]+)="((?:[^"\\]|\\.)*)"/g
const LABELS_OF_ONE = 3

/** Each curve by the labels in which it differs from the others; the only one by those that tell most. */
export function legendsOf(names: readonly string[]): string[] {
  const all = names.map((name) =>
    Object.fromEntries([...name.matchAll(PAIR)].map(([, label = '', value = '']) => [label, value])),
  )
  return all.map((labels, at) => {
    const others = all.filter((_, other) => other !== at)
    const own = inReadingOrder(labels).filter(([label, value]) => others.some((other) => other[label] !== value))
    const told = names.length === 1 ? inReadingOrder(labels).slice(0, LABELS_OF_ONE) : own
    return told.length === 0 ? (names[at] ?? '') : told.map(([label, value]) => `${label}=${value}`).join(', ')
  })
}
