/** Parameters are checked against the plugin's own schema before anything is called. Nothing is converted; defaults are filled in. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { BOUNDED_PATTERN } from './bounded-pattern.ts'
import type { ParameterSchema } from './plugin.ts'

type CheckedParameters = { parameters: Record<string, unknown> } | { error: string }

const OPTIONS = { allErrors: true, useDefaults: true, strict: false, logger: false } as const
/** A test of the contract has checked our own schemas; checking them again first compiles the schema of all schemas. */
const KNOWN_GOOD = { meta: false, validateSchema: false } as const
const compiled = new WeakMap<ParameterSchema, ValidateFunction>()
/** Of built-ins: their patterns are known to be quick. */
const ours = new WeakSet<ParameterSchema>()

export function knowAsOurs(schemas: readonly ParameterSchema[]): void {
  for (const schema of schemas) ours.add(schema)
}

export function checkParameters(schema: ParameterSchema, given: unknown): CheckedParameters {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { error: 'parameters: must be an object' }
  // A copy, because defaults are written into what is checked.
  const parameters = structuredClone(given) as Record<string, unknown>
  const validate = validatorOf(schema)
  return validate(parameters) ? { parameters } : { error: (validate.errors ?? []).map(sentenceOf).join('; ') }
}

function validatorOf(schema: ParameterSchema): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  // A compiler for each: a shared one would keep schemas of files that are long gone, and mix up their ids.
  const options = ours.has(schema) ? { ...OPTIONS, ...KNOWN_GOOD } : { ...OPTIONS, code: { regExp: BOUNDED_PATTERN } }
  const validate = new Ajv(options).compile({ ...schema, additionalProperties: false })
  compiled.set(schema, validate)
  return validate
}

function sentenceOf({ instancePath, keyword, params, message }: ErrorObject): string {
  if (keyword === 'additionalProperties')
    return `${String(params.additionalProperty)}: is not a parameter of this plugin`
  if (keyword === 'required') return `${String(params.missingProperty)}: is required`
  const field = instancePath.slice(1).replaceAll('/', '.') || 'parameters'
  return `${field}: ${keyword === 'enum' ? `must be one of ${(params.allowedValues as unknown[]).join(', ')}` : (message ?? 'is not valid')}`
}
