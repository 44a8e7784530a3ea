/** Whether what a plugin says of itself is sound. The same rules hold for built-ins, which a test checks. */
import { Ajv } from 'ajv'
import { RISK_LEVELS } from '../guidance/policy/effect.ts'
import { manifestGateProblem } from './custom-gate.ts'
import type { CustomPluginManifest } from './custom-plugin-host.ts'
import { nameProblem, nameWarning } from './plugin-name.ts'

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object']
/** A vacuum of a large table takes its time; nothing should take longer. */
const TIMEOUT_SECONDS_MAX = 3600
/** A model reads it at every diagnosis. */
const DESCRIPTION_CHARACTERS_MAX = 2_000
/** Shorter than this it hardly says when the plugin is of use. */
const DESCRIPTION_CHARACTERS_USEFUL = 20
const SCHEMA_CHARACTERS_MAX = 20_000
/** Control and format characters hide words from a reader; line ends and tabs do not. */
const HIDING = /(?![\n\t])[\p{Cc}\p{Cf}]/u

const HOST = /^(?=[^:]{1,253}:)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*:(\d{1,5})$/i
const HOSTS_MAX = 20

type Manifest = Omit<CustomPluginManifest, 'file'>

export function manifestProblem(manifest: Manifest): string | undefined {
  const { name, description, category, parameters, timeoutSeconds, risk, hosts } = manifest
  const misnamed = nameProblem(name)
  if (misnamed !== undefined) return misnamed
  if (category !== 'diagnostic' && category !== 'remediation') return 'category must be diagnostic or remediation'
  if (timeoutSeconds !== undefined && !(timeoutSeconds > 0 && timeoutSeconds <= TIMEOUT_SECONDS_MAX))
    return `timeoutSeconds must be above 0 and at most ${TIMEOUT_SECONDS_MAX}`
  if (risk !== undefined && !RISK_LEVELS.includes(risk)) return `risk must be one of ${RISK_LEVELS.join(', ')}`
  return (
    hostsProblem(hosts) ??
    descriptionProblem(description) ??
    schemaProblem(parameters) ??
    manifestGateProblem(manifest.gate, parameters.properties ?? {})
  )
}

/** What is taken as it is, and would serve its readers better otherwise. */
export function manifestWarnings({ name, description }: Manifest): string[] {
  const isShort = description.trim().length < DESCRIPTION_CHARACTERS_USEFUL
  const short = isShort
    ? 'its description is short: a model chooses by it, and a person reads it on the card'
    : undefined
  return [nameWarning(name), short].filter((warning) => warning !== undefined)
}

/** Names only: behind the fence a name is what leads to the way out, and a number leads nowhere. */
function hostsProblem(hosts: unknown): string | undefined {
  if (hosts === undefined) return undefined
  const isNamed = (host: unknown) =>
    typeof host === 'string' && HOST.test(host) && !/^[\d.]+:/.test(host) && Number(host.split(':')[1]) < 65_536
  return Array.isArray(hosts) && hosts.length <= HOSTS_MAX && hosts.every(isNamed)
    ? undefined
    : `hosts must be a list of at most ${HOSTS_MAX}, each a host name with its port, such as queue.internal:443`
}

function descriptionProblem(description: unknown): string | undefined {
  if (typeof description !== 'string' || description.trim() === '')
    return 'description must say what the plugin does, for people and for a model'
  if (description.length > DESCRIPTION_CHARACTERS_MAX)
    return `description must not be longer than ${DESCRIPTION_CHARACTERS_MAX} characters`
  return HIDING.test(description) ? 'description holds characters that do not print' : undefined
}

function schemaProblem(schema: CustomPluginManifest['parameters']): string | undefined {
  if (typeof schema !== 'object' || schema === null || schema.type !== 'object')
    return 'parameters must be a JSON Schema of type object'
  const text = JSON.stringify(schema)
  if (text.length > SCHEMA_CHARACTERS_MAX)
    return `parameters must not be longer than ${SCHEMA_CHARACTERS_MAX} characters`
  if (hidesSomething(schema)) return 'parameters holds characters that do not print'
  return compileProblem(schema) ?? propertyProblem(schema)
}

/** A compiler for each: one that remembers would refuse an `$id` it has seen when the file is loaded again. */
function compileProblem(schema: object): string | undefined {
  try {
    new Ajv({ strict: false, logger: false }).compile(schema)
    return undefined
  } catch (error) {
    return `parameters is not a JSON Schema: ${(error as Error).message}`
  }
}

function propertyProblem({ properties = {}, required = [] }: Partial<Manifest['parameters']>): string | undefined {
  const untyped = Object.entries(properties).find(([, property]) => !TYPES.includes(property?.type))
  if (untyped) return `parameters.properties.${untyped[0]} needs one plain type`
  const unknown = required.find((field) => !Object.hasOwn(properties, field))
  return unknown === undefined ? undefined : `parameters.required names ${unknown}, which is not a property`
}

function hidesSomething(value: unknown): boolean {
  if (typeof value === 'string') return HIDING.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, held]) => HIDING.test(name) || hidesSomething(held))
}
