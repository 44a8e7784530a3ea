/** What a plot is of, in few words: whole expressions are for whoever asks for them. */
import { inReadingOrder } from '../../../../../src/words/label-order.ts'
import { phrase } from '../../../language/phrase.ts'
import { bareExpression } from './counters.ts'

const KEYWORDS = /^(?:by|without|on|ignoring|and|or|unless|bool|offset|group_left|group_right|inf|nan)$/i
const METRICS_MAX = 2

/** `sum(rate(http_requests_total{code="500"}[5m]))` is `http requests, per second`. An expression without a name stays as it is. */
export function titleOf(query: string, isRate = false): string {
  const bare = bareExpression(query)
  const names = [...new Set([...bare.matchAll(/[a-z_:][\w:]*(?!\s*\(|[\w:])/gi)].map(([name]) => name))]
  const measured = names.filter((name) => !KEYWORDS.test(name)).slice(0, METRICS_MAX)
  if (measured.length === 0) return query
  return withWay(bare, measured.map(inWords).join(' / '), isRate)
}

function inWords(name: string): string {
  return name
    .replace(/_(?:total|bucket|count|sum)$/, '')
    .replace(/[_:]+/g, ' ')
    .trim()
}

/** How it is counted, where that changes what is read. */
function withWay(query: string, what: string, isRate: boolean): string {
  const [, quantile] = /histogram_quantile\s*\(\s*([\d.]+)/.exec(query) ?? []
  if (quantile !== undefined)
    return phrase('{what}, {percent} % are below', { what, percent: Math.round(+quantile * 1000) / 10 })
  if (isRate || /\bi?rate\s*\(/.test(query)) return phrase('{what}, per second', { what })
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
