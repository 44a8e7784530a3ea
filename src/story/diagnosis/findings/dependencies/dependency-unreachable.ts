/** Pods that cannot reach something they need: a name nobody bears, a port where nobody answers. */

import type { Difference } from '../../cluster/cluster-scene.ts'
import { rollbackGate } from '../../cluster/gates.ts'
import {
  DEPENDENCY_KINDS,
  type DependencyClue,
  isDependencyClue,
  isSomebody,
  type KnownHost,
  knownHost,
  sayFailure,
  sayHost,
} from '../../cluster/logs/complaints.ts'
import { cluesOf, groupClues } from '../../cluster/logs/log-clues.ts'
import { failsInPart } from '../../cluster/logs/names-in-lines.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { citeDifference, differencesAbout, differencesIn, podsByAge } from '../../cluster/releases/revision-history.ts'
import { citeClue, lineOf, sayTimes } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { type PodInQuestion, podsInQuestion, servingPods } from '../../cluster/subject/in-question.ts'
import { serviceSeen } from '../../cluster/subject/mentioned-workloads.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { fault, objectOf } from '../cluster-fault.ts'

export const dependencyUnreachable: Analyzer = (scene) => {
  const troubled = podsInQuestion(scene)
  const others = servingPods(scene).filter(({ pod }) => !troubled.some((one) => isSame(one.pod, pod)))
  return [...troubled, ...others].flatMap((one) => {
    const groups = groupClues(one.logs.flatMap(cluesOf).filter((clue) => DEPENDENCY_KINDS.includes(clue.kind)))
    const [worst] = groups
      .map(({ clues }) =>
        clues.filter(isDependencyClue).filter((clue) => !scene.cluster || isSomebody(clue, scene.cluster)),
      )
      .filter((clues) => clues.length > 0 && isStillSo(clues, one))
      .sort((clues, other) => other.length - clues.length)
    return worst ? [unreachable(scene, one, worst)] : []
  })
}

/** Many lines of other things after the last complaint mean that it passed. */
function isStillSo(clues: readonly DependencyClue[], { pod }: PodInQuestion): boolean {
  const fromEnd = Math.min(...clues.map((clue) => clue.fromEnd))
  return !pod.isReady || clues.length > 1 || fromEnd < 10
}

/** What speaks of the host; or a new program, where nobody bears the name and the old pods do without it. */
function guiltyChanges(
  scene: Scene,
  { history }: PodInQuestion,
  { host }: DependencyClue,
  isUnknown: boolean,
): Difference[] {
  const direct = differencesAbout(history, host.name).filter(({ to }) => to !== null)
  if (direct.length > 0 || !isUnknown || !history || !scene.cluster) return direct
  const { older } = podsByAge(scene.cluster, history)
  const isOldWell = older.length > 0 && older.every(({ isReady }) => isReady)
  return isOldWell ? differencesIn(history, /\.image$/) : []
}

/** The name is right, but the newest revision calls it on a port its Service does not have. */
function movedPort(scene: Scene, { history }: PodInQuestion, { host }: DependencyClue, known: KnownHost): Difference[] {
  const { namespace, name, workload } = known
  if (!scene.cluster || !workload || namespace === undefined || host.port === undefined) return []
  const ports = serviceSeen(scene.cluster, { namespace, name })?.ports.flatMap(({ port }) => port ?? [])
  if (!ports || ports.includes(host.port)) return []
  const here = new RegExp(`(^|[^\\d])${host.port}($|[^\\d])`)
  return differencesAbout(history, host.name, name, name.toUpperCase().replaceAll('-', '_')).filter(
    ({ from, to }) => here.test(JSON.stringify(to)) && !here.test(JSON.stringify(from)),
  )
}

function unreachable(scene: Scene, one: PodInQuestion, clues: readonly DependencyClue[]): Finding {
  const { pod, workload, history } = one
  const last = clues.at(-1) as DependencyClue
  const known = scene.cluster && knownHost(scene.cluster, last)
  // An address that leads to something we can see is right, whoever brought it; then that something is to be looked at.
  const isWrong = known?.workload === undefined
  const moved = known ? movedPort(scene, one, last, known) : []
  const guilty = isWrong ? guiltyChanges(scene, one, last, known?.isUnknown === true) : moved
  const absent = known?.isUnknown ? ` Nothing called ${known.name} exists in namespace ${known.namespace}.` : ''
  const came =
    guilty.length > 0 && history
      ? ` Revision ${history.newest.revision} brought this address: ${sayChanges(guilty)}.`
      : ''
  const elsewhere =
    moved.length > 0 && known ? ` Service ${known.name} has no port ${last.host.port}: the port is wrong.` : ''
  const isCause = guilty.length > 0 || known?.isUnknown === true
  return fault({
    kind: isCause ? 'wrong_dependency_address' : 'dependency_unreachable',
    statement: `Pod ${pod.name} ${pod.isReady && failsInPart(clues, one.logs) ? 'fails in part, not always,' : 'cannot work'} because ${sayFailure(last)}: "${lineOf(last)}" (${sayTimes(clues.length)}).${absent}${elsewhere}${came}`,
    evidence: [citeClue(last), ...(history ? guilty.slice(0, 1).flatMap((one) => citeDifference(history, one)) : [])],
    confidence: isCause ? 0.85 : pod.isReady ? 0.6 : 0.65,
    subject: objectOf(pod, workload),
    ...(clues[0]?.line.at && { since: clues[0].line.at }),
    weight: isCause ? 'cause' : 'symptom',
    explains: ['crash_loop', 'not_ready', 'bad_revision', 'liveness_fails'],
    ...(guilty.length > 0
      ? rollbackGate(scene, {
          workload,
          since: clues[0]?.line.at,
          guilty,
          why: `The revision before used another address: ${sayChanges(guilty)}.`,
        })
      : { noActionReason: `Restarting ${pod.name} does not bring ${sayHost(last.host)} back.` }),
    suggestions: [`Find out why ${sayHost(last.host)} cannot be reached from pod ${pod.name}.`],
  })
}
