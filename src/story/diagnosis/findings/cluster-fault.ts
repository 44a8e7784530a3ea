/** What findings about the cluster have in common. */
import type { DescribedPod, Difference, PodView, WorkloadName } from '../cluster/cluster-scene.ts'
import { type Gated, rollbackGate } from '../cluster/gates.ts'
import { citeDifferences, type History } from '../cluster/releases/revision-history.ts'
import { sayChanges } from '../cluster/saying/say-change.ts'
import { firstBadMoment, type PodInQuestion } from '../cluster/subject/in-question.ts'
import { type Finding, fault, NOTHING_TIES, type ObjectName, type Told } from '../finding.ts'
import type { Scene } from '../scene.ts'

/** What follows from a container that does not run; whoever knows why it does not explains all of these. */
export const FOLLOWS = [
  'crash_loop',
  'not_ready',
  'bad_revision',
  'liveness_fails',
  'job_failed',
  'failing_dependency',
] as const

/** Replicas that fail alike are one finding, about their workload. */
export function objectOf(pod: PodView, workload: WorkloadName | undefined): ObjectName {
  const { namespace, name } = workload ?? pod
  return { kind: workload?.kind ?? 'Pod', namespace, name }
}

/** Where the newest revision brought it, that is told, proven and undone, unless another step is known. */
type PodTold = Omit<Told, 'subject'> & { guilty?: readonly Difference[]; step?: Gated }

export function podFault(scene: Scene, one: PodInQuestion, { guilty, step, ...told }: PodTold): Finding {
  const { pod, workload, history, described } = one
  const since = 'since' in told ? told.since : firstBadMoment(scene, one)
  const changes = sayChanges(guilty ?? [])
  const came =
    guilty && guilty.length > 0 && history ? ` It came with ${sayRevision(history, described)}: ${changes}.` : ''
  const why = `The revision before did not have this: ${changes}.`
  return fault({
    ...{ subject: objectOf(pod, workload), explains: FOLLOWS },
    ...(step ?? (guilty && rollbackGate(scene, { workload, since, guilty, why }))),
    ...{ ...told, since, statement: told.statement + came },
    evidence: [...told.evidence, citeDifferences(history, guilty ?? [], 2)],
  })
}

/** `revision 12 (image shop/web:v3.2.0)`. */
export function sayRevision({ newest, released }: History, described?: DescribedPod): string {
  const images = described?.containers.flatMap(({ image }) => image ?? []) ?? released.images
  return `revision ${newest.revision}${images.length > 0 ? ` (image ${images.join(', ')})` : ''}`
}

// Kinds of findings that follow from others, so that ranking puts the cause first.

/** Where pods cannot be made or placed, whoever needs them suffers. */
export const CAUSED_BY_MISSING_PODS: readonly string[] = ['bad_revision', 'not_ready', 'failing_dependency', 'no_data']

/** Where the way to somebody is cut, callers wait, fail and crash. */
export const CAUSED_BY_LOST_ROUTE: readonly string[] = [
  ...['failing_dependency', 'not_ready', 'crash_loop'],
  ...['init_container_waits', 'init_container_fails', 'no_data'],
]

// What was seen beside the alert: worth knowing, never a reason to do something, and no answer to what was asked.

const CONFIDENCE_MAX = 0.4

export function aside(finding: Finding): Finding {
  return {
    ...finding,
    statement: `Seen beside the alert, and not known to be its cause: ${finding.statement}`,
    confidence: Math.min(finding.confidence, CONFIDENCE_MAX),
    weight: 'context',
    situation: 'unclear',
    explains: [],
    actions: [],
    noActionReason: 'What was seen beside the alert is not known to have to do with it.',
    against: NOTHING_TIES,
  }
}
