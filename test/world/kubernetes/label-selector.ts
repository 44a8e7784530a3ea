/** The label selector language, with a real server's complaints about what it cannot read. */
import { badRequest } from './refusal.ts'

type Labels = Readonly<Record<string, string>>
type Requirement = (labels: Labels) => boolean

const OPERATORS = ['in', 'notin', '=', '==', '!=', '>', '<']
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/

export function readLabelSelector(text: string): Requirement {
  const parser = new Parser(tokensOf(text))
  const requirements = parser.readAll()
  return (labels) => requirements.every((holds) => holds(labels))
}

/** `spec.selector` of a workload, and the plain map of a Service. */
export function readSelectorObject(selector: {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: string; values?: string[] }[]
}): Requirement {
  const expressions = (selector.matchExpressions ?? []).map(({ key, operator, values = [] }) =>
    requirement(key, operator.toLowerCase(), values),
  )
  const exact = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => requirement(key, '=', [value]))
  return (labels) => [...exact, ...expressions].every((holds) => holds(labels))
}

class Parser {
  readonly #tokens: string[]

  constructor(tokens: string[]) {
    this.#tokens = tokens
  }

  readAll(): Requirement[] {
    if (this.#peek() === '') return []
    const requirements: Requirement[] = []
    for (;;) {
      requirements.push(this.#requirement())
      const next = this.#take()
      if (next === '') return requirements
      if (next !== ',') throw badRequest(`found '${next}', expected: ',' or 'end of string'`)
      if (!isIdentifier(this.#peek()) && this.#peek() !== '!')
        throw badRequest(`found '${this.#peek()}', expected: identifier after ','`)
    }
  }

  #requirement(): Requirement {
    const isAbsence = this.#peek() === '!'
    if (isAbsence) this.#take()
    const key = this.#take()
    if (!isIdentifier(key)) throw badRequest(`found '${key}', expected: !, identifier, or 'end of string'`)
    checkKey(key)
    if (isAbsence) return requirement(key, 'doesnotexist', [])
    if (this.#peek() === '' || this.#peek() === ',') return requirement(key, 'exists', [])
    const operator = this.#take()
    if (!OPERATORS.includes(operator)) throw unreadable(`found '${operator}', expected: ${OPERATORS.join(', ')}`)
    const values = operator === 'in' || operator === 'notin' ? this.#list() : [this.#value()]
    for (const value of values) checkValue(key, value)
    return requirement(key, operator, values)
  }

  #list(): string[] {
    const open = this.#take()
    if (open !== '(') throw unreadable(`found '${open}' expected: '('`)
    const values: string[] = []
    for (let token = this.#take(); token !== ')'; token = this.#take()) {
      if (isIdentifier(token)) values.push(token)
      else if (token !== ',') throw unreadable(`found '${token}', expected: ',', ')' or identifier`)
    }
    return values
  }

  /** `key=` asks for the empty value. */
  #value(): string {
    return isIdentifier(this.#peek()) ? this.#take() : ''
  }

  #peek(): string {
    return this.#tokens[0] ?? ''
  }

  #take(): string {
    return this.#tokens.shift() ?? ''
  }
}

function tokensOf(text: string): string[] {
  return text.match(/==|!=|[=!(),<>]|[^\s=!(),<>]+/g) ?? []
}

function isIdentifier(token: string): boolean {
  return token !== '' && !/^[=!(),<>]/.test(token)
}

function requirement(key: string, operator: string, values: string[]): Requirement {
  return (labels) => {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined
    switch (operator) {
      case 'exists':
        return value !== undefined
      case 'doesnotexist':
        return value === undefined
      case '!=':
      case 'notin':
        return value === undefined || !values.includes(value)
      case '>':
        return value !== undefined && Number(value) > Number(values[0])
      case '<':
        return value !== undefined && Number(value) < Number(values[0])
      default:
        return value !== undefined && values.includes(value)
    }
  }
}

function checkKey(key: string): void {
  const parts = key.split('/')
  if (parts.length > 2 || !NAME.test(parts.at(-1) ?? ''))
    throw unreadable(
      `<nil>: Invalid value: "${key}": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    )
}

function checkValue(key: string, value: string): void {
  if (value === '' || NAME.test(value)) return
  throw unreadable(
    `values[0][${key}]: Invalid value: "${value}": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
  )
}

function unreadable(why: string) {
  return badRequest(`unable to parse requirement: ${why}`)
}
