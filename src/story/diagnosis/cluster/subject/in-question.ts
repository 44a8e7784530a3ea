/** The pods and Jobs that rules have to judge: the subject's, in trouble or serving, and those it depends on. */
import type { Scene } from '../../scene.ts'
import { newestFirst } from '../asking/look-at-containers.ts'
import type {
  ClusterScene,
  ContainerLog,
  ContainerSpec,
  ContainerView,
  DescribedPod,
  JobView,
  PodView,
  Shown,
  WorkloadName,
} from '../cluster-scene.ts'
import {
  containersOf,
  describedOf,
  hasTrouble,
  isLeaving,
  isSame,
  isSibling,
  isStaying,
  logsOfPod,
  podEvents,
  podsOf,
  restartsAtIntervals,
  subjectPods,
  workloadOf,
} from '../pods/workload-pods.ts'
import { readLogLine } from '../reading/read-listed.ts'
import { revisionNameOf } from '../releases/released-workload.ts'
import { type History, historyOf, isOfNewest } from '../releases/revision-history.ts'
import { calledInErrors } from '../routes/neighbours.ts'
import { blamedHosts, namedInConfiguration, workloadAt } from '../routes/service-hosts.ts'
import { earliest } from '../saying/say.ts'

export type PodInQuestion = {
  pod: Shown<PodView>
  workload: WorkloadName | undefined
  history: History | undefined
  described: Shown<DescribedPod> | undefined
  logs: readonly Shown<ContainerLog>[]
  /** False for a dependency of the subject. */
  isSubject: boolean
  cluster: ClusterScene
}

/** Pods that are leaving are not to be healed. */
export function podsInQuestion({ cluster, now }: Scene): PodInQuestion[] {
  if (!cluster) return []
  const own = namedFirst(cluster)
  const others = cluster.described.map(({ pod }) => pod).filter((pod) => !own.some((one) => isSame(one, pod)))
  return [...own, ...others]
    .filter(
      (pod) =>
        isStaying(pod) &&
        !isOfEmptyRevision(cluster, pod) &&
        !isOfHealedRun(cluster, pod) &&
        (hasTrouble(pod, now) || restartsAtIntervals(pod, now)),
    )
    .map((pod) => inQuestion(cluster, pod, own.includes(pod)))
}

/** Those that run and may still misbehave, the subject's first. */
export function servingPods({ cluster }: Scene): PodInQuestion[] {
  if (!cluster) return []
  const own = namedFirst(cluster)
  const read = cluster.pods.filter((pod) => logsOfPod(cluster, pod).length > 0 && !own.some((one) => isSame(one, pod)))
  return [...own, ...read]
    .filter((pod) => !isLeaving(pod) && pod.phase === 'Running')
    .map((pod) => inQuestion(cluster, pod, own.includes(pod)))
}

/** What several pods tell alike is told by the first. */
function namedFirst(cluster: ClusterScene): Shown<PodView>[] {
  const isNamed = (pod: PodView) => cluster.target.pod !== undefined && isSame(pod, cluster.target.pod)
  return subjectPods(cluster).sort((one, other) => Number(isNamed(other)) - Number(isNamed(one)))
}

function inQuestion(cluster: ClusterScene, pod: Shown<PodView>, isSubject: boolean): PodInQuestion {
  const workload = workloadOf(cluster, pod)
  return {
    ...{ cluster, pod, workload, isSubject },
    history: historyOfPod(cluster, pod, workload),
    described: describedOf(cluster, pod) ?? describedSibling(cluster, pod),
    logs: withFarewells(pod, logsOfPod(cluster, pod)),
  }
}

/** Where a set was changed since, its step to the newest revision is not the one that brought this pod. */
function historyOfPod(cluster: ClusterScene, pod: PodView, workload: WorkloadName | undefined): History | undefined {
  const history = historyOf(cluster, workload)
  const isOfSet = history !== undefined && history.released.kind !== 'Deployment'
  return isOfSet && !isOfNewest(pod, history) ? undefined : history
}

/** What a container left as its termination message counts where it left no log. */
function withFarewells(pod: Shown<PodView>, logs: readonly Shown<ContainerLog>[]): Shown<ContainerLog>[] {
  const isHeard = (name: string) =>
    logs.some(({ container, lines }) => (container ?? name) === name && lines.length > 0)
  const { exhibit, source, namespace, name } = pod
  const farewells = containersOf(pod).flatMap(({ name: container, terminated, last }) => {
    const message = (terminated ?? last)?.message
    if (message === undefined || isHeard(container)) return []
    const lines = message.split('\n').filter(Boolean).map(readLogLine)
    return [{ exhibit, source, namespace, name, container, isPrevious: true, lines }]
  })
  return [...logs, ...farewells]
}

/** Pods of one ReplicaSet, or of one revision of a set, have one template, so what was seen of one holds for the other. */
function describedSibling(cluster: ClusterScene, pod: PodView): Shown<DescribedPod> | undefined {
  const revision = revisionNameOf(pod)
  return cluster.described.find((one) => isSibling(one.pod, pod) && revisionNameOf(one.pod) === revision)
}

