/** Field selectors: few fields of few kinds, and 400 for any other, as on a real server. */
import { fieldAt, type KubeObject } from './kube-object.ts'
import { badRequest } from './refusal.ts'
import type { Resource } from './resources.ts'

type Matches = (object: KubeObject) => boolean

const EVERYWHERE = ['metadata.name', 'metadata.namespace']
// Kinds with a table of their own complain in other words than the rest.
const OWN_WORDS = ['Pod', 'Node', 'Namespace', 'Secret', 'Service', 'Event']

export function readFieldSelector(resource: Resource, text: string): Matches {
  const terms = text
    .split(',')
    .filter((term) => term !== '')
    .map((term) => readTerm(resource, text, term))
  return (object) => terms.every((holds) => holds(object))
}

function readTerm(resource: Resource, text: string, term: string): Matches {
  const [, field, operator, value = ''] = /^(.*?)(!=|==|=)(.*)$/.exec(term) ?? []
  if (field === undefined) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`)
  if (![...EVERYWHERE, ...resource.selectableFields].includes(field)) throw unsupported(resource, field)
  return (object) => (textAt(object, field) === value) === (operator !== '!=')
}

function unsupported({ kind }: Resource, field: string) {
  if (OWN_WORDS.includes(kind)) return badRequest(`field label not supported: ${field}`)
  if (kind === 'Job') return badRequest(`field label "${field}" not supported for Job`)
  return badRequest(`"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`)
}

/** An absent field is Go's zero value: the empty text, or false. */
function textAt(object: KubeObject, field: string): string {
  if (field === 'source') return object.source?.component ?? object.reportingComponent ?? ''
  const absent = field === 'spec.unschedulable' || field === 'spec.hostNetwork' ? 'false' : ''
  return String(fieldAt(object, field) ?? absent)
}
