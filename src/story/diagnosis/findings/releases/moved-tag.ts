/** Pods of one template that run different images under one tag, where those with the newer image fail: the tag was moved. */
import type { PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import type { ClueKind } from '../../cluster/logs/clue-patterns.ts'
import { DEPENDENCY_KINDS, isDependencyClue } from '../../cluster/logs/complaints.ts'
import { lastWords } from '../../cluster/pods/container-faults.ts'
import { hasTrouble, isEnded, isLeaving } from '../../cluster/pods/workload-pods.ts'
import { revisionNameOf } from '../../cluster/releases/released-workload.ts'
import { sayAgo, sayMany } from '../../cluster/saying/say.ts'
import { type PodInQuestion, podsInQuestion, specOf } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, objectOf } from '../cluster-fault.ts'
import { sayState } from './bad-revision.ts'

type Moved = { container: string; image: string; older: string; newer: string; well: readonly Shown<PodView>[] }

export const movedTag: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const moved = movedUnder(scene, one)
    return moved && !hasOtherReason(one) ? [finding(scene, one, moved)] : []
  })

/** Every pod with its image fails, and every pod with another one is well and older. */
function movedUnder({ cluster, now }: Scene, one: PodInQuestion): Moved | undefined {
  const { pod } = one
  const revision = revisionNameOf(pod)
  const siblings = (cluster?.pods ?? []).filter(
    (each) =>
      each.namespace === pod.namespace && revisionNameOf(each) === revision && !isLeaving(each) && !isEnded(each),
  )
  for (const [container, newer] of Object.entries(pod.digests ?? {})) {
    const alike = siblings.filter((each) => each.digests?.[container] === newer)
    const others = siblings.filter((each) => (each.digests?.[container] ?? newer) !== newer)
    const [witness] = others
    const isDivided =
      witness !== undefined &&
      alike.every((each) => hasTrouble(each, now)) &&
      others.every((each) => !hasTrouble(each, now) && isOlder(each, pod))
    const image = imageOf(one, container)
    if (isDivided && image) return { container, image, newer, older: witness.digests?.[container] ?? '', well: others }
  }
  return undefined
}

function isOlder(one: PodView, other: PodView): boolean {
  return (one.createdAt?.getTime() ?? 0) < (other.createdAt?.getTime() ?? 0)
}

function imageOf(one: PodInQuestion, name: string): string | undefined {
  const container = [...one.pod.containers, ...one.pod.initContainers].find((each) => each.name === name)
  return (container && specOf(one, container)?.image) ?? container?.image
}

/** What keeps every new pod from starting, with whichever image; the old ones started before it was so. */
const OF_ANY_IMAGE: readonly ClueKind[] = ['authentication', 'certificate', 'disk_full', 'read_only_server']

function hasOtherReason(one: PodInQuestion): boolean {
  return one.pod.containers
    .flatMap((container) => lastWords(one, container, [...DEPENDENCY_KINDS, ...OF_ANY_IMAGE]))
    .some((clue) => OF_ANY_IMAGE.includes(clue.kind) || isDependencyClue(clue))
}

function finding({ now }: Scene, { pod, workload }: PodInQuestion, moved: Moved): Finding {
  const { container, image, older, newer, well } = moved
  const [witness] = well as [Shown<PodView>, ...Shown<PodView>[]]
  const repository = image.replace(/:[^/:]*$/, '')
  const of = workload ? ` of ${workload.kind} ${workload.namespace}/${workload.name}` : ''
  return fault({
    kind: 'moved_tag',
    statement: `Pod ${pod.name}${of} fails (${sayState(pod)}) with another image than its siblings of the same template: under the tag ${image} it got ${short(newer)} when it started (${sayAgo(pod.createdAt, now)}), while ${sayMany(well.length, 'older pod')} ${well.length === 1 ? 'runs' : 'run'} ${short(older)} and ${well.length === 1 ? 'is' : 'are'} well. The tag was moved to another image without a release, and every new pod gets that one.`,
    evidence: [cite(pod.exhibit, newer), cite(witness.exhibit, older)],
    confidence: 0.85,
    subject: objectOf(pod, workload),
    since: pod.createdAt,
    explains: [...FOLLOWS, ...OF_ITS_IMAGE],
    ...noAction(
      `The template did not change, so there is no revision to return to, and every restart or further replica gets the failing image.`,
    ),
    suggestions: [
      `Move the tag back, or name the image that runs well in the template: container ${container}, ${repository}@${older}.`,
      'Do not restart, drain or scale out the pods that are well until then.',
    ],
  })
}

/** What another program under the same name may do otherwise. */
const OF_ITS_IMAGE = [
  'configuration_error',
  'missing_reference',
  'cannot_execute',
  'out_of_memory',
  'wrong_readiness_probe',
  'wrong_liveness_probe',
]

function short(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 12)
}
