/** Pods the alert may mean that stand on a bad node: its own, those it needs, and those missed in its place at that time. */
import type { Scene } from '../../scene.ts'
import { isAboutServing } from '../asking/look-at-logs.ts'
import type { ClusterScene, NodeView, PodView, Shown } from '../cluster-scene.ts'
import { hasTrouble, isDone, isSame, podsOf, subjectPods, workloadOf } from '../pods/workload-pods.ts'
import { neighboursOf } from '../routes/neighbours.ts'

/** What was lost longer before was felt before; an alert needs samples, and clocks differ. */
const BEFORE = 60 * 60_000
const AFTER = 5 * 60_000

type Here = Scene & { cluster: ClusterScene }

export function victimsOn(node: NodeView, scene: Here): Shown<PodView>[] {
  const { cluster, now } = scene
  const needed = neighboursOf({ ...scene, isAside: false }).flatMap(({ workload }) => workload ?? [])
  const near = isInTime(node, scene) ? missedInPlace(scene) : []
  const all = [...subjectPods(cluster), ...needed.flatMap((workload) => podsOf(cluster, workload)), ...near]
  const here = all.filter((pod) => pod.nodeName === node.name && hasTrouble(pod, now) && !isDone(pod))
  return here.filter((pod, at) => here.findIndex((one) => isSame(one, pod)) === at)
}

/** Its last change for the worse lies shortly before the alert. */
function isInTime({ conditions }: NodeView, { subject, now }: Here): boolean {
  const began = (subject.startedAt ?? now).getTime()
  return conditions.some(({ type, status, since }) => {
    const isBad = type === 'Ready' ? status !== 'True' : status === 'True'
    return isBad && since !== undefined && since.getTime() > began - BEFORE && since.getTime() < began + AFTER
  })
}

/**
 * Where the alert names nobody who is unwell, whoever of its namespace is short of a pod may be meant. One that names a pod
 * means that pod, one that names what is not there or what should run nothing means no neighbour.
 */
function missedInPlace(scene: Here): Shown<PodView>[] {
  const { cluster, subject, now } = scene
  const { namespace, workloads, node, pod: named, absent } = cluster.target
  const own = subjectPods(cluster)
  const isServing = own.length > 0 && own.every((pod) => !hasTrouble(pod, now)) && isAboutServing(subject)
  const isOpen = workloads.length === 0 || !cluster.target.isNamed || isServing
  if (node !== undefined || namespace === undefined || named || absent.length > 0 || !isOpen) return []
  return cluster.pods.filter((pod) => pod.namespace === namespace && isMissed(pod, cluster))
}

/** One whose workload has all it wants elsewhere is only on its way out. */
function isMissed(pod: PodView, cluster: ClusterScene): boolean {
  const workload = workloadOf(cluster, pod)
  const all = [...cluster.deployments, ...cluster.statefulSets, ...cluster.daemonSets]
  const owner = workload && all.find((one) => isSame(one, workload))
  return owner ? owner.readyReplicas < owner.replicas : pod.phase !== 'Failed'
}
