/**
 * What may be stored. PostgreSQL's text holds neither U+0000 nor half a surrogate pair, and no field may grow without
 * limit; everything else is kept as it was sent.
 */
const TEXT_BYTES_MAX = 64 * 1024

/** Room for the mark, so that a text already cut is not cut again. */
const MARK_BYTES_MAX = 64

const encoder = new TextEncoder()

export function wellFormed(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
}

/** Cuts between characters, never within one, and says so. */
export function capText(text: string): string {
  // A UTF-16 unit is at most three bytes long: most texts are let through without being measured.
  if (text.length * 3 <= TEXT_BYTES_MAX || Buffer.byteLength(text) <= TEXT_BYTES_MAX) return text
  const { read } = encoder.encodeInto(text, new Uint8Array(TEXT_BYTES_MAX - MARK_BYTES_MAX))
  return `${text.slice(0, read)}… [cut: ${text.length} characters in all]`
}

export function storedText(text: string): string {
  return capText(wellFormed(text))
}

/** The same JSON value with every text in it changed, names of fields included. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  // `1e999` is valid JSON and reads as Infinity, which JSON cannot write.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  // From entries, not by assignment: a field called `__proto__` stays a field.
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), mapTexts(item, change)]))
}
