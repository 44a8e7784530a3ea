/** The revisions of a workload, the step to the newest, and which pods belong to which. */
import type { PodTemplate } from '../../../../plugins/kubernetes/kubernetes-objects.ts'
import { templateDifferences } from '../../../../plugins/kubernetes/template-difference.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import type {
  ClusterScene,
  DescribedPod,
  Difference,
  PodView,
  RevisionChange,
  RevisionView,
  SetView,
  Shown,
  WorkloadName,
} from '../cluster-scene.ts'
import { hasWaitingTrouble, isSame, isStaying, podsOf } from '../pods/workload-pods.ts'
import { firstPod, type ReleasedView, releasedOf, revisionNameOf, setOf } from './released-workload.ts'

export type History = {
  released: Shown<ReleasedView>
  newest: RevisionView
  /** The one to return to: the newest before that still serves, else the one before. */
  previous: RevisionView | undefined
  /** True where that is not the one right before: that one failed as well. */
  isBeyondPrevious: boolean
  /** What the way from `previous` to `newest` changed; undefined where no pod was described. */
  change: (RevisionChange & { exhibit: Exhibit | undefined }) | undefined
  /** When the newest template came into force, as far as it can be told. */
  rolledOutAt: Date | undefined
}

export function historyOf(cluster: ClusterScene, workload: WorkloadName | undefined): History | undefined {
  const released = releasedOf(cluster, workload)
  const newest = released?.revisions[0]
  if (!workload || !released || !newest) return undefined
  const previous = revisionToReturnTo(released)
  const isBeyondPrevious = previous !== released.revisions[1]
  const described = isBeyondPrevious ? undefined : describedChange(cluster, workload)
  const change = described ?? comparedChange(cluster, newest, previous)
  const rolledOutAt = rolloutTime(cluster, { released, newest, previous })
  return { released, newest, previous, isBeyondPrevious, change, rolledOutAt }
}

export function revisionToReturnTo({ revisions: [, ...earlier] }: ReleasedView): RevisionView | undefined {
  return earlier.find(({ readyReplicas }) => readyReplicas > 0) ?? earlier[0]
}

function describedChange(cluster: ClusterScene, workload: WorkloadName): History['change'] {
  const pods = podsOf(cluster, workload)
  const described = cluster.described.find(({ pod, change }) => change && pods.some((one) => isSame(one, pod)))
  return described?.change && { ...described.change, exhibit: described.exhibit }
}

/** Nobody tells what lies between two revisions that are not neighbours, but two pods that were described do. */
function comparedChange(
  cluster: ClusterScene,
  newest: RevisionView,
  previous: RevisionView | undefined,
): History['change'] {
  const podOf = (revision: RevisionView | undefined) =>
    cluster.described.find(({ pod }) => revision !== undefined && revisionNameOf(pod) === revision.name)
  const [before, after] = [podOf(previous), podOf(newest)]
  if (!before || !after || !previous) return undefined
  return {
    fromRevision: previous.revision,
    toRevision: newest.revision,
    fromName: previous.name,
    toName: newest.name,
    createdAt: newest.createdAt,
    differences: templateDifferences(templateOf(before), templateOf(after)),
    exhibit: undefined,
  }
}

function templateOf({ containers, initContainers }: DescribedPod): PodTemplate {
  const sources = (all: DescribedPod['containers']) => all.map(({ name, source }) => ({ ...source, name }))
  return { spec: { containers: sources(containers), initContainers: sources(initContainers) } }
}

type Step = Pick<History, 'released' | 'newest' | 'previous'>

/** A template that was returned to is older than the step; then the controller's own words, or the pods, tell when. */
function rolloutTime(cluster: ClusterScene, { released, newest, previous }: Step): Date | undefined {
  const isReturnedTo =
    newest.createdAt && previous?.createdAt && newest.createdAt.getTime() < previous.createdAt.getTime()
  if (!isReturnedTo) return newest.createdAt
  if (released.kind !== 'Deployment') return firstPod(podsOf(cluster, released).filter(isYounger), newest.name)
  return cluster.events.find(({ reason, message }) => reason === 'ScalingReplicaSet' && message.includes(newest.name))
    ?.firstAt

  function isYounger({ createdAt }: PodView): boolean {
    return createdAt !== undefined && createdAt.getTime() >= (previous?.createdAt?.getTime() ?? 0)
  }
}

export function isOfNewest(pod: PodView, { newest }: History): boolean {
  return revisionNameOf(pod) === newest.name
}

/** Pods of the newest revision and of the others that still run, without those that are leaving. */
export function podsByAge(cluster: ClusterScene, history: History) {
  const staying = podsOf(cluster, history.released).filter(isStaying)
  return {
    newest: staying.filter((pod) => isOfNewest(pod, history)),
    older: staying.filter((pod) => !isOfNewest(pod, history)),
  }
}

/** The differences that speak of one of the words: in their field, or in what was taken away or put there. */
export function differencesAbout(
  history: History | undefined,
  ...words: readonly (string | undefined)[]
): Difference[] {
  const wanted = words.filter((word): word is string => word !== undefined && word !== '')
  return (history?.change?.differences ?? []).filter((difference) => {
    const written = JSON.stringify(onlyWhatDiffers(difference))
    return wanted.some((word) => written.includes(JSON.stringify(word).slice(1, -1)))
  })
}

/** What stands in both lists did not change. */
function onlyWhatDiffers({ field, from, to }: Difference): Difference {
  if (!Array.isArray(from) || !Array.isArray(to)) return { field, from, to }
  const without = (list: unknown[], other: unknown[]) => {
    const known = other.map((item) => JSON.stringify(item))
    return list.filter((item) => !known.includes(JSON.stringify(item)))
  }
  return { field, from: without(from, to), to: without(to, from) }
}

export function differencesIn(history: History | undefined, field: RegExp): Difference[] {
  return (history?.change?.differences ?? []).filter((difference) => field.test(difference.field))
}

/** The first of them. */
export function citeDifferences(history: History | undefined, all: readonly Difference[], most = 1) {
  const exhibit = history?.change?.exhibit
  return exhibit
    ? all.slice(0, most).map(({ field, from, to }) => cite(exhibit, JSON.stringify({ field, from, to })))
    : []
}

// A StatefulSet or DaemonSet whose pods stay behind its template, and what would bring it back.

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
  const names = broken.slice(0, 3).map(({ name }) => name)
  if (set?.strategy === 'OnDelete')
    return ` and by deleting its pods one by one, because its update strategy is OnDelete`
  if (history.released.kind !== 'StatefulSet' || !set?.isInOrder || names.length === 0) return ''
  return ` and by deleting ${names.join(', ')} afterwards: a StatefulSet does not replace a pod that is not ready, even when its template is set right`
}
