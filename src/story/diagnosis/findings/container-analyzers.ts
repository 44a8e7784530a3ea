/** Why containers do not start, do not stay, or do not serve. */
import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { accessForbidden } from './access-forbidden.ts'
import { authenticationFails } from './authentication-fails.ts'
import { badRevision } from './bad-revision.ts'
import { cannotExecute } from './cannot-execute.ts'
import { changedNearby } from './changed-nearby.ts'
import { configurationError } from './configuration-error.ts'
import { containerCreation } from './container-creation.ts'
import { crashLoop } from './crash-loop.ts'
import { dependencyUnreachable } from './dependency-unreachable.ts'
import { imagePull } from './image-pull.ts'
import { initContainer } from './init-container.ts'
import { leavingPod } from './leaving-pod.ts'
import { livenessProbe } from './liveness-probe.ts'
import { missingReference } from './missing-reference.ts'
import { notReady } from './not-ready.ts'
import { notStarted } from './not-started.ts'
import { objectNotFound } from './object-not-found.ts'
import { outOfMemory } from './out-of-memory.ts'
import { recovered } from './recovered.ts'
import { rewrittenPod } from './rewritten-pod.ts'
import { staleCredential } from './stale-credential.ts'
import { stuckTerminating } from './stuck-terminating.ts'
import { volumeMount } from './volume-mount.ts'
import { wedgedReplica } from './wedged-replica.ts'

const PARTICULAR: readonly Analyzer[] = [
  objectNotFound,
  leavingPod,
  stuckTerminating,
  recovered,
  outOfMemory,
  configurationError,
  livenessProbe,
  imagePull,
  missingReference,
  volumeMount,
  initContainer,
  notReady,
  notStarted,
  cannotExecute,
  accessForbidden,
  rewrittenPod,
  badRevision,
  containerCreation,
  staleCredential,
  authenticationFails,
  changedNearby,
  wedgedReplica,
  dependencyUnreachable,
]

/** That a container ends is worth a line only where nobody knows why. */
const containerTrouble: Analyzer = (scene) => {
  const told = PARTICULAR.flatMap((analyze) => analyze(scene))
  const isTold = ({ kind, subject }: Finding) =>
    told.some((one) => one.explains?.includes(kind) && one.subject.name === subject.name)
  return [...told, ...crashLoop(scene).filter((finding) => !isTold(finding))].map((finding) => asGuess(finding, scene))
}

/** What was merely found in trouble nearby may have nothing to do with the alert. */
function asGuess(finding: Finding, { cluster, subject }: Scene): Finding {
  if (!cluster || cluster.target.isNamed) return finding
  const isPlaceGiven = subject.namespace !== undefined && !subject.fromText.includes('namespace')
  const confidence = Math.min(finding.confidence, isPlaceGiven ? 0.7 : 0.5)
  if (isPlaceGiven) return { ...finding, confidence }
  const noActionReason = 'The alert names neither this workload nor its namespace, so nothing is done to it.'
  return { ...finding, confidence, actions: [], noActionReason }
}

export const CONTAINER_ANALYZERS: readonly Analyzer[] = [containerTrouble]
