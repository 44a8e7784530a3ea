/** A container, or the sandbox around it, that the node cannot make: told in the kubelet's own words. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { ContainerView } from '../../cluster/cluster-scene.ts'
import { noAction, rollbackGate } from '../../cluster/gates.ts'
import { citeEvent, podEvents } from '../../cluster/pods/events-about.ts'
import { firstBadMoment } from '../../cluster/releases/first-bad-moment.ts'
import { citeDifference, differencesIn } from '../../cluster/releases/revision-history.ts'
import { citePart } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, fault, objectOf } from '../cluster-fault.ts'

const WAITING =
  /^(CreateContainerConfigError|CreateContainerError|RunContainerError|PostStartHookError|CreatePodSandboxError)$/
/** What is missing by name, and what cannot be executed, are told by others. */
const REPORTED_ELSEWHERE = /not found|couldn't find key|non-existent|exec format error|no such file or directory/i
const WORDS_MAX = 300

export const containerCreation: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const refused = [...one.pod.initContainers, ...one.pod.containers].filter(isRefused)
    return refused.length > 0
      ? refused.slice(0, 1).map((container) => notCreated(scene, one, container))
      : sandbox(scene, one)
  })

function isRefused({ waiting }: ContainerView): boolean {
  return (
    WAITING.test(waiting?.reason ?? '') && waiting?.message !== undefined && !REPORTED_ELSEWHERE.test(waiting.message)
  )
}

function notCreated(scene: Scene, one: PodInQuestion, { name, waiting }: ContainerView): Finding {
  const { pod, history, workload } = one
  const since = firstBadMoment(scene, one)
  const guilty = differencesIn(history, new RegExp(`ontainers\\[${name}\\]|securityContext|volumes`))
  const came =
    guilty.length > 0 && history ? ` Revision ${history.newest.revision} changed: ${sayChanges(guilty)}.` : ''
  return creationFinding(scene, one, {
    kind: 'container_not_created',
    statement: `Container ${name} of pod ${pod.name} cannot be created (${waiting?.reason}): "${cut(waiting?.message ?? '')}".${came}`,
    evidence: [
      ...(waiting ? [citePart(pod.exhibit, waiting.source)] : []),
      ...(history ? guilty.slice(0, 1).flatMap((difference) => citeDifference(history, difference)) : []),
    ],
    gate: rollbackGate(scene, {
      workload,
      since,
      guilty,
      why: `The revision before could be created: ${sayChanges(guilty)}.`,
    }),
    cure: `Correct what keeps container ${name} from being created: ${cut(waiting?.message ?? '')}`,
  })
}

/** Before any container: the network or the runtime of the node. */
function sandbox(scene: Scene, one: PodInQuestion): Finding[] {
  const { pod } = one
  if (!scene.cluster || pod.phase !== 'Pending') return []
  const event = podEvents(scene.cluster, pod, 'FailedCreatePodSandBox').at(-1)
  if (!event) return []
  const node = pod.nodeName === undefined ? 'its node' : `node ${pod.nodeName}`
  const hasNoAddress =
    /no (?:more )?(?:free |available )?ip|ip addresses? (?:available|left)|exhausted|insufficient.*(?:ip|address)/i.test(
      event.message,
    )
  const why = hasNoAddress ? 'there is no free IP address for it' : 'its network or runtime refuses'
  return [
    creationFinding(scene, one, {
      kind: 'sandbox_not_created',
      statement: `Pod ${pod.name} cannot start on ${node} because its sandbox cannot be created (${event.count} attempts); ${why}: "${cut(event.message)}".`,
      evidence: [citeEvent(event)],
      gate: noAction('A new pod would ask the same network and runtime; they must be looked at on the node.'),
      cure: hasNoAddress
        ? `Free or add addresses for pods of ${node}.`
        : `Look at the network plugin and the runtime of ${node}.`,
    }),
  ]
}

type FindingParts = Pick<Finding, 'kind' | 'statement'> & {
  evidence: readonly EvidenceReference[]
  gate: Pick<Finding, 'actions' | 'noActionReason'>
  cure: string
}

function creationFinding(
  scene: Scene,
  one: PodInQuestion,
  { kind, statement, evidence, gate, cure }: FindingParts,
): Finding {
  const since = firstBadMoment(scene, one)
  return fault({
    kind,
    statement,
    evidence,
    confidence: 0.8,
    subject: objectOf(one.pod, one.workload),
    ...(since && { since }),
    explains: FOLLOWS,
    ...gate,
    suggestions: [cure],
  })
}

function cut(words: string): string {
  return words.length > WORDS_MAX ? `… ${words.slice(-WORDS_MAX)}` : words
}
