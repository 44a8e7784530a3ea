/**
 * Pods of one revision, of which only the younger fail: what they read at their start was written since the others
 * started, and those are well only until they restart.
 */
import type { PodView, ReferenceView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { hasTrouble, isEnded, isLeaving, isSame } from '../../cluster/pods/workload-pods.ts'
import { tellMounted } from '../../cluster/releases/written-maps.ts'
import { citePart, lineOf, sayAgo, sayMany, sayTime } from '../../cluster/saying/say.ts'
import { logsOf, type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, objectOf } from '../cluster-fault.ts'

/** Written within this before the others started, it may have been in force for them too. */
const SETTLING = 60_000

export const writtenSinceSiblings: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const well = wellSiblings(scene, one)
    const written = well.length > 0 ? writtenBetween(one, well) : []
    return written.length > 0 ? [findingOf(scene, one, well, written)] : []
  })

/** Of the same owner, so of the same template; all of them older and well, else age is not what tells them apart. */
function wellSiblings({ cluster, now }: Scene, { pod }: PodInQuestion): Shown<PodView>[] {
  const siblings = (cluster?.pods ?? []).filter(
    (one) =>
      one.namespace === pod.namespace &&
      pod.owner !== undefined &&
      one.owner?.name === pod.owner.name &&
      !isSame(one, pod) &&
      !isLeaving(one) &&
      !isEnded(one),
  )
  const [well, unwell] = [siblings.filter((one) => isWell(one, now)), siblings.filter((one) => !isWell(one, now))]
  const youngestWell = Math.max(...well.map(({ createdAt }) => createdAt?.getTime() ?? Number.POSITIVE_INFINITY))
  const isByAge = [pod, ...unwell].every(({ createdAt }) => (createdAt?.getTime() ?? 0) > youngestWell)
  return isByAge ? well : []
}

function isWell(pod: PodView, now: Date): boolean {
  return pod.isReady && !hasTrouble(pod, now)
}

function writtenBetween({ described, pod }: PodInQuestion, well: readonly PodView[]): ReferenceView[] {
  const from = Math.max(...well.map(({ createdAt }) => createdAt?.getTime() ?? 0)) + SETTLING
  const to = pod.createdAt?.getTime() ?? 0
  return (described?.references ?? []).filter(({ lastWrite, exists }) => {
    const at = lastWrite?.getTime() ?? 0
    return exists === true && at > from && at <= to
  })
}

function findingOf(
  scene: Scene,
  one: PodInQuestion,
  well: readonly Shown<PodView>[],
  written: readonly ReferenceView[],
): Finding {
  const { now } = scene
  const { pod, workload, described } = one
  const complaint = complaintOf(one, now)
  const named = written.find(({ kind, name }) => complaint?.sentence.includes(` ${kind} ${name},`))
  const [culprit = written[0]] = [named]
  const others =
    written.length > 1 && !named ? written.map(sayReference).join(' and ') : culprit && sayReference(culprit)
  const owner = workload ? `${workload.kind} ${workload.name}` : `pod ${pod.name}`
  const staying = `The ${sayMany(well.length, 'sibling')} of the same revision ${well.length === 1 ? 'is' : 'are'} well, and started before that: ${well.length === 1 ? 'it is' : 'they are'} well only until the next restart.`
  return fault({
    kind: 'written_since_siblings',
    statement: `Pod ${pod.name} of ${owner}, started ${sayAgo(pod.createdAt, now)}, reads at its start what was written since its siblings started: ${others}, last written at ${sayTime(culprit?.lastWrite)} (${sayAgo(culprit?.lastWrite, now)}).${named && complaint ? ` Its error is about that: "${complaint.line}".` : ''} ${staying}`,
    evidence: [
      described && written.slice(0, 2).map(({ source }) => citePart(described.exhibit, source)),
      well.slice(0, 1).map((sibling) => citeField(sibling.exhibit, 'name', sibling.name)),
      named && complaint?.evidence,
    ],
    // That it lies between is a hint; that the error names the very file is proof.
    confidence: named ? 0.9 : 0.6,
    weight: named ? 'cause' : 'symptom',
    subject: objectOf(pod, workload),
    since: culprit?.lastWrite,
    ...(named && { explains: FOLLOWS }),
    ...noAction(
      `Nothing may be restarted before ${culprit ? sayReference(culprit) : 'it'} is put right: every pod of ${owner} that starts anew reads the same.`,
    ),
    suggestions: [
      `Put ${others} right, or bring back what stood there before ${sayTime(culprit?.lastWrite)}; until then restart, drain or scale nothing of ${owner}.`,
    ],
  })
}

function sayReference({ kind, name }: ReferenceView): string {
  return `${kind} ${name}`
}

/** The last line that speaks of a file that is mounted from a ConfigMap or a Secret. */
function complaintOf(one: PodInQuestion, now: Date) {
  for (const container of [...one.pod.initContainers, ...one.pod.containers])
    for (const log of logsOf(one, container))
      for (const line of log.lines.toReversed()) {
        const { sentence } = tellMounted(one.described, container.name, line.text, now)
        if (sentence !== '') return { sentence, line: lineOf({ line }), evidence: [cite(log.exhibit, line.text)] }
      }
  return undefined
}
