/** The pod an alert is about, where a list shows it. */
import type { Subject } from '../../subject.ts'
import type { ClusterSight } from '../pods/workload-pods.ts'

export function podOf(subject: Subject, sight: ClusterSight) {
  return namedPod(subject, sight) ?? podOfClaim(subject, sight) ?? podInText(subject, sight)
}

function namedPod({ pod: name, namespace }: Subject, { pods }: ClusterSight) {
  if (name === undefined) return undefined
  const called = pods.filter((pod) => pod.name === name)
  return namespace === undefined
    ? called.length === 1
      ? called[0]
      : undefined
    : called.find((one) => one.namespace === namespace)
}

/** A StatefulSet names the claim after the volume and the pod: `data-queue-2`. */
function podOfClaim({ claim, pod, workload, namespace }: Subject, { pods }: ClusterSight) {
  if (claim === undefined || pod !== undefined || workload !== undefined) return undefined
  const here = pods.filter((one) => one.namespace === namespace && one.owner?.kind === 'StatefulSet')
  return here.find(({ name }) => claim.endsWith(`-${name}`))
}

/** The text spells out a pod that a list shows; a label would outrank it. */
function podInText(
  { text, pod, workload, service, claim, node, namespace, fromText }: Subject,
  { pods }: ClusterSight,
) {
  const isStated = [workload, service, claim, node].some((one) => one !== undefined)
  if (isStated || (pod !== undefined && !fromText.includes('pod'))) return undefined
  const here = pods.filter(
    (one) => namespace === undefined || fromText.includes('namespace') || one.namespace === namespace,
  )
  const spoken = here.filter(({ name }) => name.length > 8 && text.includes(name))
  return spoken.length === 1 ? spoken[0] : undefined
}
