/** Where a certificate is refused, its server is looked at: the pod that is accused, or the oldest, for it read it first. */
import type { PodView, Shown } from '../cluster-scene.ts'
import { isLeaving, isSame, podsOf } from '../pods/workload-pods.ts'
import { type RefusedCertificate, refusedCertificates } from '../routes/refused-certificates.ts'
import { mainContainerOf } from './look-at-logs.ts'
import { call, type Looking, type LookingStep } from './looking.ts'

const SERVERS_MAX = 1
const LOGS_MAX = 2

export const lookAtCertificateServers: LookingStep = (looking) => {
  const { cluster, now, isAside } = looking
  if (isAside) return []
  const refused = refusedCertificates(cluster, now).filter(({ server }) => server !== undefined)
  return refused.slice(0, SERVERS_MAX).flatMap((one) => looksAt(one, looking))
}

function looksAt({ server, accused }: RefusedCertificate, looking: Looking) {
  const { cluster } = looking
  const pods = (server ? podsOf(cluster, server) : []).filter((pod) => !isLeaving(pod) && pod.phase === 'Running')
  const inOrder = [...accused, ...[...pods].sort(oldestFirst)].filter(
    (pod, at, all) => all.findIndex((one) => isSame(one, pod)) === at,
  )
  const unread = inOrder.filter((pod) => !cluster.logs.some((log) => isSame(log, pod)))
  const [suspect] = inOrder
  const isSeen = suspect === undefined || cluster.described.some((one) => isSame(one.pod, suspect))
  return [
    ...(isSeen ? [] : [call('describe_pod', { namespace: suspect.namespace, pod_name: suspect.name })]),
    ...unread.slice(0, LOGS_MAX).map((pod) => logOf(pod, looking)),
  ]
}

function logOf(pod: Shown<PodView>, looking: Looking) {
  const container = mainContainerOf(pod, looking)
  const { namespace, name } = pod
  return call('get_pod_logs', {
    namespace,
    pod_name: name,
    ...(container !== undefined && { container }),
    previous: false,
  })
}

function oldestFirst(one: PodView, other: PodView): number {
  return (one.createdAt?.getTime() ?? 0) - (other.createdAt?.getTime() ?? 0)
}
