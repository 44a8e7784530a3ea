/** PromQL as a tree. The whole syntax is read; what can be evaluated is another file's matter. */
import { BadExpression, durationMs, type Token, textOf, tokensOf } from './tokens.ts'

export type Matcher = { label: string; operator: '=' | '!=' | '=~' | '!~'; value: string }
export type Grouping = { isWithout: boolean; labels: readonly string[] }
export type Matching = {
  isOn: boolean
  labels: readonly string[]
  group?: 'left' | 'right'
  include: readonly string[]
}

export type Selector = {
  type: 'selector'
  name: string | undefined
  matchers: readonly Matcher[]
  rangeMs?: number
  offsetMs: number
}
export type Expression =
  | { type: 'number'; value: number }
  | { type: 'text'; value: string }
  | Selector
  | { type: 'subquery'; inner: Expression; rangeMs: number; offsetMs: number }
  | { type: 'call'; name: string; args: readonly Expression[] }
  | { type: 'aggregate'; operator: string; grouping: Grouping; parameter: Expression | undefined; inner: Expression }
  | {
      type: 'binary'
      operator: string
      left: Expression
      right: Expression
      isBool: boolean
      matching: Matching | undefined
    }
  | { type: 'negation'; inner: Expression }

const AGGREGATES = [
  'sum',
  'avg',
  'min',
  'max',
  'count',
  'group',
  'stddev',
  'stdvar',
  'topk',
  'bottomk',
  'quantile',
  'count_values',
]
const WITH_PARAMETER = ['topk', 'bottomk', 'quantile', 'count_values']

const FUNCTIONS =
  'abs absent absent_over_time avg_over_time ceil changes clamp clamp_max clamp_min count_over_time day_of_month day_of_week day_of_year days_in_month delta deriv exp floor histogram_avg histogram_count histogram_fraction histogram_quantile histogram_sum hour idelta increase irate label_join label_replace last_over_time ln log10 log2 max_over_time min_over_time minute month predict_linear present_over_time quantile_over_time rate resets round scalar sgn sort sort_desc sqrt stddev_over_time stdvar_over_time sum_over_time time timestamp vector year'.split(
    ' ',
  )

const OF_RANGES = /_over_time$|^(rate|increase|irate|idelta|delta|deriv|changes|resets|predict_linear)$/

// From the weakest to the strongest; the power is apart because it binds to the right.
const LEVELS = [['or'], ['and', 'unless'], ['==', '!=', '<=', '<', '>=', '>'], ['+', '-'], ['*', '/', '%']]

export function readExpression(text: string): Expression {
  const parser = new Parser(tokensOf(text))
  return parser.readWhole()
}

