/** Why containers do not start, do not stay, or do not serve. */

import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { accessForbidden } from './access/access-forbidden.ts'
import { staleCredential } from './access/stale-credential.ts'
import { configurationError } from './containers/configuration-error.ts'
import { leavingPod, stuckTerminating } from './containers/leaving-pod.ts'
import { objectNotFound } from './containers/object-not-found.ts'
import { outOfMemory } from './containers/out-of-memory.ts'
import { podStates } from './containers/pod-states.ts'
import { recovered } from './containers/recovered.ts'
import { rewrittenPod } from './containers/rewritten-pod.ts'
import { whyLeft } from './nobody-named.ts'
import { badRevision } from './releases/bad-revision.ts'
import { movedTag } from './releases/moved-tag.ts'
import { wedgedReplica } from './replicas/wedged-replica.ts'
import { writtenSinceSiblings } from './replicas/written-since-siblings.ts'

const PARTICULAR: readonly Analyzer[] = [
  objectNotFound,
  leavingPod,
  stuckTerminating,
  recovered,
  outOfMemory,
  configurationError,
  podStates,
  accessForbidden,
  rewrittenPod,
  badRevision,
  movedTag,
  staleCredential,
  wedgedReplica,
  writtenSinceSiblings,
]

/** That a container ends is worth a line only where nobody knows why. */
const containerTrouble: Analyzer = (scene) => {
  const particular = PARTICULAR.flatMap((analyze) => analyze(scene))
  const isReported = ({ kind, subject }: Finding) =>
    kind === 'crash_loop' && particular.some((one) => one.explains?.includes(kind) && one.subject.name === subject.name)
  return particular.filter((finding) => !isReported(finding)).map((finding) => asGuess(finding, scene))
}

/** What was merely found in trouble nearby may have nothing to do with the alert. */
function asGuess(finding: Finding, scene: Scene): Finding {
  const { cluster, subject } = scene
  if (!cluster || cluster.target.isNamed) return finding
  const isPlaceGiven = subject.namespace !== undefined && !subject.fromText.includes('namespace')
  const confidence = Math.min(finding.confidence, isPlaceGiven ? 0.7 : 0.5)
  if (isPlaceGiven) return { ...finding, confidence }
  const isElsewhere = subject.namespace !== undefined && finding.subject.namespace !== subject.namespace
  if (isElsewhere) return { ...finding, ...BESIDE, actions: [], noActionReason: whyLeft(scene, finding.subject) }
  return { ...finding, confidence, actions: [], noActionReason: whyLeft(scene, finding.subject) }
}

/** The alert speaks of another place. */
const BESIDE = { weight: 'context', confidence: 0.4 } as const

export const CONTAINER_ANALYZERS: readonly Analyzer[] = [containerTrouble]
