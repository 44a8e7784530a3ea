/** How a controller that may not create, and a scheduler that finds no place, say why. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import type { ClusterScene, DeploymentView, EventView, ObjectKey, Shown, WorkloadName } from '../cluster-scene.ts'
import { citeEvent, isLeaving, isSame } from '../pods/workload-pods.ts'

/** Pods that were never made: the API server refused them, and only their controller was told. */
export type RefusedCreation = {
  workload: WorkloadName
  /** What asks for pods on its behalf, and how many it has of those it wants; of a Job nobody can say. */
  controller: { kind: string; name: string; wanted: number | undefined; there: number }
  /** What the server said. */
  message: string
  since: Date | undefined
  evidence: readonly EvidenceReference[]
  /** True where the alert is about this workload. */
  isSubject: boolean
}

const CONTROLLERS = ['ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'ReplicationController']

/** One for each workload that still lacks pods; who has all it wants was refused in the past only. */
export function refusedCreations(cluster: ClusterScene): RefusedCreation[] {
  const keyOf = ({ workload: { kind, namespace, name } }: RefusedCreation) => `${kind} ${namespace}/${name}`
  const groups = Map.groupBy(refusals(cluster), keyOf)
  return [...groups.values()].flatMap((group) => {
    const last = group.at(-1)
    if (!last) return []
    const all = { ...last, since: group[0]?.since, evidence: group.slice(-2).flatMap(({ evidence }) => evidence) }
    return isHealed(all, cluster) ? [] : [all]
  })
}

function isHealed({ controller, workload }: RefusedCreation, { jobs }: ClusterScene): boolean {
  const { kind, name, wanted, there } = controller
  if (wanted !== undefined) return there >= wanted
  const job = jobs.find((one) => kind === 'Job' && isSame(one, { namespace: workload.namespace, name }))
  return job !== undefined && job.active + job.succeeded + job.failed > 0
}

function refusals(cluster: ClusterScene): RefusedCreation[] {
  const fromEvents = cluster.events
    .filter(({ reason, kind, isWarning }) => isWarning && reason === 'FailedCreate' && CONTROLLERS.includes(kind))
    .map((event) => fromEvent(cluster, event))
  const known = new Set(fromEvents.map(({ workload: { namespace, name } }) => `${namespace}/${name}`))
  const stated = cluster.deployments.flatMap((deployment) => {
    const failure = deployment.conditions.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True')
    if (failure?.message === undefined || known.has(`${deployment.namespace}/${deployment.name}`)) return []
    return [fromCondition(cluster, deployment, failure.message, failure.since)]
  })
  return [...fromEvents, ...stated]
}

function fromEvent(cluster: ClusterScene, event: Shown<EventView>): RefusedCreation {
  const { message, firstAt, kind, name, namespace = '' } = event
  const workload = ownerOf(cluster, event)
  return {
    workload,
    controller: { kind, name, ...countsOf(cluster, { kind, name, namespace }) },
    ...{ message, since: firstAt, evidence: [citeEvent(event)], isSubject: isAbout(cluster, workload) },
  }
}

/** The newest ReplicaSet is the one that is refused. */
function fromCondition(
  cluster: ClusterScene,
  { namespace, name, exhibit, revisions }: Shown<DeploymentView>,
  message: string,
  since: Date | undefined,
): RefusedCreation {
  const workload: WorkloadName = { kind: 'Deployment', namespace, name }
  const controller = { kind: 'ReplicaSet', name: revisions[0]?.name ?? name }
  return {
    workload,
    controller: { ...controller, ...countsOf(cluster, { ...controller, namespace }) },
    ...{ message, since, evidence: [cite(exhibit, message)], isSubject: isAbout(cluster, workload) },
  }
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

type Controller = ObjectKey & { kind: string }

/** During a rollout the old pods are all there; what counts are those of the one that was refused. */
function countsOf(
  { deployments, statefulSets, daemonSets, pods }: ClusterScene,
  { kind, namespace, name }: Controller,
) {
  const revisions = deployments.filter((one) => one.namespace === namespace).flatMap((one) => one.revisions)
  const sets = kind === 'StatefulSet' ? statefulSets : kind === 'DaemonSet' ? daemonSets : []
  const found = revisions.find((one) => one.name === name) ?? sets.find((one) => isSame(one, { namespace, name }))
  const own = pods.filter((pod) => pod.namespace === namespace && pod.owner?.name === name)
  return { wanted: found?.replicas, there: own.filter((pod) => !isLeaving(pod) && pod.phase !== 'Failed').length }
}

function isAbout({ target }: ClusterScene, workload: WorkloadName): boolean {
  const isNamed = target.workloads.some((one) => isSame(one, workload))
  return isNamed || !target.isNamed || target.workloads.length === 0
}

/** `Deployment web has 3 of 5 pods`. */
export function sayStanding({ workload, controller: { kind, name, wanted, there } }: RefusedCreation): string {
  const who = `${workload.kind} ${workload.name}`
  if (wanted === undefined) return `${who} gets no new pods`
  return kind === 'ReplicaSet'
    ? `${who} has ${there} of the ${wanted} pods ReplicaSet ${name} should have`
    : `${who} has ${there} of ${wanted} pods`
}

/** What the scheduler says of a pod it cannot place: how many nodes refuse it, and why. It gives each node one reason. */
export type RefusalKind =
  | 'volume'
  | 'spread'
  | 'cordon'
  | 'unwell'
  | 'resources'
  | 'taint'
  | 'control_plane'
  | 'selector'
  | 'ports'
  | 'other'

export type Refusal = {
  kind: RefusalKind
  /** Nodes. Undefined where the pod itself is the obstacle. */
  count: number | undefined
  text: string
  /** The resource that is short, or the taint as it is written: `dedicated: gpu`. */
  word: string | undefined
}

/** The first that fits; a conflict of a volume speaks of node affinity too. */
const PATTERNS: readonly (readonly [RefusalKind, RegExp])[] = [
  [
    'volume',
    /PersistentVolumeClaim|volume node affinity|persistent volumes? to bind|max volume count|volume zone|free storage/i,
  ],
  ['spread', /anti-affinity|pod affinity|topology spread/i],
  ['cordon', /were unschedulable|taint \{node\.kubernetes\.io\/unschedulable/],
  ['unwell', /taint \{(node\.kubernetes\.io\/(?:unreachable|not-ready|\w+-pressure|network-unavailable))/],
  ['control_plane', /taint \{(node-role\.kubernetes\.io\/(?:control-plane|master))/],
  ['taint', /taint \{([^}]*)\}/],
  ['taint', /untolerated taint/],
  ['resources', /Insufficient (\S+)/],
  ['resources', /Too many (pods)/],
  ['ports', /free ports/],
  ['selector', /node affinity|node selector|requested node name/i],
]

/**
 * What it says of preemption and of resource claims is for nobody, and since v1.34 the latter comes without a count:
 * `… 2 Insufficient memory. no new claims to deallocate, preemption: …`. A new sentence that begins small is such a word.
 */
const AFTERTHOUGHT = /[.,]?\s*(?:no new claims|preemption:)|\.\s+(?=[a-z])/

export function withoutAfterthought(message: string): string {
  return (message.split(AFTERTHOUGHT)[0] ?? message).trim()
}

/** `0/5 nodes are available: 2 Insufficient cpu, 3 node(s) … . preemption: …` */
export function readRefusals(message: string): Refusal[] {
  const [, said = ''] = /nodes are available:\s*(.*)$/s.exec(message) ?? []
  return withoutAfterthought(said)
    .split(/,\s*(?=\d+\s)/)
    .map((part) => part.trim().replace(/\.$/, ''))
    .filter((part) => part !== '')
    .map(readRefusal)
}

function readRefusal(part: string): Refusal {
  const [, nodes, text = part] = /^(\d+)\s+(.*)$/s.exec(part) ?? []
  const count = nodes === undefined ? undefined : Number(nodes)
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(text)
    if (match) return { kind, count, text, word: match[1]?.replace(/:\s*$/, '') }
  }
  return { kind: 'other', count, text, word: undefined }
}
