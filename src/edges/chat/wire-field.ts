/** Looking into what the platform sent. Its bodies grow new fields and lose old ones, so what is not as expected is absent. */
import { wellFormed } from '../../story/alert/stored-text.ts'

export type WireFields = Readonly<Record<string, unknown>>

export function fieldsAt(value: unknown, ...path: string[]): WireFields | undefined {
  const found = valueAt(value, path)
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as WireFields) : undefined
}

export function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = valueAt(value, path)
  return typeof found === 'string' ? wellFormed(found) : undefined
}

export function listAt(value: unknown, ...path: string[]): readonly unknown[] {
  const found = valueAt(value, path)
  return Array.isArray(found) ? found : []
}

const ID_CHARACTERS_MAX = 200

/** Ids become keys of our own records: neither empty nor longer than any real one. */
export function idAt(value: unknown, ...path: string[]): string | undefined {
  const text = textAt(value, ...path)
  return text !== undefined && text !== '' && text.length <= ID_CHARACTERS_MAX ? text : undefined
}

/** Those of the ids that are there, each once. */
export function idsAt(value: unknown, ...names: string[]): string[] {
  return [...new Set(names.map((name) => idAt(value, name)).filter((id) => id !== undefined))]
}

/** A JSON text inside a field, as the platform likes to send it; undefined where it is none. */
export function parsedAt(value: unknown, ...path: string[]): unknown {
  try {
    return JSON.parse(textAt(value, ...path) ?? '')
  } catch {
    return undefined
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (here, name) => (isOpen(here) && Object.hasOwn(here, name) ? here[name] : undefined),
    value,
  )
}

function isOpen(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Without the fields that are undefined: absent is absent. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}
