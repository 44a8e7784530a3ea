/** What an alert names and nobody found. */
import type { Subject } from '../../subject.ts'
import type { Target, WorkloadName } from '../cluster-scene.ts'
import type { ClusterSight } from '../pods/workload-pods.ts'
import { isAboutNodeOnly, isMeasuredElsewhere, serviceOf } from './subject-of-alert.ts'

/** As a controller makes it: with a hash, or with a number. */
const POD_NAME = /-[a-z0-9]{5}$|-\d+$/

/** Only after a look that would have shown it. */
export function absentOf(subject: Subject, sight: ClusterSight, named: readonly WorkloadName[]): Target['absent'] {
  const { namespace, pod, workload, fromText } = subject
  const service = serviceOf(subject)
  const isSure = [namespace ?? '*', '*'].some((one) => sight.listedWhole.includes(one))
  // Any other failure says nothing about whether it is there.
  const refused = sight.exhibits.some(
    ({ plugin, parameters, result }) =>
      plugin === 'describe_pod' && parameters.pod_name === pod && /^There is no pod/.test(result.error ?? ''),
  )
  const isPodNamed = pod !== undefined && (!fromText.includes('pod') || (named.length === 0 && POD_NAME.test(pod)))
  if (isPodNamed && !isAboutNodeOnly(subject)) return isSure || refused ? [{ kind: 'Pod', namespace, name: pod }] : []
  if (named.length > 0 || !isSure || isAboutNodeOnly(subject) || isMeasuredElsewhere(subject)) return []
  if (workload && !fromText.includes('workload')) return [{ ...workload, namespace }]
  const isService = sight.objects.some(({ kind, name }) => kind === 'Service' && name === service)
  if (service !== undefined && !fromText.includes('service') && !workload && !isService)
    return [{ kind: 'Service', namespace, name: service }]
  return []
}
