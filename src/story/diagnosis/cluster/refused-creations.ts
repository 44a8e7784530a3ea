/** Pods that were never made: the API server refused them, and only their controller was told. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import { cite } from '../evidence.ts'
import type { ClusterScene, ConditionView, EventView, ObjectKey, Shown, WorkloadName } from './cluster-scene.ts'
import { citeEvent } from './events-about.ts'
import { isLeaving, isSame, podsOf } from './workload-pods.ts'

export type RefusedCreation = {
  workload: WorkloadName
  /** What the server said. */
  message: string
  at: Date | undefined
  since: Date | undefined
  wanted: number | undefined
  there: number
  evidence: readonly EvidenceReference[]
  /** True where the alert is about this workload. */
  isSubject: boolean
}

const CONTROLLERS = ['ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'ReplicationController']

/** One for each workload that still lacks pods; who has all it wants was refused in the past only. */
export function refusedCreations(cluster: ClusterScene): RefusedCreation[] {
  const groups = Map.groupBy(
    refusals(cluster),
    ({ workload: { kind, namespace, name } }) => `${kind} ${namespace}/${name}`,
  )
  return [...groups.values()].flatMap((group) => {
    const last = group.at(-1)
    if (!last) return []
    const all = { ...last, since: group[0]?.since, evidence: group.slice(-2).flatMap(({ evidence }) => evidence) }
    return isHealed(all) ? [] : [all]
  })
}

function isHealed({ wanted, there }: RefusedCreation): boolean {
  return wanted !== undefined && there >= wanted
}

function refusals(cluster: ClusterScene): RefusedCreation[] {
  const told = cluster.events
    .filter(({ reason, kind, isWarning }) => isWarning && reason === 'FailedCreate' && CONTROLLERS.includes(kind))
    .map((event) => fromEvent(cluster, event))
  const known = new Set(told.map(({ workload: { namespace, name } }) => `${namespace}/${name}`))
  const stated = cluster.deployments.flatMap((deployment) => {
    const failure = deployment.conditions.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True')
    if (failure?.message === undefined || known.has(`${deployment.namespace}/${deployment.name}`)) return []
    return [fromCondition(cluster, deployment, failure, failure.message)]
  })
  return [...told, ...stated]
}

function fromEvent(cluster: ClusterScene, event: Shown<EventView>): RefusedCreation {
  const workload = ownerOf(cluster, event)
  const { message, at, firstAt } = event
  return { ...standing(cluster, workload), message, at, since: firstAt, evidence: [citeEvent(event)] }
}

function fromCondition(
  cluster: ClusterScene,
  { namespace, name, exhibit }: Shown<ObjectKey>,
  { since }: ConditionView,
  message: string,
): RefusedCreation {
  const workload: WorkloadName = { kind: 'Deployment', namespace, name }
  return { ...standing(cluster, workload), message, at: since, since, evidence: [cite(exhibit, message)] }
}

function ownerOf({ deployments, jobs }: ClusterScene, { kind, name, namespace = '' }: EventView): WorkloadName {
  const owner = deployments.find(
    (one) => one.namespace === namespace && one.revisions.some((each) => each.name === name),
  )
  if (owner) return { kind: 'Deployment', namespace, name: owner.name }
  const job = jobs.find((one) => isSame(one, { namespace, name }))
  if (kind === 'Job' && job?.owner?.kind === 'CronJob') return { kind: 'CronJob', namespace, name: job.owner.name }
  return { kind: kind as WorkloadName['kind'], namespace, name }
}

function standing(cluster: ClusterScene, workload: WorkloadName) {
  const sets = [...cluster.deployments, ...cluster.statefulSets, ...cluster.daemonSets]
  const { target } = cluster
  const isNamed = target.workloads.some((one) => isSame(one, workload))
  return {
    workload,
    wanted: sets.find((one) => isSame(one, workload))?.replicas,
    there: podsOf(cluster, workload).filter((pod) => !isLeaving(pod) && pod.phase !== 'Failed').length,
    isSubject: isNamed || !target.isNamed || target.workloads.length === 0,
  }
}

/** `Deployment web has 3 of 5 pods`. */
export function sayStanding({ workload: { kind, name }, wanted, there }: RefusedCreation): string {
  return wanted === undefined ? `${kind} ${name} gets no new pods` : `${kind} ${name} has ${there} of ${wanted} pods`
}
