/** How a person returns a StatefulSet or DaemonSet to the revision before: there is no step for it here. */
import type { ClusterScene } from '../cluster-scene.ts'
import { hasWaitingTrouble } from '../pods/workload-pods.ts'
import { setOf } from './released-workload.ts'
import { type History, podsByAge } from './revision-history.ts'

export function adviseReturn(cluster: ClusterScene, history: History): string {
  const { released, previous } = history
  const { kind, namespace, name } = released
  const to = typeof previous?.revision === 'number' ? ` --to-revision=${previous.revision}` : ''
  const command = `kubectl rollout undo ${kind.toLowerCase()}/${name} -n ${namespace}${to}`
  return `A ${kind} is not returned to an earlier revision from here; a person can, with "${command}"${whatElse(cluster, history)}.`
}

/** The template alone does not bring back what is broken already. */
function whatElse(cluster: ClusterScene, history: History): string {
  const set = setOf(cluster, history.released)
  const broken = podsByAge(cluster, history).newest.filter(hasWaitingTrouble)
  const names = broken
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')
  if (set?.strategy === 'OnDelete')
    return ` and by deleting its pods one by one, because its update strategy is OnDelete`
  if (history.released.kind !== 'StatefulSet' || !set?.isInOrder || names === '') return ''
  return ` and by deleting ${names} afterwards: a StatefulSet does not replace a pod that is not ready, even when its template is set right`
}
