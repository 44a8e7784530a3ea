/**
 * Pods no node would take, and what stands in the way in the end. The scheduler names one reason per node; most of them are
 * as they should be (the control plane takes nobody, a pool is kept for others), so the decisive one is looked for.
 */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { cite } from '../../evidence.ts'
import type { Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import type { ClusterScene, Difference, LeftOffPods, PodView, Shown } from '../cluster-scene.ts'
import { citeEvent, podEvents } from '../pods/events-about.ts'
import { stepUp } from '../releases/replicas-before.ts'
import { differencesIn } from '../releases/revision-history.ts'
import { sayAgo, sayTime } from '../saying/say.ts'
import { type PodInQuestion, podsInQuestion } from '../subject/in-question.ts'
import { fitOf, hasRoom, isControlPlane, type NodeFit } from './node-fit.ts'
import { type Refusal, type RefusalKind, readRefusals, withoutAfterthought } from './refused-creations.ts'

export type Placement = PodInQuestion & {
  cluster: ClusterScene
  /** The scheduler's own words. */
  message: string
  refusals: readonly Refusal[]
  /** How every node that was seen fits the pod; empty where nodes or pod could not be looked at closely. */
  fits: readonly NodeFit[]
  decisive: RefusalKind
  since: Date | undefined
  evidence: readonly EvidenceReference[]
  /** Pods of the same workload, or nobody's, with the same trouble; this one included. */
  alike: number
}

/** What a row says of a pod that waits. */
export type Obstacle = {
  kind: string
  /** Goes on after "cannot be placed". */
  why: string
  evidence: readonly EvidenceReference[]
  /** Whether the nodes were seen to be so, and not only said to be. */
  isSeen: boolean
  /** What of the newest revision brought it: then the revision is undone. */
  guilty?: readonly Difference[]
  /** Why nothing is done where no revision brought it. */
  stays: string
  suggestions: readonly string[]
  node?: string | undefined
}

/** One for each workload and kind of trouble. */
export function unplacedPods(scene: Scene): Placement[] {
  const { cluster } = scene
  if (!cluster) return []
  const all = podsInQuestion(scene).flatMap((question) => placementOf(cluster, question) ?? [])
  const groups = Map.groupBy(all, ({ workload, pod, decisive, message }) =>
    JSON.stringify([pod.namespace, decisive, ...(workload ? [workload.kind, workload.name] : [message])]),
  )
  return [...groups.values()].flatMap((group) => {
    const example = group.find(({ described }) => described) ?? group[0]
    return example ? [{ ...example, alike: group.length + leftOffAlike(cluster, group) }] : []
  })
}

/** Those beyond the end of a list: of the same owner, or nobody's with the same words of the scheduler. */
function leftOffAlike({ podsLeftOff }: ClusterScene, group: readonly Placement[]): number {
  const isAlike = (left: LeftOffPods) =>
    group.some(
      ({ pod, message }) =>
        left.namespace === pod.namespace &&
        left.owner?.name === pod.owner?.name &&
        (left.owner !== undefined || left.message === message),
    )
  return podsLeftOff
    .filter((left) => left.phase === 'Pending' && left.message !== undefined && isAlike(left))
    .reduce((sum, { count }) => sum + count, 0)
}

function placementOf(cluster: ClusterScene, question: PodInQuestion): Placement | undefined {
  const { pod, described } = question
  if (!isUnplaced(pod)) return undefined
  const words = schedulerWords(cluster, pod)
  if (!words) return undefined
  const refusals = readRefusals(words.message)
  const fits = described ? cluster.nodes.map((node) => fitOf(node, described)) : []
  return {
    ...question,
    ...words,
    cluster,
    refusals,
    fits,
    decisive: decisiveOf(refusals, fits, question.history),
    alike: 1,
  }
}

function isUnplaced({ phase, nodeName }: PodView): boolean {
  return phase === 'Pending' && nodeName === undefined
}

/** The condition is what holds now; the event may be older, or gone. */
function schedulerWords(cluster: ClusterScene, pod: Shown<PodView>) {
  const unmet = pod.conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'False')
  const event = podEvents(cluster, pod, 'FailedScheduling').at(-1)
  const message = unmet?.message ?? event?.message
  if (message === undefined) return undefined
  const evidence = [
    ...(unmet?.message === undefined ? [] : [cite(pod.exhibit, unmet.message)]),
    ...(event ? [citeEvent(event)] : []),
  ]
  return { message, since: unmet?.since ?? pod.createdAt, evidence }
}

