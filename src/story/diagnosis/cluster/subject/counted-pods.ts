/** Whether pods in a certain state are those the alert counts: by the state it names, and by there being no others in it. */
import { spelled } from '../asking/look-at-logs.ts'
import type { Looking } from '../asking/looking.ts'
import type { ClusterScene, PodView } from '../cluster-scene.ts'
import { isSame, subjectPods } from '../pods/workload-pods.ts'

type AlertSubject = Looking['subject']

const STATE_LABEL = /phase|reason|status|state|condition/i
const FAILED =
  /\bphase\W{0,4}(?:is )?["']?Failed\b|\bFailed phase\b|\b(?:pods?|replicas?) (?:(?:is|are|in|have|has|state) )*failed\b|\bfailed pods?\b/i

/** `pods` are those of one state, such as the evicted ones of a node. */
export function isCounted(subject: AlertSubject, cluster: ClusterScene, pods: readonly PodView[]): boolean {
  const named = wordsOf(subject)
  const reasons = new Set(pods.flatMap(({ reason }) => (reason ? [reason.toLowerCase()] : [])))
  if ([...reasons].some((reason) => named.some((word) => word.includes(reason.replace(/ed$/, ''))))) return true
  return namesFailure(subject) && isSameSet(subject, cluster, pods)
}

/** Values of labels that tell a state, and what is said in words. */
function wordsOf({ alertName, text, labels }: AlertSubject): string[] {
  const states = Object.entries(labels).flatMap(([name, value]) => (STATE_LABEL.test(name) ? [value] : []))
  return [alertName, text, ...states].map((one) => one.toLowerCase())
}

function namesFailure({ alertName, text, labels, expressions = [] }: AlertSubject): boolean {
  const isLabelled = Object.entries(labels).some(([name, value]) => STATE_LABEL.test(name) && /^failed$/i.test(value))
  return isLabelled || [spelled(alertName), text, ...expressions].some((one) => FAILED.test(one))
}

/** All that failed where the alert looks are of this kind, or as many as it counts. */
function isSameSet(subject: AlertSubject, cluster: ClusterScene, pods: readonly PodView[]): boolean {
  const own = subjectPods(cluster)
  const place = subject.namespace ?? cluster.target.namespace
  const isMeant = (pod: PodView) =>
    cluster.target.isNamed && own.length > 0 ? own.some((one) => isSame(one, pod)) : pod.namespace === place
  const failed = cluster.pods.filter((pod) => pod.phase === 'Failed' && isMeant(pod))
  const kinds = new Set(pods.map(({ reason }) => reason))
  const alike = failed.filter(({ reason }) => kinds.has(reason))
  if (alike.length === 0 || !pods.some(isMeant)) return false
  return alike.length === failed.length || new RegExp(`(?<![\\d.])${alike.length} pods?\\b`).test(subject.text)
}
