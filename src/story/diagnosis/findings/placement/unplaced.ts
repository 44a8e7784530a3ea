/** A pod without a node for a reason that has no finding of its own: the scheduler's words, or that nobody has spoken at all. */
import { noAction } from '../../cluster/gates.ts'
import { isUnplaced, type Placement, sayPod, sayScheduler, unplacedPods } from '../../cluster/placement/placement.ts'
import { record, text } from '../../cluster/reading/loose-fields.ts'
import { sayAgo } from '../../cluster/saying/say.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault, objectOf } from '../cluster-fault.ts'
import { CAUSED_BY_MISSING_PODS } from '../explained-kinds.ts'

/** A scheduler needs seconds. */
const PATIENCE_MINUTES = 5
const USUAL_SCHEDULER = 'default-scheduler'

export const unplaced: Analyzer = (scene) => {
  const explained = unplacedPods(scene)
  const silent = podsInQuestion(scene).filter(
    ({ pod }) => isUnplaced(pod) && isOld(pod.createdAt, scene) && !explained.some((one) => one.pod.name === pod.name),
  )
  return [
    ...explained.filter(({ decisive }) => decisive === 'other').map(inItsWords),
    ...(explained.length > 0 ? [] : silent.slice(0, 1).map((one) => unspoken(one, scene))),
  ]
}

function isOld(createdAt: Date | undefined, { now }: Scene): boolean {
  return createdAt !== undefined && now.getTime() - createdAt.getTime() > PATIENCE_MINUTES * 60_000
}

function inItsWords(placement: Placement): Finding {
  const { pod, workload, evidence, since } = placement
  return fault({
    kind: 'unplaced',
    statement: `${sayPod(placement)} cannot be placed. ${sayScheduler(placement)}`,
    evidence,
    confidence: 0.7,
    subject: objectOf(pod, workload),
    ...(since && { since }),
    explains: CAUSED_BY_MISSING_PODS,
    ...noAction('A new pod from the same template would wait for the same reason.'),
    suggestions: [`Change what keeps ${workload?.name ?? pod.name} from every node.`],
  })
}

/** No condition, no event: the scheduler it asks for is not there, or is not working. */
function unspoken({ pod, workload, described }: PodInQuestion, { now }: Scene): Finding {
  const scheduler = text(record(described?.whole.pod).schedulerName) ?? USUAL_SCHEDULER
  const isOwn = scheduler !== USUAL_SCHEDULER
  return fault({
    kind: 'unplaced',
    statement: `Pod ${pod.name}${workload ? ` of ${workload.kind} ${workload.name}` : ''} was created ${sayAgo(pod.createdAt, now)} and no scheduler has looked at it: it has neither a node nor a reason for having none.${isOwn ? ` It asks for scheduler ${scheduler}, not for the usual one.` : ''}`,
    evidence: [
      cite(pod.exhibit, JSON.stringify(pod.name)),
      ...(isOwn && described ? [cite(described.exhibit, scheduler)] : []),
    ],
    confidence: isOwn ? 0.8 : 0.5,
    subject: objectOf(pod, workload),
    ...(pod.createdAt && { since: pod.createdAt }),
    explains: CAUSED_BY_MISSING_PODS,
    ...noAction('Without a scheduler a new pod would wait like this one.'),
    suggestions: [
      isOwn
        ? `Start scheduler ${scheduler}, or remove schedulerName from the template of ${workload?.name ?? pod.name}.`
        : 'See whether the scheduler of the cluster runs.',
    ],
  })
}
