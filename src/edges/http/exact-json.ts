/** JSON whose numbers stay as they were written when it is written again: 12345678901234567890, 15.40, 1e400. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** Both are part of the language and of Node since version 21; the types do not know them yet. */
const exactly = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown
  rawJSON(source: string): unknown
}

export function parseExact(text: string): unknown {
  return exactly.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? exactly.rawJSON(source) : value,
  )
}
