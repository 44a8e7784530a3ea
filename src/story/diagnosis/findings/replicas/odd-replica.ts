/**
 * One replica that fares otherwise than its siblings: it leaks or hangs, or read at its start what was written since
 * theirs.
 */
import type { PodView, ReferenceView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction, restartGate } from '../../cluster/gates.ts'
import { isDependencyClue } from '../../cluster/logs/complaints.ts'
import { type Clue, type ClueKind, cluesOf } from '../../cluster/logs/log-clues.ts'
import { containersOf, hasTrouble, isSame, isSibling, isStaying, podsOf } from '../../cluster/pods/workload-pods.ts'
import { tellMounted } from '../../cluster/releases/written-maps.ts'
import { citeClue, citePart, lineOf, sayAgo, sayMany, sayTime } from '../../cluster/saying/say.ts'
import { logsOf, type PodInQuestion, podsInQuestion, servingPods } from '../../cluster/subject/in-question.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, objectOf } from '../cluster-fault.ts'

const WEDGES: Partial<Record<ClueKind, string>> = {
  pool: 'its pool of connections is exhausted, all are checked out and none comes back',
  too_many_files: 'it has too many open files, so it leaks descriptors',
  wedged: 'its threads are stuck',
  out_of_memory: 'its process runs out of memory inside its own heap',
}

export const wedgedReplica: Analyzer = (scene) => {
  const serving = servingPods(scene).filter(({ logs }) => logs.length > 0)
  return serving.flatMap((one) => {
    const clues = wedgesOf(one)
    const siblings = serving.filter((other) => isReplicaBeside(one, other))
    if (clues.length === 0 || siblings.some((other) => wedgesOf(other).length > 0)) return []
    return [wedged(scene, one, clues, siblings)]
  })
}

/** Complaints about a host that is away are the host's trouble, not this process'. */
function wedgesOf({ logs }: PodInQuestion): Clue[] {
  const clues = logs.filter(({ isPrevious }) => !isPrevious).flatMap(cluesOf)
  const wedges = clues.filter(({ kind }) => kind in WEDGES)
  const lastTime = wedges.at(-1)
  // It said so a long time ago, and has served since.
  const isOver = lastTime !== undefined && lastTime.fromEnd > 60
  return isOver || clues.some(isDependencyClue) ? [] : wedges
}

function isReplicaBeside(one: PodInQuestion, other: PodInQuestion): boolean {
  const [mine, theirs] = [one.workload, other.workload]
  const isSameOwner = mine && theirs && mine.kind === theirs.kind && isSame(mine, theirs)
  return isSameOwner === true && !isSame(one.pod, other.pod)
}

function sayCalm(siblings: number, replicas: number): string {
  const [who, verb] = siblings === 1 ? ['its one sibling', 'logs'] : [`its ${siblings} siblings`, 'log']
  return `while ${who} of ${replicas} replicas ${verb} nothing of the kind`
}

function wedged(scene: Scene, one: PodInQuestion, clues: readonly Clue[], siblings: readonly PodInQuestion[]): Finding {
  const { pod, workload, cluster } = one
  const worst = clues.at(-1) as Clue
  const replicas = workload ? podsOf(cluster, workload).length : 1
  const calm = siblings[0]?.logs.at(-1)
  const calmLine = calm?.lines.at(-1)
  const why =
    'A fresh process begins with free resources. That is temporary: the leak or hang comes back until it is mended.'
  return fault({
    kind: 'wedged_replica',
    statement: `Pod ${pod.name} alone is wedged, ${siblings.length > 0 ? sayCalm(siblings.length, replicas) : 'and it is the only replica whose log was read'}: ${WEDGES[worst.kind]}. "${lineOf(worst)}" (${clues.length} such lines since ${sayTime(clues[0]?.line.at)}).`,
    facts: clues
      .slice(0, 1)
      .filter((clue) => clue !== worst)
      .map((clue) => ({ text: `It began in pod ${pod.name} with: "${lineOf(clue)}".`, evidence: [citeClue(clue)] })),
    evidence: [citeClue(worst), calm && calmLine && cite(calm.exhibit, calmLine.text)],
    confidence: siblings.length > 0 ? 0.9 : worst.kind === 'pool' ? 0.55 : 0.65,
    subject: objectOf(pod, siblings.length > 0 ? undefined : workload),
    since: clues[0]?.line.at,
    explains: ['not_ready', 'queue_behind'],
    ...(isProvenBy(scene, one, worst, siblings)
      ? restartGate({ cluster, now: scene.now, pod, why })
      : noAction(whyNotProven(pod.name, siblings))),
    suggestions: [`Find what in pod ${pod.name} does not give its resources back; a restart only buys time.`],
  })
}

const LATELY = 30 * 60_000

/** A primary has a part its siblings do not have; and who says nothing lately may do nothing. Descriptors are its own. */
function isProvenBy(
  { now }: Scene,
  { workload }: PodInQuestion,
  { kind }: Clue,
  siblings: readonly PodInQuestion[],
): boolean {
  if (workload?.kind === 'StatefulSet') return kind === 'too_many_files'
  const lines = siblings.flatMap(({ logs }) => logs.flatMap((log) => log.lines))
  return siblings.length === 0 || lines.some(({ at }) => at !== undefined && now.getTime() - at.getTime() < LATELY)
}

function whyNotProven(name: string, siblings: readonly PodInQuestion[]): string {
  const isTimed = siblings.some(({ logs }) => logs.some((log) => log.lines.some(({ at }) => at !== undefined)))
  return isTimed
    ? `That its siblings log nothing of the kind does not show that ${name} itself is at fault: it may do other work than they.`
    : `The lines of its siblings bear no times, so whether they serve now and ${name} alone does not is not known.`
}

// Pods of one revision, of which only the younger fail: what they read at their start was written since the others
// started, and those are well only until they restart.

/** Written within this before the others started, it may have been in force for them too. */
const SETTLING = 60_000

export const writtenSinceSiblings: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const well = wellSiblings(one, scene.now)
    const written = well.length > 0 ? writtenBetween(one, well) : []
    return written.length > 0 ? [findingOf(scene, one, well, written)] : []
  })

/** Of the same owner, so of the same template; all of them older and well, else age is not what tells them apart. */
function wellSiblings({ cluster, pod }: PodInQuestion, now: Date): Shown<PodView>[] {
  const siblings = cluster.pods.filter((one) => isSibling(one, pod) && !isSame(one, pod) && isStaying(one))
  const isWell = (one: PodView) => one.isReady && !hasTrouble(one, now)
  const [well, unwell] = [siblings.filter(isWell), siblings.filter((one) => !isWell(one))]
  const youngestWell = Math.max(...well.map(({ createdAt }) => createdAt?.getTime() ?? Number.POSITIVE_INFINITY))
  const isByAge = [pod, ...unwell].every(({ createdAt }) => (createdAt?.getTime() ?? 0) > youngestWell)
  return isByAge ? well : []
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
  for (const container of containersOf(one.pod))
    for (const log of logsOf(one, container))
      for (const line of log.lines.toReversed()) {
        const { sentence } = tellMounted(one.described, container.name, line.text, now)
        if (sentence !== '') return { sentence, line: lineOf({ line }), evidence: [cite(log.exhibit, line.text)] }
      }
  return undefined
}
