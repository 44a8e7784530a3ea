/** What a real server refuses to store, as far as remediations could ask for it. */
import { fieldAt, isSameContent, type Json, type KubeObject } from './kube-object.ts'
import { readSelectorObject } from './label-selector.ts'
import { badRequest, conflict, invalidField, modified, undecodable } from './refusal.ts'
import type { Resource } from './resources.ts'

type FieldType = 'integer' | 'boolean' | 'texts'
const GO_TYPES: Record<FieldType, string> = { integer: 'int32', boolean: 'bool', texts: 'map[string]string' }

const TYPED_FIELDS: { path: string; type: FieldType }[] = [
  { path: 'spec.replicas', type: 'integer' },
  { path: 'spec.paused', type: 'boolean' },
  { path: 'spec.unschedulable', type: 'boolean' },
  { path: 'spec.suspend', type: 'boolean' },
  { path: 'metadata.labels', type: 'texts' },
  { path: 'metadata.annotations', type: 'texts' },
]

/** The types come first: a body that does not fit them is never looked at further. */
export function checkTypes(object: Json): void {
  for (const { path, type } of TYPED_FIELDS) {
    const value = fieldAt(object, path)
    if (value === undefined || isOfType(value, type)) continue
    const struct = `${object.kind}${path.startsWith('spec') ? 'Spec' : ''}.${path}`
    const why = `json: cannot unmarshal ${goWord(value)} into Go struct field ${struct} of type ${GO_TYPES[type]}`
    throw undecodable(object, why)
  }
}

function isOfType(value: Json, type: FieldType): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'boolean') return typeof value === 'boolean'
  return typeof value === 'object' && Object.values(value).every((text) => typeof text === 'string')
}

function goWord(value: Json): string {
  if (typeof value === 'number') return Number.isInteger(value) ? 'number' : `number ${value}`
  if (typeof value === 'boolean') return 'bool'
  return Array.isArray(value) ? 'array' : typeof value
}

/** Whether the write still speaks of the object that is there. */
export function checkIdentity(resource: Resource, wanted: KubeObject, current: KubeObject): void {
  const { name, uid, resourceVersion } = wanted.metadata
  if (name !== current.metadata.name)
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${current.metadata.name})`)
  if (uid !== undefined && uid !== current.metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid}`
    throw conflict(resource, name, why)
  }
  if (resourceVersion !== undefined && resourceVersion !== current.metadata.resourceVersion)
    throw modified(resource, name)
}

export function checkContent({ kind, group }: Resource, wanted: KubeObject, current: KubeObject | undefined): void {
  const subject = { kind, group, name: wanted.metadata.name }
  checkReplicas(subject, wanted)
  if (['Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'].includes(kind)) checkTemplate(subject, wanted, current)
  if (kind === 'Pod' && current !== undefined) checkPod(subject, wanted, current)
}

export function checkReplicas(subject: { kind: string; group: string; name: string }, { spec }: Json): void {
  if (typeof spec?.replicas === 'number' && spec.replicas < 0) {
    const why = `Invalid value: ${spec.replicas}: must be greater than or equal to 0`
    throw invalidField(subject, 'spec.replicas', why)
  }
}

type Subject = { kind: string; group: string; name: string }

function checkTemplate(subject: Subject, { spec }: KubeObject, current: KubeObject | undefined): void {
  const { selector, template } = spec ?? {}
  const labels = template?.metadata?.labels ?? {}
  if (!readSelectorObject(selector ?? {})(labels)) {
    const why = `Invalid value: ${JSON.stringify(labels)}: \`selector\` does not match template \`labels\``
    throw invalidField(subject, 'spec.template.metadata.labels', why)
  }
  if ((template?.spec?.containers ?? []).length === 0)
    throw invalidField(subject, 'spec.template.spec.containers', 'Required value')
  for (const [at, container] of template.spec.containers.entries())
    for (const field of ['name', 'image'])
      if (!container[field])
        throw invalidField(subject, `spec.template.spec.containers[${at}].${field}`, 'Required value')
  if (current !== undefined && !isSameContent(selector, current.spec.selector))
    throw invalidField(subject, 'spec.selector', `Invalid value: ${JSON.stringify(selector)}: field is immutable`)
}

/** Of a pod's spec little more than the images may change. */
function checkPod(subject: Subject, wanted: KubeObject, current: KubeObject): void {
  if (isSameContent(withoutImages(wanted.spec), withoutImages(current.spec))) return
  const why =
    'Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'
  throw invalidField(subject, 'spec', why)
}

function withoutImages(spec: Json): Json {
  const { tolerations, activeDeadlineSeconds, ...rest } = spec
  const imageless = (containers: Json[] = []) => containers.map(({ image, ...container }) => container)
  return { ...rest, containers: imageless(spec.containers), initContainers: imageless(spec.initContainers) }
}
