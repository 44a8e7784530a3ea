/** The pods an analyzer of containers has to judge: the subject's troubled ones, and the troubled ones it depends on. */
import type { Scene } from '../../scene.ts'
import type {
  ClusterScene,
  ContainerLog,
  ContainerSpec,
  ContainerView,
  DescribedPod,
  PodView,
  Shown,
  WorkloadName,
} from '../cluster-scene.ts'
import { podEvents } from '../pods/events-about.ts'
import {
  hasTrouble,
  isEnded,
  isLeaving,
  isSame,
  restartsAtIntervals,
  subjectPods,
  workloadOf,
} from '../pods/workload-pods.ts'
import { readLogLine } from '../reading/log-line.ts'
import { revisionNameOf } from '../releases/released-workload.ts'
import { type History, historyOf, isOfNewest } from '../releases/revision-history.ts'
import { earliest } from '../saying/say.ts'
import { isOfHealedRun } from './jobs-in-question.ts'

export type PodInQuestion = {
  pod: Shown<PodView>
  workload: WorkloadName | undefined
  history: History | undefined
  described: Shown<DescribedPod> | undefined
  logs: readonly Shown<ContainerLog>[]
  /** False for a dependency of the subject. */
  isSubject: boolean
}

/** Pods that are leaving are not to be healed. */
export function podsInQuestion({ cluster, now }: Scene): PodInQuestion[] {
  if (!cluster) return []
  const own = namedFirst(cluster)
  const others = cluster.described.map(({ pod }) => pod).filter((pod) => !own.some((one) => isSame(one, pod)))
  return [...own, ...others]
    .filter(
      (pod) =>
        !isLeaving(pod) &&
        !isEnded(pod) &&
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
  const read = cluster.pods.filter(
    (pod) => cluster.logs.some((log) => isSame(log, pod)) && !own.some((one) => isSame(one, pod)),
  )
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
    pod,
    workload,
    history: historyOfPod(cluster, pod, workload),
    described: cluster.described.find((one) => isSame(one.pod, pod)) ?? describedSibling(cluster, pod),
    logs: withFarewells(
      pod,
      cluster.logs.filter((log) => isSame(log, pod)),
    ),
    isSubject,
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
  const farewells = [...pod.initContainers, ...pod.containers].flatMap(({ name, terminated, last }) => {
    const message = (terminated ?? last)?.message
    if (message === undefined || isHeard(name)) return []
    const lines = message.split('\n').filter(Boolean).map(readLogLine)
    const { exhibit, source, namespace } = pod
    return [{ exhibit, source, namespace, name: pod.name, container: name, isPrevious: true, lines }]
  })
  return [...logs, ...farewells]
}

/** Pods of one ReplicaSet, or of one revision of a set, have one template, so what was seen of one holds for the other. */
function describedSibling(cluster: ClusterScene, pod: PodView): Shown<DescribedPod> | undefined {
  const revision = revisionNameOf(pod)
  return cluster.described.find(
    (one) =>
      one.pod.namespace === pod.namespace &&
      pod.owner !== undefined &&
      one.pod.owner?.name === pod.owner.name &&
      revisionNameOf(one.pod) === revision,
  )
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

export function firstBadMoment({ subject, cluster }: Scene, { pod, isSubject }: PodInQuestion): Date | undefined {
  const warnings = cluster ? podEvents(cluster, pod).filter(({ isWarning }) => isWarning) : []
  const unready = pod.conditions.find(({ type, status }) => type === 'Ready' && status !== 'True')
  const ends = [...pod.initContainers, ...pod.containers].flatMap(({ last, terminated }) => [last, terminated])
  return earliest([
    isSubject ? subject.startedAt : undefined,
    unready?.since,
    ...warnings.map(({ firstAt }) => firstAt),
    ...ends.map((end) => end?.finishedAt),
  ])
}
