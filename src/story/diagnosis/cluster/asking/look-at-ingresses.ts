/** From the address in the alert through the Ingress to the Service it leads to and the pods behind it. */
import type { PodView } from '../cluster-scene.ts'
import { hasTrouble, isDone, isLeaving, isSame, podsOf } from '../pods/workload-pods.ts'
import { workloadCalled } from '../routes/host-owner.ts'
import {
  type IngressRule,
  ingressesOf,
  isHost,
  ruleOfAddress,
  rulesInQuestion,
  rulesOf,
} from '../routes/ingress-rules.ts'
import { isAboutHttp, probedAddress } from '../subject/probed-address.ts'
import { mainContainerOf } from './look-at-logs.ts'
import { findServiceCommand } from './look-at-routes.ts'
import { call, isObjectName, type Looking, type LookingStep, readObject } from './looking.ts'
import { newestFirst } from './representative-pods.ts'

const RULES_MAX = 2

export const lookAtIngresses: LookingStep = ({ subject, cluster, isAside }) => {
  const namespace = cluster.target.namespace
  const isConcerned = probedAddress(subject) !== undefined || (isAboutHttp(subject) && isObjectName(namespace))
  if (isAside || !isConcerned) return []
  return [readObject(isObjectName(namespace) ? `get ingresses -n ${namespace} -o yaml` : ALL)]
}

const ALL = 'get ingresses -A -o yaml'

/** A prober's namespace is often its own; whoever serves the host lives elsewhere. */
export const lookForIngressElsewhere: LookingStep = ({ subject, cluster, isAside }) => {
  const address = probedAddress(subject)
  if (isAside || !address || ruleOfAddress(cluster, { subject })) return []
  const isKnown = ingressesOf(cluster).some((one) =>
    rulesOf(one).some(({ host }) => host && isHost(host, address.host)),
  )
  return isKnown ? [] : [readObject(ALL)]
}

/** Asked for by name, an Ingress tells when it was written; and a list of Services that is empty is an answer. */
export const lookBehindIngress: LookingStep = (looking) => {
  const rules = looking.isAside ? [] : rulesInQuestion(looking.cluster, looking).slice(0, RULES_MAX)
  const [first] = rules
  const { name, namespace } = first?.ingress ?? {}
  return [
    ...rules.map(({ backend }) => readObject(findServiceCommand(backend.name, backend.namespace))),
    ...(isObjectName(name) && isObjectName(namespace)
      ? [readObject(`get ingress ${name} -n ${namespace} -o yaml`)]
      : []),
    ...placesUnseen(looking, rules).map((place) => call('list_pods', { namespace: place })),
  ]
}

function placesUnseen({ cluster }: Looking, rules: readonly IngressRule[]): string[] {
  const places = [...new Set(rules.map(({ backend }) => backend.namespace))].filter(isObjectName)
  return places.filter((place) => ![place, '*'].some((one) => cluster.listedWhole.includes(one)))
}

export const lookAtPodsBehindIngress: LookingStep = (looking) =>
  podsBehind(looking)
    .filter((pod) => !looking.cluster.described.some((one) => isSame(one.pod, pod)))
    .map(({ namespace, name }) => call('describe_pod', { namespace, pod_name: name }))

export const lookAtLogsBehindIngress: LookingStep = (looking) =>
  podsBehind(looking)
    .filter((pod) => pod.phase === 'Running' && !looking.cluster.logs.some((log) => isSame(log, pod)))
    .map((pod) => {
      const container = mainContainerOf(pod, looking)
      const named = container === undefined ? {} : { container }
      return call('get_pod_logs', { namespace: pod.namespace, pod_name: pod.name, ...named, previous: false })
    })

function podsBehind(looking: Looking): PodView[] {
  const { cluster, now, isAside } = looking
  const [rule] = isAside ? [] : rulesInQuestion(cluster, looking)
  const workload = rule && workloadCalled(rule.backend, cluster)
  const pods = (workload ? podsOf(cluster, workload) : []).filter((pod) => !isLeaving(pod) && !isDone(pod))
  const [first] = pods.sort(
    (one, other) => Number(hasTrouble(other, now)) - Number(hasTrouble(one, now)) || newestFirst(one, other),
  )
  return first ? [first] : []
}
