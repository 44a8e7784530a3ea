/** Whether what a plugin says of itself is sound. The same rules hold for built-ins, which a test checks. */
import { Ajv } from 'ajv'
import type { CustomPluginManifest } from './custom-plugin-host.ts'

const NAME = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/
const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object']
/** A vacuum of a large table takes its time; nothing should take longer. */
const TIMEOUT_SECONDS_MAX = 3600
const ajv = new Ajv({ strict: false })

export function manifestProblem({
  name,
  description,
  category,
  parameters,
  timeoutSeconds,
}: Omit<CustomPluginManifest, 'file'>): string | undefined {
  if (typeof name !== 'string' || name.length > 64 || !NAME.test(name))
    return 'name must be small letters, digits and _, parts divided by dots, at most 64 characters'
  if (typeof description !== 'string' || description.trim().length < 10)
    return 'description must say what the plugin does, for people and for a model'
  if (category !== 'diagnostic' && category !== 'remediation') return 'category must be diagnostic or remediation'
  if (timeoutSeconds !== undefined && !(timeoutSeconds > 0 && timeoutSeconds <= TIMEOUT_SECONDS_MAX))
    return `timeoutSeconds must be above 0 and at most ${TIMEOUT_SECONDS_MAX}`
  return schemaProblem(parameters)
}

function schemaProblem(schema: CustomPluginManifest['parameters']): string | undefined {
  if (typeof schema !== 'object' || schema === null || schema.type !== 'object')
    return 'parameters must be a JSON Schema of type object'
  for (const [field, property] of Object.entries(schema.properties ?? {})) {
    if (!TYPES.includes(property?.type)) return `parameters.properties.${field} needs one plain type`
  }
  const unknown = (schema.required ?? []).find((field) => !Object.hasOwn(schema.properties ?? {}, field))
  if (unknown !== undefined) return `parameters.required names ${unknown}, which is not a property`
  try {
    ajv.compile(schema)
    return undefined
  } catch (error) {
    return `parameters is not a JSON Schema: ${(error as Error).message}`
  }
}
