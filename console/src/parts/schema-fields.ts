/** A plugin's JSON Schema as fields of a form, and what was typed as the parameters of a call. */
import { meaningOfParameter } from '../language/of-service.ts'
import { phrase } from '../language/phrase.ts'

export type SchemaField = {
  name: string
  type: string
  description: string
  isRequired: boolean
  fallback: unknown
  choices: readonly string[] | undefined
}

export type Typed = Record<string, string | boolean>
/** Known values by the name of the parameter. */
export type Offers = Readonly<Record<string, readonly string[]>>

type Property = { type?: string; description?: string; default?: unknown; enum?: unknown[] }

export function fieldsOf(schema: object): SchemaField[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Property>; required?: string[] }
  return Object.entries(properties).map(
    ([name, { type = 'string', description = '', default: fallback, enum: words }]) => ({
      name,
      type,
      description: meaningOfParameter(description),
      isRequired: required.includes(name),
      fallback,
      choices: words?.map(String),
    }),
  )
}

/** What was left empty is left out, so that the plugin's own default holds. Text that is no number is sent as it is: the service says what is wrong with it. */
export function parametersOf(fields: readonly SchemaField[], typed: Typed): Record<string, unknown> {
  const given = fields.filter(({ name }) => typed[name] !== undefined && typed[name] !== '')
  return Object.fromEntries(given.map(({ name, type }) => [name, readValue(type, typed[name])]))
}

export type Flaw = { field: string; message: string }

/** What no plugin would take, so that nothing is asked and nothing is kept of it. */
export function flawsOf(fields: readonly SchemaField[], typed: Typed): Flaw[] {
  return fields
    .filter(({ name, isRequired }) => isRequired && String(typed[name] ?? '').trim() === '')
    .map(({ name }) => ({ field: name, message: phrase('{label} is needed.', { label: name }) }))
}

function readValue(type: string, typed: string | boolean | undefined): unknown {
  if (typeof typed !== 'string') return typed
  if (type === 'integer' || type === 'number')
    return typed.trim() === '' || Number.isNaN(Number(typed)) ? typed : Number(typed)
  if (type === 'array' || type === 'object') return readJson(typed)
  return typed
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
