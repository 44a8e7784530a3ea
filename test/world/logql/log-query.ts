/** LogQL, as far as people write it in an incident: a selector, line filters, parsers, label filters, counts over time. */
import type { Matcher } from '../promql/expression.ts'
import { durationMs, textOf } from '../promql/tokens.ts'
import { type Line, labelStage, lineFilter, parserStage, type Stage } from './stages.ts'

export class BadLogQuery extends Error {}

export type LogQuery = { matchers: readonly Matcher[]; stages: readonly Stage[] }
export type MetricQuery = LogQuery & {
  over: 'count_over_time' | 'rate' | 'bytes_over_time' | 'bytes_rate'
  rangeMs: number
  aggregate: { operator: string; by: readonly string[] } | undefined
}

type Read = LogQuery | MetricQuery

export function isMetric(query: Read): query is MetricQuery {
  return 'over' in query
}

export function readLogQuery(text: string): Read {
  const scanner = new Scanner(text)
  const query = scanner.takes(/[{]/y, true) ? scanner.logQuery() : scanner.metricQuery()
  scanner.end()
  return query
}

const EMPTY_SELECTOR =
  'queries require at least one regexp or equality matcher that does not have an empty-compatible value. For instance, app=~".*" does not meet this requirement, but app=~".+" will'

const STRING = /"(?:\\.|[^"\\\n])*"|`[^`]*`/y
const NAME = /[a-zA-Z_][a-zA-Z0-9_]*/y

class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  logQuery(): LogQuery {
    const matchers = this.#selector()
    const stages: Stage[] = []
    for (let stage = this.#stage(); stage !== undefined; stage = this.#stage()) stages.push(stage)
    return { matchers, stages }
  }

  metricQuery(): MetricQuery {
    const operator = this.takes(/(?:sum|count|avg|min|max)\b/y)
    if (operator === undefined) return this.#overTime(undefined)
    const before = this.#grouping()
    this.#expect(/[(]/y, '(')
    const inner = this.#overTime(undefined)
    this.#expect(/[)]/y, ')')
    return { ...inner, aggregate: { operator, by: before ?? this.#grouping() ?? [] } }
  }

  #grouping(): string[] | undefined {
    if (this.takes(/by\b/y) === undefined) return undefined
    return this.#expect(/\(([^)]*)\)/y, '(')
      .slice(1, -1)
      .split(',')
      .map((label) => label.trim())
  }

  #overTime(aggregate: MetricQuery['aggregate']): MetricQuery {
    const over = this.#expect(/(?:count_over_time|rate|bytes_over_time|bytes_rate)\b/y, '{') as MetricQuery['over']
    this.#expect(/[(]/y, '(')
    const query = this.logQuery()
    const range = this.#expect(/\[[^\]]*\]/y, 'RANGE').slice(1, -1)
    this.#expect(/[)]/y, ')')
    const rangeMs = durationMs(range)
    if (rangeMs === undefined) throw this.#wrong(`not a valid duration string: "${range}"`)
    return { ...query, over, rangeMs, aggregate }
  }

  #selector(): Matcher[] {
    this.#expect(/[{]/y, '{')
    const matchers: Matcher[] = []
    while (this.takes(/[}]/y) === undefined) {
      matchers.push(this.#matcher())
      if (this.takes(/,/y) === undefined && this.takes(/[}]/y, true) === undefined) throw this.#unexpected('} or ,')
    }
    if (matchers.every(isEmptyCompatible)) throw new BadLogQuery(EMPTY_SELECTOR)
    return matchers
  }

  #matcher(): Matcher {
    const label = this.#expect(NAME, 'IDENTIFIER or }')
    const operator = this.#expect(/=~|!~|!=|=/y, '!= or = or =~ or !~') as Matcher['operator']
    return { label, operator, value: this.#pattern(operator) }
  }

  #stage(): Stage | undefined {
    const filter = this.takes(/\|=|!=|\|~|!~/y)
    if (filter !== undefined) return lineFilter(filter, this.#alternatives(filter))
    if (this.takes(/\|/y) === undefined) return undefined
    const name = this.#expect(NAME, 'IDENTIFIER')
    const operator = this.takes(/=~|!~|!=|==|=|>=|<=|>|</y)
    if (operator === undefined) return parserStage(name, this.takes(STRING))
    const value = this.takes(STRING)
    return labelStage(name, operator, value === undefined ? this.#expect(/[\w.]+/y, 'STRING') : textOf(value))
  }

  /** `|= "a" or "b"`. */
  #alternatives(filter: string): string[] {
    const values = [this.#pattern(filter)]
    while (this.takes(/or\b/y) !== undefined) values.push(this.#pattern(filter))
    return values
  }

  #pattern(operator: string): string {
    const value = textOf(this.#expect(STRING, 'STRING'))
    if (!operator.endsWith('~')) return value
    try {
      RegExp(value.replace(/^\(\?[is]+\)/, ''))
      return value
    } catch (error) {
      throw this.#wrong(`error parsing regexp: ${(error as Error).message}`)
    }
  }

  takes(pattern: RegExp, isOnlyLooking = false): string | undefined {
    this.#skipSpace()
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined && !isOnlyLooking) this.#at += found.length
    return found
  }

  end(): void {
    this.#skipSpace()
    if (this.#at < this.#text.length) throw this.#unexpected()
  }

  #expect(pattern: RegExp, expected: string): string {
    const found = this.takes(pattern)
    if (found === undefined) throw this.#unexpected(expected)
    return found
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1
  }

  #unexpected(expected?: string): BadLogQuery {
    const rest = this.#text.slice(this.#at)
    const what = rest === '' ? '$end' : /^[a-zA-Z_]/.test(rest) ? 'IDENTIFIER' : (rest[0] ?? '')
    return this.#wrong(`syntax error: unexpected ${what}${expected === undefined ? '' : `, expecting ${expected}`}`)
  }

  #wrong(why: string): BadLogQuery {
    return new BadLogQuery(`parse error at line 1, col ${this.#at + 1}: ${why}`)
  }
}

function isEmptyCompatible({ operator, value }: Matcher): boolean {
  if (operator.startsWith('!')) return true
  return operator === '=' ? value === '' : /^(\.\*)?$/.test(value)
}

/** The line as the stages leave it, or undefined where one of them drops it. */
export function throughStages(stages: readonly Stage[], line: Line): Line | undefined {
  let current: Line | undefined = line
  for (const stage of stages) current = current && stage(current)
  return current
}
