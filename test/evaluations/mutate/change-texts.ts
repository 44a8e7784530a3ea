/** Every text of a value through one hand: keys and values alike, for names stand in both. */
export function changeTexts<Value>(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value) as Value
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((part) => changeTexts(part, change)) as Value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [change(key), changeTexts(part, change)]),
  ) as Value
}

/** All keys of a value, as a format prescribes them. */
export function keysIn(value: unknown, found = new Set<string>()): Set<string> {
  if (value === null || typeof value !== 'object') return found
  if (!Array.isArray(value)) for (const key of Object.keys(value)) found.add(key.toLowerCase())
  for (const part of Object.values(value)) keysIn(part, found)
  return found
}
