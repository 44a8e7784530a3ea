/** What findings about the cluster have in common. */
import type { DescribedPod, PodView, WorkloadName } from '../cluster/cluster-scene.ts'
import type { History } from '../cluster/releases/revision-history.ts'
import type { Finding, ObjectName } from '../finding.ts'

/** What follows from a container that does not run; whoever knows why it does not explains all of these. */
export const FOLLOWS = [
  'crash_loop',
  'not_ready',
  'bad_revision',
  'liveness_fails',
  'job_failed',
  'dependency_unreachable',
  'failing_dependency',
] as const

type Given = Pick<Finding, 'kind' | 'statement' | 'evidence' | 'confidence' | 'subject'> & Partial<Finding>

export function fault(given: Given): Finding {
  return { facts: [], situation: 'fault', weight: 'cause', actions: [], suggestions: [], ...given }
}

/** Replicas that fail alike are one finding, about their workload. */
export function objectOf(pod: PodView, workload: WorkloadName | undefined): ObjectName {
  const { namespace, name } = workload ?? pod
  return { kind: workload?.kind ?? 'Pod', namespace, name }
}

/** `revision 12 (image shop/web:v3.2.0)`. */
export function sayRevision({ newest, released }: History, described?: DescribedPod): string {
  const images = described?.containers.flatMap(({ image }) => image ?? []) ?? released.images
  return `revision ${newest.revision}${images.length > 0 ? ` (image ${images.join(', ')})` : ''}`
}
