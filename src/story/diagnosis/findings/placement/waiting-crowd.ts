/** Where many pods wait for a place, a word about all of them: how many, whose, and what the scheduler says of each kind. */
import type { ClusterScene, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { isUnplaced, schedulerWords } from '../../cluster/placement/placement.ts'
import { readRefusals } from '../../cluster/placement/refused-creations.ts'
import { workloadOf } from '../../cluster/pods/workload-pods.ts'
import type { Analyzer } from '../../finding.ts'
import { fault } from '../cluster-fault.ts'

const CROWD = 10
const KINDS_SHOWN = 5

export const waitingCrowd: Analyzer = ({ cluster }) => {
  const namespace = cluster?.target.namespace
  if (!cluster || namespace === undefined) return []
  const waiting = [...listed(cluster, namespace), ...leftOff(cluster, namespace)]
  const total = countOf(waiting)
  if (total <= CROWD) return []
  const kinds = [...Map.groupBy(waiting, ({ owner, why }) => `${owner} (${why})`)]
    .map(([kind, alike]) => ({ kind, count: countOf(alike) }))
    .sort((one, other) => other.count - one.count)
  const counted = kinds.slice(0, KINDS_SHOWN).map(({ kind, count }) => `${count} ${kind}`)
  const rest = countOf(kinds.slice(KINDS_SHOWN))
  return [
    fault({
      kind: 'waiting_crowd',
      statement: `${total} pods of namespace ${namespace} wait for a node: ${counted.join('; ')}${rest > 0 ? `; ${rest} of other kinds` : ''}.`,
      evidence: waiting.flatMap(({ evidence }) => evidence).slice(0, 2),
      confidence: 0.7,
      subject: { kind: 'Namespace', name: namespace },
      weight: 'context',
      ...noAction('A new pod from the same template would wait for the same reason.'),
      suggestions: [],
    }),
  ]
}

type Waiting = { owner: string; why: string; count: number; evidence: ReturnType<typeof evidenceOf> }

function countOf(all: readonly { count: number }[]): number {
  return all.reduce((sum, { count }) => sum + count, 0)
}

function listed(cluster: ClusterScene, namespace: string): Waiting[] {
  return cluster.pods
    .filter((pod) => pod.namespace === namespace && isUnplaced(pod))
    .map((pod) => ({
      owner: ownerWord(cluster, pod),
      why: whyWord(schedulerWords(cluster, pod)?.message),
      count: 1,
      evidence: evidenceOf(cluster, pod),
    }))
}

function evidenceOf(cluster: ClusterScene, pod: Shown<PodView>) {
  return schedulerWords(cluster, pod)?.evidence.slice(0, 1) ?? []
}

function leftOff(cluster: ClusterScene, namespace: string): Waiting[] {
  return cluster.podsLeftOff
    .filter((left) => left.namespace === namespace && left.phase === 'Pending' && left.message !== undefined)
    .map(({ owner, message, count }) => ({
      owner: ownerWord(cluster, { namespace, owner, templateHash: owner?.name.split('-').at(-1) }),
      why: whyWord(message),
      count,
      evidence: [],
    }))
}

function ownerWord(cluster: ClusterScene, pod: Pick<PodView, 'namespace' | 'owner' | 'templateHash'>): string {
  const workload = workloadOf(cluster, pod as PodView)
  return workload ? `of ${workload.kind} ${workload.name}` : 'that nobody owns'
}

/** The scheduler's reasons without the numbers of nodes. */
function whyWord(message: string | undefined): string {
  const reasons = readRefusals(message ?? '').map(({ text }) => text)
  return reasons.join(', ') || 'the scheduler has not spoken'
}