class Parser {
  readonly #tokens: Token[]
  #position = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  readWhole(): Expression {
    if (this.#peek().kind === 'end') throw new BadExpression(0, 'no expression found in input')
    const expression = this.#binary(0)
    if (this.#peek().text === ')') throw new BadExpression(this.#peek().at + 1, "unexpected right parenthesis ')'")
    if (this.#peek().kind !== 'end') throw this.#unexpected()
    return expression
  }

  #binary(level: number): Expression {
    const operators = LEVELS[level]
    if (operators === undefined) return this.#unary()
    let left = this.#binary(level + 1)
    while (operators.includes(this.#peek().text.toLowerCase()) && this.#peek().kind !== 'string') {
      const operator = this.#take().text.toLowerCase()
      const isBool = this.#takes('bool')
      const matching = this.#matching()
      left = { type: 'binary', operator, left, right: this.#binary(level + 1), isBool, matching }
    }
    return left
  }

  #matching(): Matching | undefined {
    const word = this.#peek().text.toLowerCase()
    if (word !== 'on' && word !== 'ignoring') return undefined
    this.#take()
    const labels = this.#labels()
    const side = /^group_(left|right)$/.exec(this.#peek().text)?.[1] as 'left' | 'right' | undefined
    if (side === undefined) return { isOn: word === 'on', labels, include: [] }
    this.#take()
    return { isOn: word === 'on', labels, group: side, include: this.#peek().text === '(' ? this.#labels() : [] }
  }

  #unary(): Expression {
    if (this.#takes('-')) return { type: 'negation', inner: this.#unary() }
    if (this.#takes('+')) return this.#unary()
    const base = this.#suffixed(this.#primary())
    if (!this.#takes('^')) return base
    return { type: 'binary', operator: '^', left: base, right: this.#unary(), isBool: false, matching: undefined }
  }

  #primary(): Expression {
    const token = this.#take()
    if (token.kind === 'number') return { type: 'number', value: Number(token.text) }
    if (token.kind === 'string') return { type: 'text', value: textOf(token.text) }
    if (token.kind === 'duration') return { type: 'number', value: (durationMs(token.text) ?? 0) / 1000 }
    if (token.text === '(') return this.#closed(this.#binary(0))
    if (token.text === '{') return this.#selector(undefined, true)
    if (token.kind === 'name') return this.#named(token)
    this.#position -= 1
    throw this.#unexpected()
  }

  #named(token: Token): Expression {
    const next = this.#peek().text
    const word = token.text.toLowerCase()
    if (AGGREGATES.includes(word) && ['(', 'by', 'without'].includes(next)) return this.#aggregate(word)
    if (next === '(') return this.#call(token)
    if (/^(inf|nan)$/.test(word))
      return { type: 'number', value: word === 'inf' ? Number.POSITIVE_INFINITY : Number.NaN }
    return this.#selector(token.text, this.#takes('{'))
  }

  #selector(name: string | undefined, hasBraces: boolean): Selector {
    const at = this.#peek().at - (hasBraces ? 1 : 0)
    const matchers = hasBraces ? this.#matchers() : []
    const isEmpty = ({ operator, value }: Matcher) =>
      (operator === '=' && value === '') || (operator === '=~' && /^(\.\*)?$/.test(value))
    if (name === undefined && matchers.every((matcher) => matcher.operator.startsWith('!') || isEmpty(matcher)))
      throw new BadExpression(at, 'vector selector must contain at least one non-empty matcher')
    const named = matchers.find(({ label, operator }) => label === '__name__' && operator === '=')?.value
    return { type: 'selector', name: name ?? named, matchers, offsetMs: 0 }
  }

  #matchers(): Matcher[] {
    const matchers: Matcher[] = []
    while (!this.#takes('}')) {
      matchers.push(this.#matcher())
      if (!this.#takes(',') && this.#peek().text !== '}') throw this.#unexpected('label matching', '"," or "}"')
    }
    return matchers
  }

  #matcher(): Matcher {
    const label = this.#take()
    if (label.kind !== 'name') throw this.#back().#unexpected('label matching', 'identifier or "}"')
    const operator = this.#take()
    if (!['=', '!=', '=~', '!~'].includes(operator.text))
      throw this.#back().#unexpected('label matching', 'label matching operator')
    const value = this.#take()
    if (value.kind !== 'string') throw this.#back().#unexpected('label matching', 'string')
    const matcher = { label: label.text, operator: operator.text as Matcher['operator'], value: textOf(value.text) }
    if (operator.text.endsWith('~')) readPattern(matcher.value, value.at)
    return matcher
  }

  #aggregate(operator: string): Expression {
    const before = this.#grouping()
    const { args } = this.#arguments()
    const grouping = before ?? this.#grouping() ?? { isWithout: false, labels: [] }
    const [first, second] = WITH_PARAMETER.includes(operator) ? [args[1], args[0]] : [args[0], undefined]
    if (first === undefined)
      throw new BadExpression(this.#peek().at, `wrong number of arguments for aggregate expression provided`)
    return { type: 'aggregate', operator, grouping, parameter: second, inner: first }
  }

  #grouping(): Grouping | undefined {
    const word = this.#peek().text.toLowerCase()
    if (word !== 'by' && word !== 'without') return undefined
    this.#take()
    return { isWithout: word === 'without', labels: this.#labels() }
  }

  #labels(): string[] {
    if (!this.#takes('(')) throw this.#unexpected('grouping opts', '"("')
    const labels: string[] = []
    while (!this.#takes(')')) {
      labels.push(this.#take().text)
      if (!this.#takes(',') && this.#peek().text !== ')') throw this.#unexpected('grouping opts', '"," or ")"')
    }
    return labels
  }

  #call(token: Token): Expression {
    if (!FUNCTIONS.includes(token.text)) throw new BadExpression(token.at, `unknown function with name "${token.text}"`)
    const { args, at } = this.#arguments()
    const isRange = (arg: Expression) =>
      arg.type === 'subquery' || (arg.type === 'selector' && arg.rangeMs !== undefined)
    if (OF_RANGES.test(token.text) && args.every((arg) => !isRange(arg)))
      throw new BadExpression(at, `expected type range vector in call to function "${token.text}", got instant vector`)
    if (!OF_RANGES.test(token.text) && args.some(isRange))
      throw new BadExpression(at, `expected type instant vector in call to function "${token.text}", got range vector`)
    return { type: 'call', name: token.text, args }
  }

  #arguments(): { args: Expression[]; at: number } {
    this.#expect('(')
    const at = this.#peek().at
    const args: Expression[] = []
    while (!this.#takes(')')) {
      args.push(this.#binary(0))
      if (!this.#takes(',') && this.#peek().text !== ')') throw this.#unclosedOrUnexpected()
    }
    return { args, at }
  }

  /** `[5m]`, `[1h:1m]`, `offset 5m`, `@ 123`, in whatever number. */
  #suffixed(expression: Expression): Expression {
    if (this.#takes('[')) return this.#suffixed(this.#ranged(expression))
    if (this.#takes('offset')) return this.#suffixed(this.#moved(expression))
    if (!this.#takes('@')) return expression
    this.#take()
    return this.#suffixed(expression)
  }

  #ranged(inner: Expression): Expression {
    const rangeMs = this.#duration()
    if (this.#takes(':')) {
      if (this.#peek().text !== ']') this.#duration()
      this.#expect(']')
      return { type: 'subquery', inner, rangeMs, offsetMs: 0 }
    }
    this.#expect(']')
    if (inner.type !== 'selector') throw new BadExpression(this.#peek().at, 'ranges only allowed for vector selectors')
    return { ...inner, rangeMs }
  }

  #moved(expression: Expression): Expression {
    const sign = this.#takes('-') ? -1 : 1
    const offsetMs = sign * this.#duration()
    if (expression.type === 'selector' || expression.type === 'subquery') return { ...expression, offsetMs }
    throw new BadExpression(
      this.#peek().at,
      'offset modifier must be preceded by an instant vector selector or range vector selector or a subquery',
    )
  }

  #duration(): number {
    const token = this.#take()
    const ms = token.kind === 'duration' || token.kind === 'number' ? durationMs(token.text) : undefined
    if (ms === undefined) throw new BadExpression(token.at, `bad number or duration syntax: "${token.text}"`)
    return ms
  }

  #closed(expression: Expression): Expression {
    if (!this.#takes(')')) throw this.#unclosedOrUnexpected()
    return expression
  }

  #unclosedOrUnexpected(): BadExpression {
    return this.#peek().kind === 'end'
      ? new BadExpression(this.#peek().at, 'unclosed left parenthesis')
      : this.#unexpected()
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw this.#unexpected()
  }

  #takes(text: string): boolean {
    const token = this.#peek()
    if (token.kind === 'string' || token.text.toLowerCase() !== text) return false
    this.#position += 1
    return true
  }

  #peek(): Token {
    return this.#tokens[this.#position] ?? { kind: 'end', text: '', at: 0 }
  }

  #take(): Token {
    const token = this.#peek()
    this.#position += 1
    return token
  }

  #back(): this {
    this.#position -= 1
    return this
  }

  #unexpected(where = '', expected = ''): BadExpression {
    const { kind, text, at } = this.#peek()
    const what =
      kind === 'end'
        ? 'end of input'
        : kind === 'name'
          ? `identifier "${text}"`
          : kind === 'symbol'
            ? `"${text}"`
            : `${kind} ${text}`
    return new BadExpression(at, `unexpected ${what}${where && ` in ${where}`}${expected && `, expected ${expected}`}`)
  }
}

/** The pattern of a query is asked for by every series at every step of its range. */
const patterns = new Map<string, RegExp>()
const PATTERNS_MAX = 1_000

/** Anchored on both sides; RE2's leading flags become the engine's own. */
export function readPattern(text: string, at = 0): RegExp {
  const pattern = patterns.get(text) ?? compiled(text, at)
  if (patterns.size > PATTERNS_MAX) patterns.clear()
  patterns.set(text, pattern)
  return pattern
}

function compiled(text: string, at: number): RegExp {
  const [, flags = '', body = text] = /^\(\?([is]+)\)(.*)$/s.exec(text) ?? []
  try {
    return new RegExp(`^(?:${body})$`, flags)
  } catch (error) {
    throw new BadExpression(at, `error parsing regexp: ${(error as Error).message}`)
  }
}
