/** A pod that has a node and does not start, and nobody says why: an honest word instead of none. */
import { podEvents } from '../../cluster/pods/events-about.ts'
import { firstBadMoment } from '../../cluster/releases/first-bad-moment.ts'
import { citePart, minutesBetween, sayDuration } from '../../cluster/saying/say.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault, objectOf } from '../cluster-fault.ts'

const LONG_MINUTES = 5

export const notStarted: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const { pod } = one
    const age = pod.createdAt ? minutesBetween(pod.createdAt, scene.now) : 0
    const isSilent = scene.cluster !== undefined && podEvents(scene.cluster, pod).every(({ isWarning }) => !isWarning)
    return pod.phase === 'Pending' && pod.nodeName !== undefined && age > LONG_MINUTES && isSilent
      ? creating(scene, one)
      : []
  })

function creating(scene: Scene, one: PodInQuestion): Finding[] {
  const { pod, workload } = one
  const waiting = pod.containers.find((container) =>
    /^(ContainerCreating|PodInitializing)$/.test(container.waiting?.reason ?? ''),
  )
  const hasInit = pod.initContainers.some(({ isReady }) => !isReady)
  if (!waiting?.waiting || hasInit) return []
  const since = firstBadMoment(scene, one)
  return [
    fault({
      kind: 'not_started',
      statement: `Pod ${pod.name} has been waiting on node ${pod.nodeName} for ${sayDuration(scene.now.getTime() - (pod.createdAt?.getTime() ?? scene.now.getTime()))} (${waiting.waiting.reason}), and no event of the last hour says what for: usually a volume, the image or the network of the node.`,
      evidence: [citePart(pod.exhibit, waiting.waiting.source)],
      confidence: 0.4,
      subject: objectOf(pod, workload),
      ...(since && { since }),
      weight: 'symptom',
      noActionReason: 'What it waits for is not known, so nothing should be changed.',
      suggestions: [`Look at the kubelet's log of node ${pod.nodeName} for pod ${pod.name}.`],
    }),
  ]
}
