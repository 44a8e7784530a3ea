/** The pods that resolve names for the whole cluster, known by the label every installation gives them. */

import { spelled, telling, unread } from '../asking/look-at-containers.ts'
import { describePods, type Looking, type LookingStep, readObject } from '../asking/looking.ts'
import type { ClusterScene, DescribedPod, Shown } from '../cluster-scene.ts'
import { complaintsOf, namelessLookups } from '../logs/complaints.ts'
import { whoseFault } from '../logs/wordings.ts'
import { record, records, texts } from '../reading/loose-fields.ts'
import { serviceSeen } from '../subject/mentioned-workloads.ts'

const PLACE = 'kube-system'
const LABEL = { key: 'k8s-app', value: 'kube-dns' }
const PODS_MAX = 2

const ABOUT_DNS = /\bcore ?dns|kube-?dns|\bdns\b|servfail|nxdomain|name resolution|resolv(e|ing) (host|name)/i

export function isAboutDns({ subject, cluster }: Pick<Looking, 'subject' | 'cluster'>): boolean {
  const isSaid = [spelled(subject.alertName), subject.alertName, subject.text, subject.labels.job ?? ''].some((one) =>
    ABOUT_DNS.test(one),
  )
  // The resolver itself fails, as against a name that does not exist.
  return (
    isSaid ||
    namelessLookups(cluster).length > 0 ||
    complaintsOf(cluster).some(({ clues }) => clues.some(({ line }) => whoseFault(line.text) === 'resolver'))
  )
}

export const lookForDns: LookingStep = (looking) => {
  if (!isAboutDns(looking) || dnsPods(looking.cluster).length > 0) return []
  return [readObject(`get pods -n ${PLACE} -l ${LABEL.key}=${LABEL.value}`)]
}

export const lookAtDns: LookingStep = ({ cluster }) => {
  const unreadyFirst = listedDns(cluster).sort(
    (one, other) => Number(isReady(one.whole)) - Number(isReady(other.whole)),
  )
  const keys = unreadyFirst.map(({ namespace = '', name }) => ({ namespace, name }))
  return describePods(cluster, keys).slice(0, PODS_MAX)
}

/** Their words, and what they were told to do. */
export const lookAtDnsLogs: LookingStep = (looking) => {
  const pods = dnsPods(looking.cluster)
  const closely = pods.map(({ pod }) => pod)
  const silent = unread(looking.cluster, closely)
  const maps = pods.flatMap(({ references, pod: { namespace } }) =>
    references.flatMap(({ kind, name }) =>
      kind === 'ConfigMap' ? `get configmap ${name} -n ${namespace} -o yaml` : [],
    ),
  )
  const isSick = closely.some((pod) => !pod.isReady)
  return [
    ...silent.flatMap((pod) => telling(pod, looking)),
    ...(isSick ? [...new Set(maps)].slice(0, 1).map(readObject) : []),
  ]
}

/** Those that were looked at closely. */
export function dnsPods({ described }: ClusterScene): Shown<DescribedPod>[] {
  return described.filter(({ labels }) => labels[LABEL.key] === LABEL.value)
}

function listedDns({ objects }: ClusterScene) {
  return objects.filter(({ kind, whole }) => kind === 'Pod' && texts(whole.labels)[LABEL.key] === LABEL.value)
}

function isReady(whole: ClusterScene['objects'][number]['whole']): boolean {
  return records(record(whole.status).conditions).some(({ type, status }) => type === 'Ready' && status === 'True')
}

/** How many there are and how many of them are ready, by whatever list shows them. */
export function countDns(cluster: ClusterScene): { all: number; ready: number } {
  const states = new Map<string, boolean>([
    ...listedDns(cluster).map(({ name, whole }) => [name, isReady(whole)] as const),
    ...cluster.pods
      .filter((pod) =>
        dnsPods(cluster).some((one) => one.pod.owner?.name === pod.owner?.name && one.pod.namespace === pod.namespace),
      )
      .map(({ name, isReady: ready }) => [name, ready] as const),
  ])
  return { all: states.size, ready: [...states.values()].filter(Boolean).length }
}

/** Where a name that exists cannot be resolved, what the DNS was told is worth a look. */
export const lookAtCorefile: LookingStep = ({ cluster }) => {
  const isStrange = complaintsOf(cluster).some(
    ({ kind, name, namespace }) => kind === 'unresolved' && namespace && serviceSeen(cluster, { namespace, name }),
  )
  return isStrange ? [readObject(`get configmap coredns -n ${PLACE} -o yaml`)] : []
}
