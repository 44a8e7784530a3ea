/**
 * A container that stops at once and says which part of its configuration it lacks, and a pod that is not what its
 * template says.
 */

import type { ContainerView, Difference, EndView, WebhookView } from '../../cluster/cluster-scene.ts'
import type { Clue, ClueKind } from '../../cluster/logs/log-clues.ts'
import { isDefaulted } from '../../cluster/placement/filled-in.ts'
import { failingContainers, lastEnd, lastWords, lifeSeconds } from '../../cluster/pods/container-faults.ts'
import { containersOf, wasOutOfMemory } from '../../cluster/pods/workload-pods.ts'
import { differencesAbout, differencesIn, type History, podsByAge } from '../../cluster/releases/revision-history.ts'
import { tellMounted } from '../../cluster/releases/written-maps.ts'
import { citeClue, citePart, lineOf, minutesBetween, sayTime } from '../../cluster/saying/say.ts'
import { sayChange } from '../../cluster/saying/say-change.ts'
import { firstBadMoment, type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS, objectOf, podFault } from '../cluster-fault.ts'

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
    guilty: guiltyChanges(one, container, clue),
    suggestions: [sayCure(clue, container)],
  })
}

/** What speaks of the word itself; failing that, a new program that no other change since explains. */
function guiltyChanges(one: PodInQuestion, { name }: ContainerView, { word }: Clue): Difference[] {
  const { history, cluster } = one
  const direct = differencesAbout(history, word)
  if (direct.length > 0 || !history) return direct
  const { older } = podsByAge(cluster, history)
  const isOldWell = older.length > 0 && older.every(({ isReady }) => isReady)
  if (!isOldWell && !isUntouchedSince(one, history)) return []
  const ofProgram = `^spec\\.(c|initC)ontainers\\[${name}\\](\\.(image|command|args|envFrom|volumeMounts)|$)`
  return differencesIn(history, new RegExp(ofProgram))
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

// A pod that is not what its template says, because an admission webhook rewrote it on the way in.

/** A side-car that is put beside the others is what such webhooks are for. */
const ADDED_CONTAINER = /^spec\.containers\[[^\]]+\]$/

export const rewrittenPod: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) => {
    const { described } = one
    const differences = (described?.rewritten ?? []).filter(
      (difference) => !ADDED_CONTAINER.test(difference.field) && !(described && isDefaulted(difference, described)),
    )
    const telling = differences.filter((difference) => isTheMatter(difference, one))
    const webhooks = (described?.webhooks ?? []).filter(({ kind }) => kind === 'MutatingWebhookConfiguration')
    return telling.length > 0 ? [rewritten(one, telling, webhooks)] : []
  })

/** Only what has to do with how the pod fails. */
function isTheMatter({ field }: Difference, { pod }: PodInQuestion): boolean {
  const states = containersOf(pod)
  if (/resources/.test(field)) return states.some(wasOutOfMemory) || pod.phase === 'Pending'
  if (/\.image$/.test(field))
    return states.some(({ waiting }) => /Image/.test(waiting?.reason ?? '')) || states.some(({ last }) => last)
  return states.some(({ last, terminated }) => last !== undefined || terminated !== undefined)
}

const EXPLAINED = [
  'out_of_memory',
  'configuration_error',
  'image_not_found',
  'crash_loop',
  'bad_revision',
  'liveness_fails',
]

function rewritten(one: PodInQuestion, differences: readonly Difference[], webhooks: readonly WebhookView[]): Finding {
  const { pod, workload, described } = one
  const exhibit = described?.exhibit ?? pod.exhibit
  const by = webhooks.map(({ configuration, webhook }) => `${configuration} (${webhook})`).join(', ')
  return fault({
    kind: 'webhook_rewrites_pod',
    statement: `Pod ${pod.name} does not run with what its template says: ${differences.map(sayChange).join('; ')}. ${by === '' ? 'Something rewrote it when it was created' : `The mutating admission webhook ${by} rewrites pods of this namespace when they are created`}, so neither a rollback nor a change of the template helps while it does.`,
    evidence: [
      differences.slice(0, 2).map(({ field, from, to }) => cite(exhibit, JSON.stringify({ field, from, to }))),
      webhooks.slice(0, 2).map(({ source }) => citePart(exhibit, source)),
    ],
    confidence: webhooks.length > 0 ? 0.9 : 0.5,
    // Without a webhook to be seen it may as well have been resized by hand.
    weight: webhooks.length > 0 ? 'cause' : 'context',
    subject: objectOf(pod, workload),
    since: pod.createdAt,
    explains: webhooks.length > 0 ? EXPLAINED : [],
    noActionReason:
      'The webhook would rewrite every new pod in the same way; its configuration must be corrected first.',
    suggestions: [
      `Correct the admission webhook ${by === '' ? 'that rewrites these pods' : by}, or exclude this workload from it.`,
    ],
  })
}
