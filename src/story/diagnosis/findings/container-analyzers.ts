/** Why containers do not start, do not stay, or do not serve. */
import type { Analyzer } from '../finding.ts'
import { accessForbidden } from './access-forbidden.ts'
import { badRevision } from './bad-revision.ts'
import { cannotExecute } from './cannot-execute.ts'
import { configurationError } from './configuration-error.ts'
import { crashLoop } from './crash-loop.ts'
import { dependencyUnreachable } from './dependency-unreachable.ts'
import { imagePull } from './image-pull.ts'
import { initContainer } from './init-container.ts'
import { leavingPod } from './leaving-pod.ts'
import { livenessProbe } from './liveness-probe.ts'
import { missingReference } from './missing-reference.ts'
import { notReady } from './not-ready.ts'
import { objectNotFound } from './object-not-found.ts'
import { outOfMemory } from './out-of-memory.ts'
import { recovered } from './recovered.ts'
import { rewrittenPod } from './rewritten-pod.ts'
import { staleCredential } from './stale-credential.ts'
import { stuckTerminating } from './stuck-terminating.ts'
import { volumeMount } from './volume-mount.ts'
import { wedgedReplica } from './wedged-replica.ts'

export const CONTAINER_ANALYZERS: readonly Analyzer[] = [
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
  cannotExecute,
  accessForbidden,
  rewrittenPod,
  badRevision,
  crashLoop,
  staleCredential,
  wedgedReplica,
  dependencyUnreachable,
]
