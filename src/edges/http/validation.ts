/**
 * Schemas are checked by Ajv. Nothing in a body is coerced or stripped; query strings are text by nature, so a
 * parameter that the schema calls an integer is read from plain digits first ("0x10" and "1e3" are not integers here).
 */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { isOptional } from './contract/schema.ts'

type PropertySchema = { type?: string }

type Checked = { value: unknown } | { error: ErrorObject[] }
type Check = (data: unknown) => Checked

/** The schemas of the contract are the same for every server of a process, and compiling them is much of what it costs. */
const checks = new WeakMap<object, Check>()

export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: true,
    strict: false,
    // A test of the contract has checked them; to check them again the schema of all schemas would be compiled first.
    meta: false,
    validateSchema: false,
  })
  addFormats.default(ajv)
  return ({ schema, httpPart }) => {
    const check = checks.get(schema) ?? compiledAtFirst(ajv, schema)
    checks.set(schema, check)
    if (httpPart === 'querystring') return (query: Record<string, unknown>) => readQuery(check, schema, query)
    // Fastify hands on a body that is not there as null.
    if (httpPart === 'body' && isOptional(schema))
      return (body: unknown) => (body === null ? { value: undefined } : check(body))
    return check
  }
}

/** By the first request that needs it: a start waits for none of them, and most instances are asked for few. */
function compiledAtFirst(ajv: Ajv, schema: object): Check {
  let validate: ValidateFunction | undefined
  return (data) => {
    validate ??= ajv.compile(schema)
    return validate(data) ? { value: data } : { error: validate.errors ?? [] }
  }
}

function readQuery(check: Check, schema: object, query: Record<string, unknown>): Checked {
  const properties = (schema as { properties?: Record<string, PropertySchema> }).properties ?? {}
  const read: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    const given = query[name]
    if (given !== undefined && given !== '') read[name] = property.type === 'integer' ? readInteger(given) : given
    else if (given === '' && property.type === 'integer') read[name] = given
  }
  return check(read)
}

/** A number too large to be exact is past every end anyway. */
function readInteger(given: unknown): unknown {
  if (typeof given !== 'string' || !/^-?\d+$/.test(given)) return given
  return Math.min(Number(given), Number.MAX_SAFE_INTEGER)
}
