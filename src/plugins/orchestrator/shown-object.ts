/** An API object for reading: without what machines note for themselves, and in a list without its specification. */
import type { ClusterObject } from '../../ports/cluster.ts'

/** kubectl keeps a whole copy of the object in the second; it doubles the answer, and may hold what was since removed. */
const NOISE = ['managedFields', 'kubectl.kubernetes.io/last-applied-configuration']

export function showWhole(object: ClusterObject): unknown {
  const lastWrite = lastWriteOf(object)
  const metadata = { ...object.metadata, ...(lastWrite && { last_write: lastWrite }) }
  return prune({ ...object, metadata })
}

type Writing = { manager?: string; time?: string; subresource?: string }

/** When somebody last wrote it, and with what: the only thing of `managedFields` a reader wants. A controller's status is none. */
function lastWriteOf({ metadata }: ClusterObject): { time: string; manager?: string } | undefined {
  const all = Array.isArray(metadata.managedFields) ? (metadata.managedFields as Writing[]) : []
  const written = all.filter(({ time, subresource }) => time !== undefined && subresource === undefined)
  const [last] = written.sort((one, other) => (other.time ?? '').localeCompare(one.time ?? ''))
  return last?.time === undefined ? undefined : { time: last.time, ...(last.manager && { manager: last.manager }) }
}

export function showBrief(object: ClusterObject): unknown {
  const { kind, metadata, status, spec, involvedObject, ...rest } = object
  const { name, namespace, labels, creationTimestamp, deletionTimestamp, ownerReferences } = metadata
  const owner = (ownerReferences as { kind: string; name: string }[] | undefined)?.[0]
  return prune({
    kind,
    name,
    namespace,
    labels,
    creationTimestamp,
    deletionTimestamp,
    ...(owner && { owner: `${owner.kind}/${owner.name}` }),
    spec: briefSpec(spec),
    status,
    // A ConfigMap's data can be of any size; who wants it asks for one by name.
    ...(kind === 'ConfigMap' ? { keys: Object.keys((rest.data as object | undefined) ?? {}) } : rest),
  })
}

/** What is chosen, and what a volume is for. */
const REPORTED = ['selector', 'claimRef']

/** Numbers, words and selectors say what is wanted; templates and rules are for whoever asks by name. */
function briefSpec(spec: unknown): unknown {
  if (typeof spec !== 'object' || spec === null) return undefined
  const entries = Object.entries(spec).filter(([name, value]) => typeof value !== 'object' || REPORTED.includes(name))
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, held]) => !NOISE.includes(name) && held !== undefined && held !== null,
  )
  return Object.fromEntries(kept.map(([name, held]) => [name, prune(held)]))
}
