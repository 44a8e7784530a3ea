/**
 * An alert of mere words names nobody by a label. Whom its words meant is proven where the strongest of all hypotheses is
 * about him, two lenses and two sources bear it out, and it began with the trouble; then what belongs to him is tied as well,
 * and the database in which his sessions wait for others.
 */
import type { StepObject, TieOf } from '../../../../plugins/gate.ts'
import type { ClusterScene, PodView } from '../../cluster/cluster-scene.ts'
import { workloadOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Scene } from '../../scene.ts'
import type { Hypothesis } from '../../weigh.ts'
import type { Seen } from '../look-through.ts'

const NEAR = 1
const AROUND_MINUTES = 40

export function provenTie({ cluster, subject, database }: Scene, seen: Seen): TieOf {
  if (!cluster || !seen.whom.isOfWords || Object.keys(subject.labels).some((label) => NAMING.test(label)))
    return () => undefined
  const proven = seen.hypotheses.slice(0, 2).filter((one) => isProven(one, seen))
  const waiting = (database?.locks?.thing.waiters ?? []).flatMap((one) =>
    'application_name' in one ? (one.application_name ?? []) : [],
  )
  return (object) => {
    const names = object.kind === 'Database' ? waiting : ownersOf(object, cluster)
    const owner = names.find((name) => proven.some(({ entity }) => entity === name))
    return owner === undefined ? undefined : `the alert's words and the facts agree on ${owner}`
  }
}

/** Such labels say whom it is about, and that counts more than its words. */
const NAMING = /^(pod|deployment|statefulset|daemonset|workload|service|app|job|node|instance|container)$/

function isProven({ ring, lenses, facts }: Hypothesis, { onset }: Seen): boolean {
  const sources = new Set(facts.flatMap(({ evidence }) => evidence.map(({ plugin }) => plugin)))
  const isTimely = facts.some(({ at }) => at && Math.abs(minutesBetween(at, onset)) <= AROUND_MINUTES)
  return ring <= NEAR && lenses >= 2 && sources.size >= 2 && isTimely
}

/** The object itself, and whose it is. */
function ownersOf({ kind, namespace, name }: StepObject, cluster: ClusterScene): string[] {
  const isOwn = (pod: PodView) =>
    kind === 'Pod' ? pod.name === name && pod.namespace === namespace : kind === 'Namespace' && pod.namespace === name
  const workloads = cluster.pods.filter(isOwn).flatMap((pod) => workloadOf(cluster, pod)?.name ?? [])
  return [name, ...workloads]
}
