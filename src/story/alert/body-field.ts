import { invalid } from '../../problem.ts'
import { storedText, wellFormed } from './stored-text.ts'

/**
 * Reading fields of a body: a value is taken in the type it was sent in or refused by name, never coerced.
 * `null` is how several tools write "none".
 */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function has(fields: Fields, name: string): boolean {
  return Object.hasOwn(fields, name) && fields[name] !== null && fields[name] !== undefined
}

/** Well formed, and as long as it was sent; undefined where absent. */
export function readText(fields: Fields, name: string, path = name): string | undefined {
  if (!has(fields, name)) return undefined
  const value = fields[name]
  if (typeof value !== 'string') throw invalid(path, `must be a string, but is ${kindOf(value)}`)
  return wellFormed(value)
}

/** Tools write their ids as integers or as strings; to us both are names. */
export function readId(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (typeof value === 'number') return String(value)
  if (has(fields, name) && typeof value !== 'string') {
    throw invalid(name, `must be an integer or a string, but is ${kindOf(value)}`)
  }
  return readText(fields, name)
}

/** Names and values as they can be stored; a name without a value is left out. What can be stored as it came is not copied. */
export function readTexts(fields: Fields, name: string, path = name): Readonly<Record<string, string>> {
  const texts = readFields(fields, name, path) ?? {}
  if (areStoredTexts(texts)) return texts
  const names = Object.keys(texts).filter((each) => has(texts, each))
  return Object.fromEntries(names.map((each) => [storedText(each), readValue(texts, each, path)]))
}

function areStoredTexts(texts: Fields): texts is Readonly<Record<string, string>> {
  for (const name of Object.keys(texts)) {
    const value = texts[name]
    if (typeof value !== 'string' || storedText(value) !== value || storedText(name) !== name) return false
  }
  return true
}

function readValue(texts: Fields, name: string, path: string): string {
  return storedText(readText(texts, name, `${path}.${wellFormed(name.slice(0, PATH_NAME_CHARACTERS_MAX))}`) ?? '')
}

/** The answer names the field; it need not repeat a name as long as the body. */
const PATH_NAME_CHARACTERS_MAX = 100

export function readFields(fields: Fields, name: string, path = name): Fields | undefined {
  if (!has(fields, name)) return undefined
  const value = fields[name]
  if (!isFields(value)) throw invalid(path, `must be an object, but is ${kindOf(value)}`)
  return value
}

export function readList(fields: Fields, name: string): readonly unknown[] {
  if (!has(fields, name)) return []
  const value = fields[name]
  if (!Array.isArray(value)) throw invalid(name, `must be an array, but is ${kindOf(value)}`)
  return value
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'missing'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
