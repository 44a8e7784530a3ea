/** Objects as they are on the wire. A simulator moves them about and looks into few of their fields. */

// biome-ignore lint/suspicious/noExplicitAny: the fields of two dozen kinds are looked into as they come.
export type Json = any

export type OwnerReference = {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

export type Metadata = {
  name: string
  namespace?: string
  uid: string
  resourceVersion: string
  creationTimestamp: string
  generation?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
  ownerReferences?: OwnerReference[]
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  [field: string]: Json
}

export type KubeObject = { apiVersion: string; kind: string; metadata: Metadata; [field: string]: Json }

/** As a test writes it by hand; what is missing is filled in when it is loaded. */
export type GivenObject = {
  apiVersion: string
  kind: string
  metadata: Partial<Metadata> & { name: string }
  [field: string]: Json
}

export function ownerOf(object: KubeObject): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find(({ controller }) => controller === true)
}

/** Go's zero values are left out of what the server prints, so an empty part and an absent one are the same. */
export function isSameContent(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  return JSON.stringify(withoutEmpty(value)) ?? ''
}

function withoutEmpty(value: Json): Json {
  if (value === null || typeof value !== 'object') return value ?? undefined
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty)
  const kept = Object.keys(value)
    .sort()
    .map((key) => [key, withoutEmpty(value[key])])
    .filter(([, part]) => part !== undefined)
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** What stands at a path such as `status.phase`. */
export function fieldAt(object: Json, path: string): Json {
  return path.split('.').reduce((part, name) => part?.[name], object)
}
