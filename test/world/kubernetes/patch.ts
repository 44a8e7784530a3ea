/** The three ways to patch an object: merge, JSON and strategic merge. */
import { isDeepStrictEqual } from 'node:util'
import type { Json } from './kube-object.ts'
import { badRequest, unpatchable, unsupportedMediaType } from './refusal.ts'

/** `contentType` decides, and a merge body sent as a JSON patch is a bad request. */
export function applyPatch(target: Json, contentType: string | undefined, text: string): Json {
  const mediaType = contentType?.split(';')[0]?.trim()
  switch (mediaType) {
    case 'application/merge-patch+json':
      return mergePatch(target, readObject(text))
    case 'application/strategic-merge-patch+json':
      return strategicPatch(target, readObject(text), '')
    case 'application/json-patch+json':
      return jsonPatch(target, readOperations(text))
    default:
      throw unsupportedMediaType()
  }
}

function readObject(text: string): Json {
  const body = parse(text)
  if (!isObject(body)) throw badRequest('error decoding patch: the body is not an object')
  return body
}

function readOperations(text: string): Operation[] {
  const body = parse(text)
  if (!Array.isArray(body)) throw badRequest('json: cannot unmarshal object into Go value of type jsonpatch.Patch')
  return body
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`error decoding patch: ${(error as Error).message}`)
  }
}

/** RFC 7396: null deletes, an object goes deeper, anything else replaces. */
function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return structuredClone(patch)
  const result = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = mergePatch(result[key], value)
  }
  return result
}

type Operation = { op: string; path: string; from?: string; value?: Json }

/** RFC 6902. Whatever fails, a test among others, is told in the same empty words. */
function jsonPatch(target: Json, operations: Operation[]): Json {
  return operations.reduce((document, operation) => perform(document, operation), structuredClone(target))
}

function perform(document: Json, { op, path, from, value }: Operation): Json {
  switch (op) {
    case 'test':
      if (!isDeepStrictEqual(read(document, path), value)) throw unpatchable()
      return document
    case 'add':
      return write(document, path, value, true)
    case 'replace':
      read(document, path)
      return write(document, path, value, false)
    case 'remove':
      return remove(document, path)
    case 'copy':
      return write(document, path, structuredClone(read(document, from ?? '')), true)
    case 'move':
      return write(remove(document, from ?? ''), path, read(document, from ?? ''), true)
    default:
      throw unpatchable()
  }
}

function read(document: Json, path: string): Json {
  return keysOf(path).reduce((part, key) => {
    if (part === null || typeof part !== 'object' || !(key in part)) throw unpatchable()
    return part[key]
  }, document)
}

function write(document: Json, path: string, value: Json, isInserting: boolean): Json {
  const keys = keysOf(path)
  const last = keys.pop()
  if (last === undefined) return value
  const parent = read(document, pathOf(keys))
  if (!Array.isArray(parent)) parent[last] = value
  else parent.splice(last === '-' ? parent.length : Number(last), isInserting ? 0 : 1, value)
  return document
}

function remove(document: Json, path: string): Json {
  const copy = structuredClone(document)
  read(copy, path)
  const keys = keysOf(path)
  const last = keys.pop() ?? ''
  const parent = read(copy, pathOf(keys))
  if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
  return copy
}

function keysOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function pathOf(keys: string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

// The lists that are merged by a key; any other list is replaced as a whole.
const MERGE_KEYS: Record<string, string> = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  env: 'name',
  volumes: 'name',
  imagePullSecrets: 'name',
  ports: 'containerPort',
  volumeMounts: 'mountPath',
  conditions: 'type',
  ownerReferences: 'uid',
}

function strategicPatch(target: Json, patch: Json, field: string): Json {
  if (Array.isArray(patch)) return mergeList(target, patch, MERGE_KEYS[field])
  if (!isObject(patch)) return structuredClone(patch)
  const { $patch: directive, ...changes } = patch
  const result = directive === 'replace' || !isObject(target) ? {} : { ...target }
  for (const [key, value] of Object.entries(changes)) {
    if (key.startsWith('$')) continue
    if (value === null) delete result[key]
    else result[key] = strategicPatch(result[key], value, key)
  }
  return result
}

function mergeList(target: Json, patch: Json[], key: string | undefined): Json {
  if (key === undefined || !Array.isArray(target)) return structuredClone(patch)
  const merged = new Map<Json, Json>(target.map((item) => [item[key], item]))
  for (const item of patch) {
    if (item.$patch === 'delete') merged.delete(item[key])
    else merged.set(item[key], strategicPatch(merged.get(item[key]), item, ''))
  }
  return [...merged.values()]
}

function isObject(value: unknown): value is Record<string, Json> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
