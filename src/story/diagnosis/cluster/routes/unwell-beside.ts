/**
 * A chain of services often names nobody: the one in front only says that a call failed. Where the subject is well and its
 * logs name no host, whoever is unwell beside it is worth a look.
 */
import type { Scene } from '../../scene.ts'
import { isAboutServing, telling, unread } from '../asking/look-at-logs.ts'
import { describePods, type LookingStep } from '../asking/looking.ts'
import type { ClusterScene, PodView, Shown } from '../cluster-scene.ts'
import { cluesOf } from '../logs/log-clues.ts'
import {
  describedOf,
  hasTrouble,
  hasWaitingTrouble,
  isLeaving,
  isSame,
  podsOf,
  subjectPods,
  workloadOf,
} from '../pods/workload-pods.ts'
import { neighboursOf } from './neighbours.ts'

const PODS_MAX = 2
/** What was broken a day before the alert is not why it fires now. */
const LONG_BEFORE = 24 * 3_600_000

type Around = Pick<Scene, 'now' | 'subject' | 'environment'> & { cluster: ClusterScene }

export const lookBeside: LookingStep = (looking) => describePods(looking.cluster, unwellBeside(looking))

export const lookAtLogsBeside: LookingStep = (looking) =>
  unread(looking.cluster, unwellBeside(looking)).flatMap((pod) =>
    telling(describedOf(looking.cluster, pod)?.pod ?? pod, looking),
  )

/** One of each workload, the worst first; those the subject is known to need are looked at elsewhere. */
export function unwellBeside(around: Around): Shown<PodView>[] {
  const { cluster, subject } = around
  const own = subjectPods(cluster)
  if (!cluster.target.isNamed || !isAboutServing(subject) || !isSilent(around, own)) return []
  const called = neighboursOf(around)
  if (called.some(({ from }) => from === 'log')) return []
  const needed = called.flatMap(({ workload }) => workload ?? [])
  const known = [...own, ...needed.flatMap((workload) => podsOf(cluster, workload))]
  const unwell = cluster.pods
    .filter((pod) => pod.namespace === cluster.target.namespace && !known.some((one) => isSame(one, pod)))
    .filter((pod) => hasWaitingTrouble(pod) && pod.owner?.kind !== 'Job' && !isLongSince(pod, around))
    .sort((one, other) => other.restartCount - one.restartCount)
  const nameOf = (pod: PodView) => workloadOf(cluster, pod)?.name ?? pod.name
  return unwell.filter((pod, at) => unwell.findIndex((one) => nameOf(one) === nameOf(pod)) === at).slice(0, PODS_MAX)
}

function isSilent({ cluster, now }: Around, own: readonly PodView[]): boolean {
  const staying = own.filter((pod) => !isLeaving(pod))
  const isWell = staying.length > 0 && staying.every((pod) => !hasTrouble(pod, now))
  const logs = cluster.logs.filter((log) => own.some((pod) => isSame(pod, log)))
  return isWell && logs.every((log) => cluesOf(log).every(({ host }) => host === undefined))
}

function isLongSince({ conditions }: PodView, { subject, now }: Around): boolean {
  const since = conditions.find(({ type, status }) => type === 'Ready' && status === 'False')?.since
  return since !== undefined && since.getTime() < (subject.startedAt ?? now).getTime() - LONG_BEFORE
}
