/** A namespace that may be on its way out: asked for where the cluster or the alert says so, or where it is empty. */
import type { ClusterScene } from '../cluster-scene.ts'
import { isLeaving } from '../pods/workload-pods.ts'
import { allWorkloads } from '../subject/resolve-target.ts'
import { isObjectName, type LookingStep, readObject } from './looking.ts'

const SAID = /being terminated|terminating|being deleted|finalizer/i

export const lookAtNamespace: LookingStep = ({ subject, cluster, isAside }) => {
  const { namespace } = cluster.target
  if (isAside || !isObjectName(namespace)) return []
  const isSaid = SAID.test(subject.text) || SAID.test(subject.alertName) || isRefused(cluster, namespace)
  return isSaid || isDeserted(cluster, namespace) ? [readObject(`get namespace ${namespace} -o yaml`)] : []
}

function isRefused({ events, deployments }: ClusterScene, place: string): boolean {
  const messages = events.filter(({ namespace }) => namespace === place).map(({ message }) => message)
  const stated = deployments.flatMap(({ conditions }) => conditions.map(({ message = '' }) => message))
  return [...messages, ...stated].some((message) => /because it is being terminated/.test(message))
}

/** Nothing is there, or all that is there is leaving. */
function isDeserted(cluster: ClusterScene, place: string): boolean {
  if (!cluster.listedWhole.includes(place)) return false
  const pods = cluster.pods.filter(({ namespace }) => namespace === place)
  const isEmpty = pods.length === 0 && !allWorkloads(cluster).some(({ namespace }) => namespace === place)
  return isEmpty || (pods.length > 0 && pods.every(isLeaving))
}
