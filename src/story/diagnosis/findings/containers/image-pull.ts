/** An image that does not exist, may not be pulled, or cannot be reached. */
import type { ContainerView } from '../../cluster/cluster-scene.ts'
import { type Gated, noAction, rollbackGate } from '../../cluster/gates.ts'
import { type PullFailure, pullFailure } from '../../cluster/pods/container-faults.ts'
import { differencesIn, podsByAge } from '../../cluster/releases/revision-history.ts'
import { sayMany } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { firstBadMoment, type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { podFault } from '../cluster-fault.ts'

const WORDS_MAX = 260

export const imagePull: Analyzer = (scene) =>
  podsInQuestion(scene).flatMap((one) =>
    [...one.pod.initContainers, ...one.pod.containers].flatMap((container) => {
      const failure = scene.cluster && pullFailure(scene.cluster, one.pod, container)
      return failure ? [notPulled(scene, one, container, failure)] : []
    }),
  )

function notPulled(scene: Scene, one: PodInQuestion, container: ContainerView, failure: PullFailure): Finding {
  const { pod, history } = one
  // Whoever cannot reach the registry gets no image from it, new or old.
  const isOfImage = failure.kind !== 'unreachable' && failure.kind !== 'rate_limited'
  const changed = isOfImage ? differencesIn(history, /\.image$/) : []
  // The registry's own word stands at the end.
  const words = failure.words.length > WORDS_MAX ? `… ${failure.words.slice(-WORDS_MAX)}` : failure.words
  return podFault(scene, one, {
    kind: KIND[failure.kind],
    statement: `Container ${container.name} of pod ${pod.name} cannot start because ${sayWhy(failure, one)}: "${words}".${sayOthers(scene, one)}`,
    facts: secretFacts(one, failure),
    evidence: [failure.evidence],
    confidence: failure.kind === 'unknown' ? 0.5 : failure.evidence.length > 1 || changed.length > 0 ? 0.9 : 0.8,
    guilty: changed,
    step: gate(scene, one, failure),
    suggestions: [CURE[failure.kind](failure.image)],
  })
}

const KIND = {
  not_found: 'image_not_found',
  bad_platform: 'image_not_found',
  bad_name: 'image_not_found',
  denied: 'image_pull_denied',
  rate_limited: 'image_pull_denied',
  unreachable: 'registry_unreachable',
  unknown: 'image_pull_fails',
} as const satisfies Record<PullFailure['kind'], string>

const CURE: Readonly<Record<PullFailure['kind'], (image: string) => string>> = {
  not_found: (image) => `Push image ${image}, or correct its tag.`,
  bad_platform: (image) => `Build ${image} for the platform of the nodes as well.`,
  bad_name: (image) => `Correct the image name ${image}.`,
  denied: (image) => `Give the pod a pull secret that may read ${image}.`,
  rate_limited: () =>
    'Pull with credentials of a paid account or through a mirror; the limit of the registry is used up.',
  unreachable: (image) => `Make the registry of ${image} reachable from the nodes.`,
  unknown: (image) => `Find out why ${image} cannot be pulled.`,
}

function sayWhy({ kind, image }: PullFailure, { described }: PodInQuestion): string {
  switch (kind) {
    case 'not_found':
      return `the image ${image} was not found in its registry (this tag or repository does not exist)`
    case 'bad_platform':
      return `the image ${image} exists, but not for the platform (processor architecture) of its node`
    case 'bad_name':
      return `${image} is not a valid image name`
    case 'denied':
      return `the registry denies pulling ${image}: the pull credentials are missing or not accepted (imagePullSecrets: ${described?.imagePullSecrets.join(', ') || 'none'})`
    case 'rate_limited':
      return `the registry's rate limit is used up (too many requests) for ${image}`
    case 'unreachable':
      return `the registry of ${image} cannot be reached`
    default:
      return `the image ${image} cannot be pulled`
  }
}

function sayOthers({ cluster }: Scene, { history }: PodInQuestion): string {
  if (!cluster || !history) return ''
  const { older } = podsByAge(cluster, history)
  const serving = older.filter(({ isReady }) => isReady).length
  return serving > 0
    ? ` ${sayMany(serving, 'pod')} of the revision before still ${serving === 1 ? 'serves' : 'serve'}.`
    : ''
}

/** A secret that is named and not there is the nearest reason of all. */
function secretFacts({ described }: PodInQuestion, { kind }: PullFailure): Finding['facts'] {
  if (kind !== 'denied' || !described) return []
  return described.references
    .filter(
      ({ kind: what, exists, usedBy }) => what === 'Secret' && exists === false && usedBy.includes('imagePullSecrets'),
    )
    .map(({ name }) => ({
      text: `The pull secret ${name} the pod names does not exist in namespace ${described.pod.namespace}.`,
      evidence: [citeField(described.exhibit, 'name', name)],
    }))
}

/** With the same credentials the old image cannot be pulled either, unless it comes from elsewhere. */
function gate(scene: Scene, one: PodInQuestion, { kind }: PullFailure): Gated {
  const { history, workload } = one
  const images = differencesIn(history, /\.image$/)
  const moved = images.filter(({ from, to }) => repositoryOf(from) !== repositoryOf(to))
  const guilty =
    kind === 'denied' ? [...moved, ...differencesIn(history, /imagePullSecrets|serviceAccountName/)] : images
  if (kind === 'rate_limited' || kind === 'unreachable')
    return noAction('A rollback or a restart would have to pull from the same registry.')
  if (kind === 'denied' && guilty.length === 0)
    return noAction(
      'An earlier revision needs the same credentials, so a rollback would not help; the pull secret must be set right.',
    )
  const why = `The revision before ran with an image that can be pulled: ${sayChanges(guilty)}.`
  return rollbackGate({ ...scene, subject: {} }, { workload, since: firstBadMoment(scene, one), guilty, why })
}

function repositoryOf(image: unknown): string {
  return String(image)
    .replace(/@sha256:.*$/, '')
    .replace(/:[^/:]+$/, '')
}