function decisiveOf(
  refusals: readonly Refusal[],
  fits: readonly NodeFit[],
  history: PodInQuestion['history'],
): RefusalKind {
  const has = (kind: RefusalKind) => refusals.some((refusal) => refusal.kind === kind)
  const open = fits.filter((fit) => fit.unmet.length === 0 && !isControlPlane(fit))
  const untainted = open.filter(({ taints }) => taints.length === 0)
  const isUnknown = fits.length === 0
  if (has('volume')) return 'volume'
  if (has('spread')) return 'spread'
  if (has('ports')) return 'ports'
  if (has('cordon') && (isUnknown || untainted.some((fit) => fit.isCordoned && !fit.isUnwell && hasRoom(fit))))
    return 'cordon'
  if (has('unwell') && (isUnknown || untainted.some((fit) => fit.isUnwell && hasRoom(fit)))) return 'unwell'
  // A pool kept for others is as it should be while the pod's own nodes are merely full.
  if (has('resources') && (isUnknown || untainted.some(isFull) || !open.some(isOnlyTainted))) return 'resources'
  if (has('selector') && (isUnknown ? isSelectorRather(refusals, history) : open.length === 0)) return 'selector'
  const [first] = (['taint', 'resources', 'cordon', 'unwell', 'selector', 'other'] as const).filter(has)
  return first ?? 'other'
}

/**
 * A taint is looked at before labels, so a node refused for its taint may lack the label too. Where the nodes were not
 * seen, what the revision changed counts, and then what keeps more of them away.
 */
function isSelectorRather(refusals: readonly Refusal[], history: PodInQuestion['history']): boolean {
  const isChanged = differencesIn(history, /nodeSelector|affinity/i).length > 0
  if (isChanged !== differencesIn(history, /tolerations/).length > 0) return isChanged
  const refusing = (kind: RefusalKind) =>
    refusals.reduce((sum, refusal) => sum + (refusal.kind === kind ? (refusal.count ?? 0) : 0), 0)
  return refusing('selector') > refusing('taint')
}

/** Large enough for it, and promised to others. */
function isFull({ tooSmall, full, isCordoned, isUnwell }: NodeFit): boolean {
  return full.length > 0 && tooSmall.length === 0 && !isCordoned && !isUnwell
}

function isOnlyTainted(fit: NodeFit): boolean {
  return fit.taints.length > 0 && hasRoom(fit)
}

/** `Pod web-1-abcde of Deployment web (and 2 more like it)`; `Pod shell (nobody owns it)`. */
export function sayPod({ pod, workload, alike }: Placement): string {
  const owner = workload ? ` of ${workload.kind} ${workload.name}` : ''
  const asides = [
    ...(pod.owner ? [] : [alike > 1 ? 'nobody owns them' : 'nobody owns it']),
    ...(alike > 1 ? [`and ${alike - 1} more like it`] : []),
  ]
  return `Pod ${pod.name}${owner}${asides.length > 0 ? ` (${asides.reverse().join('; ')})` : ''}`
}

/** Its words about nodes; what it says of preemption is for nobody. */
export function sayScheduler({ message }: Placement): string {
  return `The scheduler says: "${withoutAfterthought(message)}"`
}

/** That it was asked for more replicas lately, where that is how it came to be too many. */
export function growthFact({ cluster, workload }: Placement, now: Date): Finding['facts'] {
  const step = workload?.kind === 'Deployment' ? stepUp(cluster, workload) : undefined
  if (!step) return []
  return [
    {
      text: `Deployment ${workload?.name} was scaled up from ${step.from} to ${step.to} replicas at ${sayTime(step.at)} (${sayAgo(step.at, now)}).`,
      evidence: step.evidence,
    },
  ]
}
