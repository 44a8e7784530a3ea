/** A volume that cannot be attached or mounted: held by a pod on another node, or refused by the storage. */
import type { EventView, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { citeEvent, podEvents } from '../../cluster/pods/events-about.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, podFault } from '../cluster-fault.ts'

const REASONS = ['FailedAttachVolume', 'FailedMount', 'FailedMapVolume']
/** What is said of objects that are missing belongs to another finding. */
const MISSING_OBJECT = /(configmap|secret)s?\s+"[^"]+"\s+not found|references non-existent/i
/** Says only that something above it failed. */
const UNTELLING = /unable to attach or mount volumes|timed out waiting for the condition/i

export const volumeMount: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    if (!scene.cluster || one.pod.phase !== 'Pending') return []
    const events = podEvents(scene.cluster, one.pod, ...REASONS).filter(({ message }) => !MISSING_OBJECT.test(message))
    const held = events.filter(({ message }) => /Multi-Attach error/i.test(message)).at(-1)
    if (held) return [heldElsewhere(scene, one, held)]
    const telling = events.filter(({ message }) => !UNTELLING.test(message)).at(-1) ?? events.at(-1)
    return telling ? [notMounted(scene, one, telling)] : []
  })

function heldElsewhere(scene: Scene, one: PodInQuestion, event: Shown<EventView>): Finding {
  const { pod } = one
  const volume = /volume "([^"]+)"/.exec(event.message)?.[1]
  const holder = holderOf(scene, event)
  const where = holder ? `pod ${holder.name} on node ${holder.nodeName ?? 'unknown'}` : 'another pod on another node'
  return podFault(scene, one, {
    kind: 'volume_held_elsewhere',
    statement: `Pod ${pod.name} waits for volume ${volume ?? 'of its claim'}, which can be attached to one node only and is still held by ${where} (Multi-Attach error): "${event.message}".`,
    evidence: [citeEvent(event), holder && citeField(holder.exhibit, 'name', holder.name)],
    confidence: holder ? 0.9 : 0.8,
    explains: [...FOLLOWS, 'volume_mount_fails'],
    noActionReason:
      'The volume comes free when the pod that holds it ends; a person must make sure that it may be ended, or data can be damaged.',
    suggestions: [`Make sure that ${where} has stopped writing, then let it end, or wait until it does.`],
  })
}

/** The message names the pods that hold it, where they are of the same namespace; they count only if a list shows them. */
function holderOf({ cluster }: Scene, { message, namespace }: EventView): Shown<PodView> | undefined {
  const names = /used by pod\(s\) ([\w.,\s-]+)/i.exec(message)?.[1]?.split(/[,\s]+/) ?? []
  return cluster?.pods.find((pod) => names.includes(pod.name) && pod.namespace === namespace)
}

function notMounted(scene: Scene, one: PodInQuestion, event: Shown<EventView>): Finding {
  const { pod } = one
  const volume = /volume "([^"]+)"/.exec(event.message)?.[1]
  return podFault(scene, one, {
    kind: 'volume_mount_fails',
    statement: `Pod ${pod.name} cannot start because ${volume === undefined ? 'a volume' : `volume ${volume}`} cannot be mounted: "${event.message}".`,
    evidence: [citeEvent(event)],
    confidence: 0.7,
    explains: ['not_ready'],
    noActionReason: 'No restart or rollback makes a volume mountable; the storage must be looked at.',
    suggestions: [`Look at the storage behind ${volume ?? 'the volume'} and at the node ${pod.nodeName ?? ''}.`.trim()],
  })
}
