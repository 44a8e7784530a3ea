/** One replica that leaks or hangs while its siblings do well: a fresh process behaves differently, for a while. */

import { noAction, restartGate } from '../../cluster/gates.ts'
import type { ClueKind } from '../../cluster/logs/clue-patterns.ts'
import { isDependencyClue } from '../../cluster/logs/complaints.ts'
import { type Clue, cluesOf } from '../../cluster/logs/log-clues.ts'
import { isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { citeClue, lineOf, sayTime } from '../../cluster/saying/say.ts'
import { type PodInQuestion, servingPods } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { objectOf } from '../cluster-fault.ts'

const WEDGES: readonly ClueKind[] = ['pool', 'too_many_files', 'wedged', 'out_of_memory']

export const wedgedReplica: Analyzer = (scene) => {
  const serving = servingPods(scene).filter(({ logs }) => logs.length > 0)
  return serving.flatMap((one) => {
    const clues = wedgesOf(one)
    const siblings = serving.filter((other) => isSibling(one, other))
    if (clues.length === 0 || siblings.some((other) => wedgesOf(other).length > 0)) return []
    return [wedged(scene, one, clues, siblings)]
  })
}

/** Complaints about a host that is away are the host's trouble, not this process'. */
function wedgesOf({ logs }: PodInQuestion): Clue[] {
  const clues = logs.filter(({ isPrevious }) => !isPrevious).flatMap(cluesOf)
  const wedges = clues.filter(({ kind }) => WEDGES.includes(kind))
  const lastTime = wedges.at(-1)
  // It said so a long time ago, and has served since.
  const isOver = lastTime !== undefined && lastTime.fromEnd > 60
  return isOver || clues.some(isDependencyClue) ? [] : wedges
}

function isSibling(one: PodInQuestion, other: PodInQuestion): boolean {
  const [mine, theirs] = [one.workload, other.workload]
  return (
    !isSame(one.pod, other.pod) &&
    mine !== undefined &&
    theirs !== undefined &&
    mine.kind === theirs.kind &&
    isSame(mine, theirs)
  )
}

function sayCalm(siblings: number, replicas: number): string {
  const [who, verb] = siblings === 1 ? ['its one sibling', 'logs'] : [`its ${siblings} siblings`, 'log']
  return `while ${who} of ${replicas} replicas ${verb} nothing of the kind`
}

function wedged(scene: Scene, one: PodInQuestion, clues: readonly Clue[], siblings: readonly PodInQuestion[]): Finding {
  const { pod, workload } = one
  const worst = clues.at(-1) as Clue
  const replicas = scene.cluster && workload ? podsOf(scene.cluster, workload).length : 1
  const calm = siblings[0]?.logs.at(-1)
  const calmLine = calm?.lines.at(-1)
  const why =
    'A fresh process begins with free resources. That is temporary: the leak or hang comes back until it is mended.'
  return fault({
    kind: 'wedged_replica',
    statement: `Pod ${pod.name} alone is wedged, ${siblings.length > 0 ? sayCalm(siblings.length, replicas) : 'and it is the only replica whose log was read'}: ${sayWhat(worst)}. "${lineOf(worst)}" (${clues.length} such lines since ${sayTime(clues[0]?.line.at)}).`,
    facts: clues
      .slice(0, 1)
      .filter((clue) => clue !== worst)
      .map((clue) => ({ text: `It began in pod ${pod.name} with: "${lineOf(clue)}".`, evidence: [citeClue(clue)] })),
    evidence: [citeClue(worst), calm && calmLine && cite(calm.exhibit, calmLine.text)],
    confidence: siblings.length > 0 ? 0.9 : worst.kind === 'pool' ? 0.55 : 0.65,
    subject: objectOf(pod, siblings.length > 0 ? undefined : workload),
    since: clues[0]?.line.at,
    explains: ['not_ready', 'queue_behind'],
    ...(scene.cluster &&
      (isProvenBy(scene, one, worst, siblings)
        ? restartGate({ cluster: scene.cluster, now: scene.now, pod, why })
        : noAction(whyNotProven(pod.name, siblings)))),
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

function sayWhat({ kind }: Clue): string {
  switch (kind) {
    case 'pool':
      return 'its pool of connections is exhausted, all are checked out and none comes back'
    case 'too_many_files':
      return 'it has too many open files, so it leaks descriptors'
    case 'out_of_memory':
      return 'its process runs out of memory inside its own heap'
    default:
      return 'its threads are stuck'
  }
}
