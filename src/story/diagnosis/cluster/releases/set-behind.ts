/** A StatefulSet or DaemonSet whose pods stay behind its template, and what would bring it back. */
import type { ClusterScene, PodView, SetView, Shown, WorkloadName } from '../cluster-scene.ts'
import { hasWaitingTrouble } from '../pods/workload-pods.ts'
import { revisionNameOf, setOf } from './released-workload.ts'
import { type History, historyOf, podsByAge } from './revision-history.ts'

/** Pods that keep an older template though their set has another one, and what keeps the set from replacing them. */
export type SetBehind = {
  workload: WorkloadName
  set: Shown<SetView>
  history: History
  /** Of an older template; at least one. */
  older: readonly Shown<PodView>[]
  newest: readonly Shown<PodView>[]
}

export type Holding = 'not ready' | 'OnDelete' | 'partition'

export const HELD_BECAUSE: Readonly<Record<Holding, string>> = {
  'not ready':
    'a StatefulSet that makes its pods in order does not replace one that is not ready, even when its template is set right, so it stays until somebody deletes it',
  OnDelete: 'the update strategy of the set is OnDelete, so a pod gets a new template only when somebody deletes it',
  partition: 'the partition of its rolling update keeps pods with a lower number on the revision they have',
}

export function setsBehind(cluster: ClusterScene | undefined): SetBehind[] {
  return (cluster?.target.workloads ?? []).flatMap((workload) => {
    const set = cluster && setOf(cluster, workload)
    const history = cluster && historyOf(cluster, workload)
    if (!cluster || !set || !history) return []
    const { older, newest } = podsByAge(cluster, history)
    // Without its mark nobody knows which template a pod has.
    const marked = older.filter((pod) => revisionNameOf(pod) !== undefined)
    return marked.length === 0 ? [] : [{ workload, set, history, older: marked, newest }]
  })
}

/** Undefined where the controller will replace it by itself. */
export function holdingOf({ set, workload }: SetBehind, pod: PodView): Holding | undefined {
  if (set.strategy === 'OnDelete') return 'OnDelete'
  if (workload.kind !== 'StatefulSet') return undefined
  if (ordinalOf(pod) < set.partition) return 'partition'
  return set.isInOrder && !pod.isReady ? 'not ready' : undefined
}

/** `store-2` is the third of its set. */
function ordinalOf({ name }: PodView): number {
  return Number(/-(\d+)$/.exec(name)?.[1] ?? 0)
}

export function namesOf(pods: readonly PodView[]): string {
  const shown = pods.slice(0, 3).map(({ name }) => name)
  return `${shown.join(', ')}${pods.length > shown.length ? ', …' : ''}`
}

/** How a person returns a StatefulSet or DaemonSet to the revision before: there is no step for it here. */
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
