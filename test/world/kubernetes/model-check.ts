/**
 * Holds an object against the models of the client library, which are made from the API's own description: which fields a
 * kind has, of which type, and which of them must be there.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as library from '@kubernetes/client-node'
import type { Json } from './kube-object.ts'

type Field = { name: string; baseName: string; type: string }
type Model = { getAttributeTypeMap(): Field[] }

const DECLARATIONS = join(dirname(fileURLToPath(import.meta.resolve('@kubernetes/client-node'))), 'gen', 'models')
const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  IntOrString: (value) => typeof value === 'string' || Number.isInteger(value),
}

/** What is wrong with it, each with the way to it; nothing where it is sound. */
export function faultsOf(object: Json): string[] {
  const { apiVersion, kind } = object
  const version = String(apiVersion).split('/').at(-1) ?? ''
  const type = `${version.charAt(0).toUpperCase()}${version.slice(1)}${kind}`
  if (modelOf(type) === undefined) return [`There is no model of ${apiVersion} ${kind}.`]
  return faultsIn(object, type, String(kind))
}

function modelOf(type: string): Model | undefined {
  return (library as unknown as Record<string, Model | undefined>)[type]
}

function faultsIn(value: unknown, type: string, way: string): string[] {
  const [, item] = /^Array<(.*)>$/.exec(type) ?? []
  if (item !== undefined)
    return Array.isArray(value)
      ? value.flatMap((one, at) => faultsIn(one, item, `${way}[${at}]`))
      : [`${way} is no list`]
  const [, entry] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? []
  if (entry !== undefined) return fieldsOf(value).flatMap(([name, one]) => faultsIn(one, entry, `${way}.${name}`))
  const model = modelOf(type)
  if (model !== undefined) return faultsOfModel(value, { model, type, way })
  const isFine = PLAIN[type]
  if (isFine === undefined) return [`${way} is a ${type}, which this check does not know`]
  return isFine(value) ? [] : [`${way} is ${JSON.stringify(value)} and no ${type}`]
}

function faultsOfModel(value: unknown, { model, type, way }: { model: Model; type: string; way: string }): string[] {
  const known = model.getAttributeTypeMap()
  const missing = requiredOf(type).filter((name) => (value as Json)?.[name] === undefined)
  return [
    ...missing.map((name) => `${way}.${name} is missing`),
    ...fieldsOf(value).flatMap(([name, one]) => {
      const field = known.find(({ baseName }) => baseName === name)
      return field ? faultsIn(one, field.type, `${way}.${name}`) : [`${way}.${name} is no field of ${type}`]
    }),
  ]
}

function fieldsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** Only the declarations know it: there a field that may be left out carries a question mark. */
function requiredOf(type: string): string[] {
  const declaration = readFileSync(join(DECLARATIONS, `${type}.d.ts`), 'utf8')
  return [...declaration.matchAll(/^ {4}'(\w+)': /gm)].flatMap(([, name]) => name ?? [])
}
