/** The revisions of a Deployment, the step to the newest, and which pods belong to which. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { cite, type Exhibit } from '../evidence.ts'
import type {
  ClusterScene,
  DeploymentView,
  Difference,
  PodView,
  RevisionChange,
  RevisionView,
  Shown,
  WorkloadName,
} from './cluster-scene.ts'
import { eventsAbout } from './events-about.ts'
import { isLeaving, isSame, podsOf } from './workload-pods.ts'

export type History = {
  deployment: Shown<DeploymentView>
  newest: RevisionView
  previous: RevisionView | undefined
  /** What the step to the newest changed, and where it was read; undefined where no pod was described. */
  change: (RevisionChange & { exhibit: Exhibit }) | undefined
  /** When the newest template came into force, as far as it can be told. */
  rolledOutAt: Date | undefined
}

export function historyOf(cluster: ClusterScene, workload: WorkloadName | undefined): History | undefined {
  if (workload?.kind !== 'Deployment') return undefined
  const deployment = cluster.deployments.find((one) => isSame(one, workload))
  if (!deployment) return undefined
  const [newest, previous] = deployment.revisions
  if (!newest) return undefined
  const described = cluster.described.find(
    ({ pod, change }) => change && podsOf(cluster, workload).some((one) => isSame(one, pod)),
  )
  const change = described?.change && { ...described.change, exhibit: described.exhibit }
  return { deployment, newest, previous, change, rolledOutAt: rolloutTime(cluster, newest, previous) }
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
  const staying = podsOf(cluster, { kind: 'Deployment', namespace, name }).filter((pod) => !isLeaving(pod))
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
    const told = JSON.stringify(difference)
    return wanted.some((word) => told.includes(JSON.stringify(word).slice(1, -1)))
  })
}

export function differencesIn(history: History | undefined, field: RegExp): Difference[] {
  return (history?.change?.differences ?? []).filter((difference) => field.test(difference.field))
}

export function citeDifference(history: History, { field, from, to }: Difference): EvidenceReference[] {
  const exhibit = history.change?.exhibit
  return exhibit ? [cite(exhibit, JSON.stringify({ field, from, to }))] : []
}

export function scalingOf(cluster: ClusterScene, { deployment }: History) {
  return eventsAbout(cluster, { kind: 'Deployment', ...key(deployment) }, 'ScalingReplicaSet')
}

function key({ namespace, name }: DeploymentView) {
  return { namespace, name }
}
