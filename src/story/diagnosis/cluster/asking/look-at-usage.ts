/** What containers use now, where load may be the matter. */

import { subjectPods } from '../pods/workload-pods.ts'
import { spelled } from './look-at-logs.ts'
import { call, isObjectName, type LookingStep } from './looking.ts'

const ABOUT_LOAD = /cpu|memory|\boom|throttl|latency|slow|overload|saturat|\bload\b|hpa|autoscal|evict|pressure|heap/i

export const lookAtUsage: LookingStep = ({ subject, cluster, isAside }) => {
  const { namespace, node } = cluster.target
  const wasKilled = subjectPods(cluster).some(({ containers }) =>
    containers.some(({ last, terminated }) => [last, terminated].some((end) => end?.reason === 'OOMKilled')),
  )
  const isAboutLoad = ABOUT_LOAD.test(spelled(subject.alertName)) || ABOUT_LOAD.test(subject.text)
  // Whoever holds most of a quota that is used up is told by what the pods ask for.
  const isRefused = cluster.events.some(({ message }) => /exceeded quota/.test(message))
  if (isAside || !(wasKilled || isAboutLoad || isRefused)) return []
  if (node !== undefined) return [call('top_pods', { namespace: '*' })]
  return isObjectName(namespace) ? [call('top_pods', { namespace })] : []
}
