/** Pods that keep an older template though their set has another one, and what keeps the set from replacing them. */
import type { ClusterScene, PodView, SetView, Shown, WorkloadName } from '../cluster-scene.ts'
import { revisionNameOf, setOf } from './released-workload.ts'
import { type History, historyOf, podsByAge } from './revision-history.ts'

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
export function ordinalOf({ name }: PodView): number {
  return Number(/-(\d+)$/.exec(name)?.[1] ?? 0)
}

export function namesOf(pods: readonly PodView[]): string {
  const shown = pods.slice(0, 3).map(({ name }) => name)
  return `${shown.join(', ')}${pods.length > shown.length ? ', …' : ''}`
}