/** Its ReplicaSet wants no pods any more: it will go by itself. */
export function isOfEmptyRevision(cluster: ClusterScene, { namespace, owner }: PodView): boolean {
  const revisions = cluster.deployments.filter((one) => one.namespace === namespace).flatMap((one) => one.revisions)
  return revisions.some(({ name, replicas }) => name === owner?.name && replicas === 0)
}

export function specOf({ described }: PodInQuestion, container: ContainerView): ContainerSpec | undefined {
  const all = [...(described?.containers ?? []), ...(described?.initContainers ?? [])]
  return all.find(({ name }) => name === container.name)
}

/** Of one container; a log that was asked for without a name is that of the only one. */
export function logsOf({ logs }: PodInQuestion, { name }: { name: string }): Shown<ContainerLog>[] {
  return logs.filter(({ container }) => container === undefined || container === name)
}

// The earliest sign of trouble in a pod. Signs come after the fault, so the true beginning is no later than this.

export function firstBadMoment({ subject }: Scene, { pod, isSubject, cluster }: PodInQuestion): Date | undefined {
  const warnings = podEvents(cluster, pod).filter(({ isWarning }) => isWarning)
  const unready = pod.conditions.find(({ type, status }) => type === 'Ready' && status !== 'True')
  const ends = containersOf(pod).flatMap(({ last, terminated }) => [last, terminated])
  return earliest([
    isSubject ? subject.startedAt : undefined,
    unready?.since,
    ...warnings.map(({ firstAt }) => firstAt),
    ...ends.map((end) => end?.finishedAt),
  ])
}

// Pods that were looked at closely and have a part in what the subject does: its own, and of those it calls.

type Involved = { workload: WorkloadName; described: Shown<DescribedPod>; isSubject: boolean }

/** One of each workload. */
export function involvedPods(cluster: ClusterScene): Involved[] {
  const own = subjectPods(cluster)
  const called = calledBySubject(cluster)
  const all = cluster.described.flatMap((described) => {
    const workload = workloadOf(cluster, described.pod)
    const isSubject = own.some((pod) => isSame(pod, described.pod))
    const isInvolved = workload && (isSubject || called.some((one) => isSame(one, workload)))
    return isInvolved ? [{ workload, described, isSubject }] : []
  })
  return [...new Map(all.map((one) => [`${one.workload.namespace}/${one.workload.name}`, one])).values()]
}

function calledBySubject(cluster: ClusterScene): WorkloadName[] {
  const complainedOf = cluster.logs.flatMap((log) =>
    blamedHosts(log).flatMap((host) => workloadAt(host, log.namespace, cluster) ?? []),
  )
  const spoken = cluster.logs.flatMap((log) => calledInErrors(log, cluster))
  return [...namedInConfiguration({ cluster }).map(({ workload }) => workload), ...complainedOf, ...spoken]
}

// The Jobs an alert is about: the named one, or the runs of a named CronJob.

export type JobInQuestion = {
  job: Shown<JobView>
  /** Newest first. */
  pods: readonly Shown<PodView>[]
  logs: readonly Shown<ContainerLog>[]
  /** A later run of the same CronJob that did its work. */
  doneSince: Shown<JobView> | undefined
}

export function jobsInQuestion(cluster: ClusterScene): JobInQuestion[] {
  return cluster.jobs
    .filter((job) => isMeant(cluster, job))
    .map((job) => {
      const pods = podsOf(cluster, { kind: 'Job', namespace: job.namespace, name: job.name }).sort(newestFirst)
      const logs = cluster.logs.filter((log) => pods.some((pod) => isSame(pod, log)))
      const doneSince = cluster.jobs.find((other) => isLaterRun(other, job) && other.succeeded > 0)
      return { job, pods, logs, doneSince }
    })
}

/** Of a CronJob only the latest run: the ones before are history. */
function isMeant({ target, jobs }: ClusterScene, job: JobView): boolean {
  return target.workloads.some(({ kind, namespace, name }) => {
    if (namespace !== job.namespace) return false
    if (kind === 'Job') return name === job.name
    const isRun = kind === 'CronJob' && job.owner?.kind === 'CronJob' && job.owner.name === name
    return isRun && !jobs.some((other) => isLaterRun(other, job))
  })
}

function isLaterRun(other: JobView, job: JobView): boolean {
  const isSibling = job.owner !== undefined && other.owner?.name === job.owner.name && other.namespace === job.namespace
  return isSibling && (other.startedAt?.getTime() ?? 0) > (job.startedAt?.getTime() ?? 0)
}

/** A pod of a run whose work a later run has done since. */
function isOfHealedRun({ jobs }: Pick<ClusterScene, 'jobs'>, { namespace, owner }: PodView): boolean {
  const job = owner?.kind === 'Job' ? jobs.find((one) => isSame(one, { namespace, name: owner.name })) : undefined
  return job !== undefined && jobs.some((other) => isLaterRun(other, job) && other.succeeded > 0)
}
