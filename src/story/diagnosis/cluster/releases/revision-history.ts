/** The revisions of a Deployment, the step to the newest, and which pods belong to which. */

import type { PodTemplate } from '../../../../plugins/kubernetes/kubernetes-objects.ts'
import { templateDifferences } from '../../../../plugins/kubernetes/template-difference.ts'
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import type {
  ClusterScene,
  DeploymentView,
  DescribedPod,
  Difference,
  PodView,
  RevisionChange,
  RevisionView,
  Shown,
  WorkloadName,
} from '../cluster-scene.ts'
import { isEnded, isLeaving, isSame, podsOf } from '../pods/workload-pods.ts'

export type History = {
  deployment: Shown<DeploymentView>
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
  if (workload?.kind !== 'Deployment') return undefined
  const deployment = cluster.deployments.find((one) => isSame(one, workload))
  const newest = deployment?.revisions[0]
  if (!deployment || !newest) return undefined
  const previous = revisionToReturnTo(deployment)
  const isBeyondPrevious = previous !== deployment.revisions[1]
  const change = isBeyondPrevious ? comparedChange(cluster, newest, previous) : toldChange(cluster, workload)
  return { deployment, newest, previous, isBeyondPrevious, change, rolledOutAt: rolloutTime(cluster, newest, previous) }
}

export function revisionToReturnTo({ revisions: [, ...earlier] }: DeploymentView): RevisionView | undefined {
  return earlier.find(({ readyReplicas }) => readyReplicas > 0) ?? earlier[0]
}

function toldChange(cluster: ClusterScene, workload: WorkloadName): History['change'] {
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
    cluster.described.find(({ pod }) => revision !== undefined && pod.owner?.name === revision.name)
  const [before, after] = [podOf(previous), podOf(newest)]
  if (!before || !after || !previous) return undefined
  return {
    fromRevision: previous.revision,
    toRevision: newest.revision,
    fromReplicaSet: previous.name,
    toReplicaSet: newest.name,
    createdAt: newest.createdAt,
    differences: templateDifferences(templateOf(before), templateOf(after)),
    exhibit: undefined,
  }
}

function templateOf({ containers, initContainers }: DescribedPod): PodTemplate {
  const sources = (all: DescribedPod['containers']) => all.map(({ name, source }) => ({ ...source, name }))
  return { spec: { containers: sources(containers), initContainers: sources(initContainers) } }
}

/** A template that was returned to is older than the step; then the controller's own words tell when it was scaled up. */
function rolloutTime(
  cluster: ClusterScene,
  newest: RevisionView,
  previous: RevisionView | undefined,
): Date | undefined {
  const isReturnedTo =
    newest.createdAt && previous?.createdAt && newest.createdAt.getTime() < previous.createdAt.getTime()
  if (!isReturnedTo) return newest.createdAt
  return cluster.events.find(({ reason, message }) => reason === 'ScalingReplicaSet' && message.includes(newest.name))
    ?.firstAt
}

export function isOfNewest({ owner }: PodView, { newest }: History): boolean {
  return owner?.name === newest.name
}

/** Pods of the newest revision and of the others that still run, without those that are leaving. */
export function podsByAge(cluster: ClusterScene, history: History) {
  const { namespace, name } = history.deployment
  const staying = podsOf(cluster, { kind: 'Deployment', namespace, name }).filter(
    (pod) => !isLeaving(pod) && !isEnded(pod),
  )
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
    const told = JSON.stringify(onlyWhatDiffers(difference))
    return wanted.some((word) => told.includes(JSON.stringify(word).slice(1, -1)))
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

export function citeDifference(history: History, { field, from, to }: Difference): EvidenceReference[] {
  const exhibit = history.change?.exhibit
  return exhibit ? [cite(exhibit, JSON.stringify({ field, from, to }))] : []
}
