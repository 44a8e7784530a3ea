/** An expression cut into tokens, and the server's words for what it cannot read. */
export type Token = { kind: 'number' | 'string' | 'name' | 'duration' | 'symbol' | 'end'; text: string; at: number }

export class BadExpression extends Error {
  constructor(at: number, why: string) {
    super(`1:${at + 1}: parse error: ${why}`)
  }
}

const PATTERNS: [Token['kind'] | 'space', RegExp][] = [
  ['space', /(?:\s+|#[^\n]*)/y],
  ['duration', /(?:\d+(?:ms|[smhdwy]))+(?![\w.:])/y],
  ['number', /(?:0x[0-9a-fA-F]+|\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)/y],
  ['string', /(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`)/y],
  ['name', /[a-zA-Z_:][a-zA-Z0-9_:]*/y],
  ['symbol', /(?:=~|!~|==|!=|<=|>=|[-+*/%^=<>(){}[\],:@])/y],
]

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at)
    if (token.kind !== 'space') tokens.push(token as Token)
    at += token.text.length
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }]
}

function tokenAt(text: string, at: number): { kind: Token['kind'] | 'space'; text: string; at: number } {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) return { kind, text: found[0], at }
  }
  if (/["'`]/.test(text[at] ?? '')) throw new BadExpression(at, 'unterminated quoted string')
  throw new BadExpression(at, `unexpected character: '${text[at]}'`)
}

export function textOf(quoted: string): string {
  const inner = quoted.slice(1, -1)
  if (quoted.startsWith('`')) return inner
  return inner.replace(/\\(.)/g, (_, escaped: string) => ({ n: '\n', t: '\t', r: '\r' })[escaped] ?? escaped)
}

const UNIT_MS: Record<string, number> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_536_000_000,
}

/** `1h30m`, or a plain number of seconds; undefined where it is neither. */
export function durationMs(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  if (!/^(\d+(ms|[smhdwy]))+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0),
    0,
  )
}
