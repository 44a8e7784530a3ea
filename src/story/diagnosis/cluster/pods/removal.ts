/** What the cluster said about an object that is gone: who took it away, when, and whether that was meant. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { ClusterScene, EventView, Shown } from '../cluster-scene.ts'
import { text } from '../reading/loose-fields.ts'
import { sayAgo, sayTime } from '../saying/say.ts'
import { citeEvent, eventsAbout } from './workload-pods.ts'

export type Removal = {
  /** `the cluster autoscaler removed it at 14:12 UTC (17 minutes ago): "…"`. */
  sentence: string
  at: Date | undefined
  /** Somebody whose task it is took it away, and said so. */
  isMeant: boolean
  confidence: number
  evidence: EvidenceReference[]
}

type Gone = { kind: string; name: string; namespace?: string | undefined }

/** `sign` fits the reason, the component and the message of an event. The first that fits names who did it. */
type Remover = { kinds: RegExp; sign: RegExp; who: string; isMeant: boolean }

const REMOVERS: readonly Remover[] = [
  {
    kinds: /^Node$/,
    sign: /autoscaler|karpenter|\bScaleDown|DisruptionTerminating|consolidat|underutili[sz]ed/i,
    who: 'the cluster autoscaler took it away (scale-down)',
    isMeant: true,
  },
  {
    kinds: /^Node$/,
    sign: /spot|preempt(?:ed|ion|ible|Scheduled)|interruption|rebalance recommendation/i,
    who: 'the cloud provider took it back, as it may with machines of this kind',
    isMeant: true,
  },
  {
    kinds: /^Pod$/,
    sign: /ScaleDown.*(?:deleting|evicting) pod|pod for node scale down/i,
    who: 'the cluster autoscaler moved it off its node (scale-down)',
    isMeant: true,
  },
  {
    kinds: /^Pod$/,
    sign: /\bPreempt/,
    who: 'the scheduler gave its place to a pod of higher priority',
    isMeant: false,
  },
  { kinds: /^Pod$/, sign: /TaintManagerEviction|Evict/, who: 'it was evicted from its node', isMeant: false },
  { kinds: /^(Pod|Job)$/, sign: /SuccessfulDelete/, who: 'its owner deleted it', isMeant: true },
  { kinds: /^Job$/, sign: /BackoffLimitExceeded|DeadlineExceeded/, who: 'it had failed', isMeant: false },
  {
    kinds: /^Job$/,
    sign: /\bCompleted\b|SawCompletedJob/,
    who: 'it had completed and was cleared away',
    isMeant: true,
  },
  {
    kinds: /^Node$/,
    sign: /DeletingNode|does not exist in the cloud provider/i,
    who: 'its machine is gone at the cloud provider, and so the cluster dropped it',
    isMeant: false,
  },
  { kinds: /^Node$/, sign: /RemovingNode/, who: 'somebody deleted it from the cluster', isMeant: false },
]

/** Undefined where no event tells. */
export function removalOf(cluster: ClusterScene, gone: Gone, now: Date): Removal | undefined {
  const events = [...eventsAbout(cluster, gone), ...eventsOfOwner(cluster, gone)].filter(
    ({ reason }) => !/fail/i.test(reason),
  )
  const remover = REMOVERS.find(
    ({ kinds, sign }) => kinds.test(gone.kind) && events.some((one) => sign.test(saidBy(one, gone))),
  )
  const last = remover && events.findLast((one) => remover.sign.test(saidBy(one, gone)))
  if (!remover || !last) return undefined
  const end = events.find(isEnd)
  const isOrdered = remover.isMeant && !isEnd(last)
  const drained = drainedFirst(events, remover)
  return {
    sentence: `${remover.who}${drained}, at ${sayTime(last.at)} (${sayAgo(last.at, now)}): "${last.message}"`,
    at: last.at,
    isMeant: remover.isMeant || drained !== '',
    // An order and its execution, told by two, are proof; a closed node that then went is likely a person's work.
    confidence: drained !== '' ? DRAINED : isOrdered && end && !isMissed(cluster, last) ? SEEN_TWICE : SEEN_ONCE,
    evidence: [last, ...(end && end !== last ? [end] : [])].map(citeEvent),
  }
}

function isEnd({ reason }: EventView): boolean {
  return reason === 'DeletingNode' || reason === 'RemovingNode'
}

/** Pods have found no place since: whoever took it away may have taken too much. */
function isMissed({ events }: ClusterScene, { at }: EventView): boolean {
  return events.some((event) => event.reason === 'FailedScheduling' && (event.at ?? 0) >= (at ?? 0))
}

const SEEN_TWICE = 0.9
const SEEN_ONCE = 0.75
const DRAINED = 0.7

/** Closed to new pods first: whoever did that meant it to go. */
function drainedFirst(events: readonly Shown<EventView>[], { isMeant, kinds }: Remover): string {
  const isClosed = events.some(({ reason }) => reason === 'NodeNotSchedulable')
  return !isMeant && kinds.test('Node') && isClosed ? ', after it had been closed to new pods (cordoned)' : ''
}

/** That something was considered and not done. */
const NOT_DONE = /\b(not|no|disabled|cannot|can't|blocked|unable|skipp\w+|prevent\w*)\b/i

/** Without its own name: a node of a spot pool may die of anything. */
function saidBy({ reason, message, source }: Shown<EventView>, { name }: Gone): string {
  const said = message.replaceAll(name, '')
  const isDeed = !NOT_DONE.test(said) || /does not exist in the cloud provider/.test(said)
  return `${reason} ${text(source.component) ?? ''} ${isDeed ? said : ''}`
}

/** `Deleted pod: web-1-aaaaa`, `Deleted job report-28819`. */
function eventsOfOwner({ events }: ClusterScene, { name, namespace }: Gone): Shown<EventView>[] {
  return events.filter(
    (event) =>
      event.name !== name &&
      (namespace === undefined || event.namespace === namespace) &&
      /SuccessfulDelete|SawCompletedJob/.test(event.reason) &&
      event.message.split(/[\s"'/:,;]+/).includes(name),
  )
}
