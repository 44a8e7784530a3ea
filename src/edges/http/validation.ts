/**
 * Schemas are checked by Ajv. Nothing in a body is coerced or stripped; query strings are text by nature, so a
 * parameter that the schema calls an integer is read from plain digits first ("0x10" and "1e3" are not integers here).
 */
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { IsOptional } from 'typebox'

type PropertySchema = { type?: string }

/** The schemas of the contract are the same for every server of a process, and compiling them is much of what a start costs. */
const compiled = new WeakMap<object, ValidateFunction>()

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
    const validate = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, validate)
    if (httpPart === 'querystring') return (query: Record<string, unknown>) => readQuery(validate, schema, query)
    if (httpPart === 'body' && IsOptional(schema)) return (body: unknown) => readOptionalBody(validate, body)
    return validate
  }
}

/** Fastify hands on a body that is not there as null. */
function readOptionalBody(validate: ValidateFunction, body: unknown) {
  if (body === null) return { value: undefined }
  return validate(body) ? { value: body } : { error: validate.errors ?? [] }
}

function readQuery(validate: ValidateFunction, schema: object, query: Record<string, unknown>) {
  const properties = (schema as { properties?: Record<string, PropertySchema> }).properties ?? {}
  const read: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    const given = query[name]
    if (given !== undefined && given !== '') read[name] = property.type === 'integer' ? readInteger(given) : given
    else if (given === '' && property.type === 'integer') read[name] = given
  }
  return validate(read) ? { value: read } : { error: validate.errors ?? [] }
}

/** A number too large to be exact is past every end anyway. */
function readInteger(given: unknown): unknown {
  if (typeof given !== 'string' || !/^-?\d+$/.test(given)) return given
  return Math.min(Number(given), Number.MAX_SAFE_INTEGER)
}
