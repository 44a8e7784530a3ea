/** JSON whose numbers stay as they were written: what people describe comes back to them digit by digit. */
type Exactly = {
  parse(text: string, reviver: (key: string, value: unknown, context?: { source?: string }) => unknown): unknown
  rawJSON?(source: string): unknown
  isRawJSON?(value: unknown): value is { rawJSON: string }
}

/** Part of the language; the types do not know them yet, and an old browser falls back to its own numbers. */
const exactly = JSON as unknown as Exactly

export type Fields = Readonly<Record<string, unknown>>

export function readJson(text: string): unknown {
  return exactly.parse(text, (_key, value, context) =>
    typeof value === 'number' && context?.source !== undefined ? numberOf(context.source) : value,
  )
}

export function numberOf(digits: string): unknown {
  return exactly.rawJSON?.(digits) ?? Number(digits)
}

export function writeJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export function isNumber(value: unknown): boolean {
  return typeof value === 'number' || exactly.isRawJSON?.(value) === true
}

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value)
}

/** A document being written may hold anything anywhere; what is no record or list counts as an empty one. */
export function recordOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text as it is, anything else as JSON. */
export function wordOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
