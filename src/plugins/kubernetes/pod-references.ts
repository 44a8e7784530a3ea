/** The ConfigMaps and Secrets a pod refers to: are they there, and when were they last written? Their values are not shown. */
import type { Cluster, ClusterObject } from '../../ports/cluster.ts'
import type { Container, ManagedFields, Metadata, Pod, Volume } from './kubernetes-objects.ts'
import type { Sight } from './not-seen.ts'
import { ownVolumes } from './pod-volumes.ts'

type Kind = 'ConfigMap' | 'Secret'
type Use = { kind: Kind; name: string; usedBy: string; key?: string | undefined; isOptional: boolean }

const REFERENCES_MAX = 40

export async function readReferences(cluster: Cluster, pod: Pod, sight: Sight, signal: AbortSignal) {
  const uses = Map.groupBy(usesOf(pod), ({ kind, name }) => `${kind} ${name}`)
  const shown = [...uses.values()].slice(0, REFERENCES_MAX).map(async (group) => {
    const [first] = group as [Use, ...Use[]]
    const { kind, name } = first
    const read = async () => ({
      object: await cluster.get({ kind, namespace: pod.metadata.namespace ?? '', name }, signal),
    })
    const seen = await sight.look(`${kind} ${name}`, read)
    return {
      kind,
      name,
      used_by: group.map(({ usedBy }) => usedBy),
      ...(group.every(({ isOptional }) => isOptional) && { optional: true }),
      ...(seen ? showReferred(seen.object, group, pod) : { exists: 'not seen' }),
    }
  })
  return Promise.all(shown)
}

function showReferred(object: ClusterObject | undefined, uses: readonly Use[], pod: Pod) {
  if (!object) return { exists: false }
  const lastWrite = lastWriteOf(object.metadata as Metadata)
  const started = pod.status?.startTime
  const keys = keysOf(object)
  const missing = uses.flatMap(({ key }) => (key !== undefined && keys && !keys.includes(key) ? [key] : []))
  return {
    exists: true,
    last_write: lastWrite,
    ...(lastWrite && started && lastWrite > started && { written_after_pod_start: true }),
    ...(missing.length > 0 && { missing_keys: missing }),
  }
}

/** Times of the API compare as text. A write to labels alone changes no value, so writes to the data count first. */
function lastWriteOf({ managedFields = [], creationTimestamp }: Metadata): string | undefined {
  const ofData = managedFields.filter((entry) => dataKeysOf(entry).length > 0)
  const times = (ofData.length > 0 ? ofData : managedFields).flatMap(({ time }) => time ?? [])
  return times.sort().at(-1) ?? creationTimestamp
}

/** A Secret comes without its data, but who wrote which key is part of its metadata. Undefined where nothing tells. */
function keysOf(object: ClusterObject): string[] | undefined {
  if (object.kind === 'ConfigMap') return Object.keys({ ...asRecord(object.data), ...asRecord(object.binaryData) })
  const keys = ((object.metadata as Metadata).managedFields ?? []).flatMap(dataKeysOf)
  return keys.length > 0 ? keys : undefined
}

function dataKeysOf({ fieldsV1 = {} }: ManagedFields): string[] {
  const written = {
    ...asRecord(fieldsV1['f:data']),
    ...asRecord(fieldsV1['f:stringData']),
    ...asRecord(fieldsV1['f:binaryData']),
  }
  return Object.keys(written).flatMap((field) => (field.startsWith('f:') ? [field.slice(2)] : []))
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

function usesOf({ spec }: Pod): Use[] {
  const containers = [...(spec.initContainers ?? []), ...spec.containers]
  const pulls = (spec.imagePullSecrets ?? []).map(({ name }) => use('Secret', { name }, 'imagePullSecrets'))
  return [...containers.flatMap(usesOfContainer), ...ownVolumes(spec).flatMap(usesOfVolume), ...pulls]
}

function usesOfContainer({ name: container, env = [], envFrom = [] }: Container): Use[] {
  const single = env.flatMap(({ name, valueFrom }) => [
    ...given(valueFrom?.configMapKeyRef, (ref) => use('ConfigMap', ref, `${container}: env ${name}`, ref.key)),
    ...given(valueFrom?.secretKeyRef, (ref) => use('Secret', ref, `${container}: env ${name}`, ref.key)),
  ])
  const whole = envFrom.flatMap(({ configMapRef, secretRef }) => [
    ...given(configMapRef, (ref) => use('ConfigMap', ref, `${container}: envFrom`)),
    ...given(secretRef, (ref) => use('Secret', ref, `${container}: envFrom`)),
  ])
  return [...single, ...whole]
}

function usesOfVolume({ name: volume, configMap, secret, projected }: Volume): Use[] {
  const sources = [
    { configMap, secret: secret && { ...secret, name: secret.secretName } },
    ...(projected?.sources ?? []),
  ]
  return sources.flatMap((source) => [
    ...given(source.configMap, (ref) =>
      eachKey(ref).map((key) => use('ConfigMap', ref, `volume ${volume}`, key)),
    ).flat(),
    ...given(source.secret, (ref) => eachKey(ref).map((key) => use('Secret', ref, `volume ${volume}`, key))).flat(),
  ])
}

function eachKey({ items }: { items?: { key: string }[] }): (string | undefined)[] {
  return items && items.length > 0 ? items.map(({ key }) => key) : [undefined]
}

function use(kind: Kind, { name, optional }: { name: string; optional?: boolean }, usedBy: string, key?: string): Use {
  return {
    kind,
    name,
    usedBy: key === undefined ? usedBy : `${usedBy} (key ${key})`,
    key,
    isOptional: optional ?? false,
  }
}

function given<In, Out>(value: In | undefined, make: (value: In) => Out): Out[] {
  return value === undefined ? [] : [make(value)]
}
