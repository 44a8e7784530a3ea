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

/**
 * The same JSON value with every text in it changed, names of fields included; the very value where none changes. Each is
 * looked at once, however deep it stands: what is asked for twice at every level is asked for 2^levels times at the last.
 */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  // `1e999` is valid JSON and reads as Infinity, which JSON cannot write.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? mapItems(value, change) : mapFields(value as Record<string, unknown>, change)
}

function mapItems(items: readonly unknown[], change: (text: string) => string): readonly unknown[] {
  let mapped: unknown[] | undefined
  for (let index = 0; index < items.length; index += 1) {
    const item = mapTexts(items[index], change)
    if (mapped === undefined && item !== items[index]) mapped = items.slice(0, index)
    mapped?.push(item)
  }
  return mapped ?? items
}

function mapFields(fields: Readonly<Record<string, unknown>>, change: (text: string) => string): object {
  const names = Object.keys(fields)
  let mapped: [string, unknown][] | undefined
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as string
    const changed = change(name)
    const item = mapTexts(fields[name], change)
    if (mapped === undefined && (changed !== name || item !== fields[name])) mapped = entriesOf(fields, index)
    mapped?.push([changed, item])
  }
  // From entries, not by assignment: a field called `__proto__` stays a field.
  return mapped === undefined ? fields : Object.fromEntries(mapped)
}

function entriesOf(fields: Readonly<Record<string, unknown>>, count: number): [string, unknown][] {
  return Object.entries(fields).slice(0, count)
}
