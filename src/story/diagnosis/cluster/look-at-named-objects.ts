/** Objects the alert names that a list of pods does not show, and what it names and nobody has seen yet. */
import type { Fields } from './cluster-scene.ts'
import { call, isObjectName, type Looking, type LookingStep, readObject } from './looking.ts'
import { record, texts } from './loose-fields.ts'
import { isAboutNodeOnly, serviceOf } from './resolve-target.ts'

/** Before anything is said to be missing, it is asked for by its name. */
export const lookForMissing: LookingStep = (looking) => [
  ...eventsOfFoundNamespace(looking),
  ...missingPod(looking),
  ...missingWorkload(looking),
  ...unknownService(looking),
]

/** The namespace was found by looking everywhere; what happened there is still to be asked. */
function eventsOfFoundNamespace({ subject, cluster, isAside }: Looking) {
  const { namespace } = cluster.target
  if (isAside || subject.namespace !== undefined || namespace === undefined || isAboutNodeOnly(subject)) return []
  const isWhole = cluster.listedWhole.includes('*')
  return [...(isWhole ? [] : [call('list_pods', { namespace })]), call('get_events', { namespace })]
}

/** A name that is near, or the same one elsewhere, comes with the refusal. */
function missingPod({ subject, cluster: { target } }: Looking) {
  const { pod, namespace } = subject
  if (!isObjectName(pod) || target.pod || isAboutNodeOnly(subject)) return []
  return isObjectName(namespace)
    ? [call('describe_pod', { namespace, pod_name: pod })]
    : [readObject(`get pods -A --field-selector metadata.name=${pod}`)]
}

function missingWorkload({ subject, cluster: { target } }: Looking) {
  const { workload, namespace, fromText } = subject
  const isLookedFor = workload !== undefined && !target.pod && target.workloads.length === 0
  if (!isLookedFor || !isObjectName(namespace) || fromText.includes('workload')) return []
  return [call('list_pods', { namespace: '*' })]
}

function unknownService({ subject, cluster: { target } }: Looking) {
  const { namespace, workload, pod } = subject
  const service = serviceOf(subject)
  if (workload !== undefined || pod !== undefined || target.workloads.length > 0) return []
  if (!isObjectName(service) || !isObjectName(namespace)) return []
  return [readObject(`get service ${service} -n ${namespace} -o yaml`)]
}

export const lookAtNamedObjects: LookingStep = (looking) => {
  const { claim, quota, autoscaler } = looking.subject
  const namespace = looking.cluster.target.namespace
  if (!isObjectName(namespace)) return []
  return [
    ...(isObjectName(claim) ? [readObject(`describe pvc ${claim} -n ${namespace}`)] : []),
    ...(isObjectName(quota) ? [readObject(`get resourcequota ${quota} -n ${namespace} -o yaml`)] : []),
    ...(isObjectName(autoscaler) ? [readObject(`describe hpa ${autoscaler} -n ${namespace}`)] : []),
    ...podsBehindService(looking),
  ]
}

function podsBehindService({ subject, cluster }: Looking) {
  const found = cluster.objects.find(({ kind, name }) => kind === 'Service' && name === subject.service)
  const label = found && selectorOf(record(found.whole.spec))
  return found && label !== undefined ? [call('list_pods', { namespace: found.namespace, label })] : []
}

function selectorOf({ selector }: Fields): string | undefined {
  const pairs = Object.entries(texts(selector)).map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? pairs.join(',') : undefined
}
