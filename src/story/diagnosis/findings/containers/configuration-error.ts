/** A container that stops at once and says which part of its configuration it lacks. */

import type { ContainerView, Difference, EndView } from '../../cluster/cluster-scene.ts'
import type { ClueKind } from '../../cluster/logs/clue-patterns.ts'
import type { Clue } from '../../cluster/logs/log-clues.ts'
import { failingContainers, lastEnd, lastWords, lifeSeconds } from '../../cluster/pods/container-faults.ts'
import { differencesAbout, differencesIn, type History, podsByAge } from '../../cluster/releases/revision-history.ts'
import { tellMounted } from '../../cluster/releases/written-maps.ts'
import { citeClue, citePart, lineOf, minutesBetween, sayTime } from '../../cluster/saying/say.ts'
import { firstBadMoment, type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, podFault } from '../cluster-fault.ts'

const KINDS: readonly ClueKind[] = [
  'missing_variable',
  'missing_file',
  'missing_module',
  'bad_flag',
  'bad_configuration',
  'permission',
  'address_in_use',
]
/** What runs longer than this has found its configuration. */
const AT_ONCE_SECONDS = 180
const SHORTLY_MINUTES = 30

export const configurationError: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) =>
    failingContainers(one).flatMap((container) => {
      const end = lastEnd(container)
      const [clue] = lastWords(one, container, KINDS)
      return end && clue && stopsByItself(end) ? [misconfigured(scene, one, container, end, clue)] : []
    }),
  )

/** 137 and 143 are kills: the program did not decide to end. */
function stopsByItself(end: EndView): boolean {
  return end.reason !== 'OOMKilled' && ![137, 143].includes(end.exitCode) && (lifeSeconds(end) ?? 0) < AT_ONCE_SECONDS
}

function misconfigured(scene: Scene, one: PodInQuestion, container: ContainerView, end: EndView, clue: Clue): Finding {
  const { pod } = one
  const what = sayWhat(clue)
  const mounted = tellMounted(one.described, container.name, clue.line.text, scene.now)
  return podFault(scene, one, {
    kind: 'configuration_error',
    statement: `Container ${container.name} of pod ${pod.name} exits at once with code ${end.exitCode} because ${what}: "${lineOf(clue)}".${mounted.sentence}`,
    facts: writtenLately(one, firstBadMoment(scene, one)),
    evidence: [citeClue(clue), citePart(pod.exhibit, end.source), mounted.evidence],
    confidence: 0.9,
    explains: [...FOLLOWS, 'init_container_fails'],
    guilty: guiltyChanges(scene, one, container, clue),
    suggestions: [sayCure(clue, container)],
  })
}

/** What speaks of the word itself; failing that, a new program that no other change since explains. */
function guiltyChanges(scene: Scene, one: PodInQuestion, { name }: ContainerView, { word }: Clue): Difference[] {
  const { history } = one
  const direct = differencesAbout(history, word)
  if (direct.length > 0 || !history || !scene.cluster) return direct
  const { older } = podsByAge(scene.cluster, history)
  const isOldWell = older.length > 0 && older.every(({ isReady }) => isReady)
  if (!isOldWell && !isUntouchedSince(one, history)) return []
  return differencesIn(
    history,
    new RegExp(`^spec\\.(c|initC)ontainers\\[${name}\\](\\.(image|command|args|envFrom|volumeMounts)|$)`),
  )
}

/** A ConfigMap or Secret written after the rollout may be the cause as well as the revision. */
function isUntouchedSince({ described }: PodInQuestion, { rolledOutAt }: History): boolean {
  return (described?.references ?? []).every(
    ({ lastWrite, exists }) => exists === true && lastWrite && rolledOutAt && lastWrite < rolledOutAt,
  )
}

/** What it reads and what was written shortly before it began. */
function writtenLately({ described }: PodInQuestion, since: Date | undefined): Finding['facts'] {
  if (!described || !since) return []
  return described.references
    .filter(({ lastWrite }) => lastWrite && Math.abs(minutesBetween(lastWrite, since)) < SHORTLY_MINUTES)
    .map(({ kind, name, lastWrite, source }) => ({
      text: `${kind} ${name}, which the container reads, was last written at ${sayTime(lastWrite)}, when the trouble began.`,
      evidence: [citePart(described.exhibit, source)],
    }))
}

function sayWhat({ kind, word }: Clue): string {
  const name = word === undefined ? '' : ` ${word}`
  switch (kind) {
    case 'missing_variable':
      return `the environment variable${name} is not set (missing)`
    case 'missing_file':
      return `the file${name} does not exist (missing)`
    case 'missing_module':
      return `the module${name} is missing from its image`
    case 'bad_flag':
      return `it does not know the option${name}`
    case 'permission':
      return word === undefined ? 'permission is denied' : `permission is denied on${name}`
    case 'address_in_use':
      return 'the address it wants to listen on is already in use'
    default:
      return `its configuration is not valid${word === undefined ? '' : ` (${word})`}`
  }
}

function sayCure({ kind, word = 'what it asks for' }: Clue, { name }: ContainerView): string {
  if (kind === 'missing_variable') return `Set ${word} for container ${name} in the pod template.`
  if (kind === 'missing_file') return `Provide ${word} to container ${name}, by its image or a mounted volume.`
  return `Correct the configuration of container ${name} (${word}).`
}
