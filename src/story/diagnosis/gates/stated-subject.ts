/** Whom the alert is about as far as a step goes: anybody may write into a text, and not everybody may set a label. */
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { statedNames } from '../lenses/stated-names.ts'
import type { Subject } from '../subject.ts'

/** Fields that say whom or what an alert is about; a namespace alone names nobody in it. */
const NAMING = [
  'pod',
  'workload',
  'service',
  'node',
  'claim',
  'autoscaler',
  'database',
  'table',
  'instance',
  'pid',
] as const

/** Without what only its text says, where its labels name somebody; mere words are all there is otherwise. */
export function statedSubject(subject: Subject): Subject {
  if (!isNamedByLabel(subject)) return subject
  const spoken = new Set(subject.fromText)
  const stated = Object.fromEntries(Object.entries(subject).filter(([field]) => !spoken.has(field)))
  return { ...(stated as Subject), text: '', fromText: [] }
}

function isNamedByLabel(subject: Subject): boolean {
  return NAMING.some((field) => subject[field] !== undefined && !subject.fromText.includes(field))
}

/** A label says his name, whatever the label is called. */
export function isSomebodyLabelled(subject: Subject, { target }: Pick<ClusterScene, 'target'>): boolean {
  const said = statedNames(subject.labels).concat(subject.labels.job ?? [])
  return isNamedByLabel(subject) || target.workloads.some(({ name }) => said.includes(name))
}

/** A label names the place and none anybody in it: whatever is in trouble there is meant. */
export function isPlaceMeant(subject: Subject, cluster: Pick<ClusterScene, 'target'>): boolean {
  const { namespace, fromText } = subject
  return namespace !== undefined && !fromText.includes('namespace') && !isSomebodyLabelled(subject, cluster)
}
