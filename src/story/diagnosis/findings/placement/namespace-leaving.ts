/** A namespace that is being deleted: nothing new can be made in it, and what holds it up is told by its own conditions. */

import type { ClusterScene, ConditionView, PlainObject, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { record, time } from '../../cluster/reading/loose-fields.ts'
import { readConditions } from '../../cluster/reading/read-pod.ts'
import { minutesBetween, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { CAUSED_BY_MISSING_PODS, FOLLOWS } from '../cluster-fault.ts'

/** Until then it is merely on its way. */
const STUCK_MINUTES = 15

/** In the order in which they tell why; the later ones only say that there is something left. */
const TELLING = [
  'NamespaceFinalizersRemaining',
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
  'NamespaceContentRemaining',
]

export const namespaceLeaving: Analyzer = (scene) =>
  leaving(scene.cluster).flatMap((one) => {
    const deletedAt = time(record(one.whole.metadata).deletionTimestamp)
    return deletedAt ? [findingOf(scene, one, deletedAt)] : []
  })

function leaving(cluster: ClusterScene | undefined): Shown<PlainObject>[] {
  return (cluster?.objects ?? []).filter(({ kind, name }) => kind === 'Namespace' && name === cluster?.target.namespace)
}

function findingOf({ now }: Scene, namespace: Shown<PlainObject>, deletedAt: Date): Finding {
  const { name, whole, exhibit } = namespace
  const obstacles = obstaclesOf(readConditions(record(whole.status).conditions))
  const isStuck = minutesBetween(deletedAt, now) > STUCK_MINUTES && obstacles.length > 0
  const why = obstacles.map(({ message }) => `"${message}"`).join('; ')
  return fault({
    kind: 'namespace_leaving',
    statement: `Namespace ${name} is being deleted since ${sayTime(deletedAt)} (${sayAgo(deletedAt, now)}): its pods are taken away, and nothing new can be made in it.${isStuck ? ` It does not go: ${why}.` : ''}`,
    evidence: [
      cite(exhibit, String(record(whole.metadata).deletionTimestamp)),
      obstacles.flatMap(({ message }) => (message === undefined ? [] : [cite(exhibit, message)])),
    ],
    confidence: 0.9,
    subject: { kind: 'Namespace', name },
    since: deletedAt,
    explains: [
      ...CAUSED_BY_MISSING_PODS,
      ...FOLLOWS,
      'creation_refused',
      'object_not_found',
      'stuck_terminating',
      'no_replicas',
    ],
    ...noAction(
      'A deletion cannot be taken back, and taking finalizers away by force leaves behind what they stand for; a person must decide.',
    ),
    suggestions: [
      isStuck
        ? `See why what the conditions name is not cleared (${sayObstacle(obstacles)}); do not force the namespace itself.`
        : `If namespace ${name} was not meant to go, prepare to create it anew: what was in it is being removed.`,
    ],
  })
}

/** The two most telling; the rest repeats them. */
function obstaclesOf(conditions: readonly ConditionView[]): ConditionView[] {
  return TELLING.flatMap((type) => conditions.filter((one) => one.type === type && one.status === 'True')).slice(0, 2)
}

function sayObstacle([first]: readonly ConditionView[]): string {
  return first?.type === 'NamespaceDeletionDiscoveryFailure'
    ? 'an API service that does not answer keeps the server from knowing what is left'
    : 'the controller that set the finalizers must be running to clear them'
}
