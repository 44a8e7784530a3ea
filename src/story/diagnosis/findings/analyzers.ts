/** Every analyzer of the house. The order does not matter: findings are ranked afterwards. */
import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { certificateExpired, staleCertificate } from './access/certificates.ts'
import { accessForbidden, staleCredential } from './access/credentials.ts'
import { configurationError, rewrittenPod } from './containers/configuration.ts'
import { cpuThrottled, outOfMemory } from './containers/limits.ts'
import { objectNotFound } from './containers/object-not-found.ts'
import { leavingPod, recovered, stuckTerminating } from './containers/passing.ts'
import { podStates } from './containers/pod-states.ts'
import { DATABASE_ANALYZERS } from './database-analyzers.ts'
import { failingDependency } from './dependencies/failing-dependency.ts'
import { errorsOver, noData } from './dependencies/silence.ts'
import { jobDone, jobFailed, jobStalled } from './jobs/jobs.ts'
import { drainBlocked } from './nodes/drain-blocked.ts'
import { evictedPods } from './nodes/evicted-pods.ts'
import { nodeNotFound, nodeRecovered, nodeStates } from './nodes/node-states.ts'
import { creationRefused, namespaceLeaving } from './placement/creation-refused.ts'
import { unplaced } from './placement/unplaced.ts'
import { badRevision, movedTag, setHeldBack, setLeftBehind } from './releases/failing-revision.ts'
import { releaseRegression } from './releases/release-regression.ts'
import { autoscalerLimited, overload, queueBehind } from './replicas/load.ts'
import { noReplicas, onPurpose } from './replicas/no-replicas.ts'
import { wedgedReplica, writtenSinceSiblings } from './replicas/odd-replica.ts'
import { clusterDns } from './routes/cluster-dns.ts'
import { networkPolicyBlocks, policyChanged, scrapeBlocked } from './routes/network-policies.ts'
import { serviceMisroutes } from './routes/service-misroutes.ts'
import { whyLeft } from './strangers.ts'
import { volumeFull } from './volumes/volume-full.ts'
import { driverUnregistered, volumeUnbound } from './volumes/volume-unbound.ts'

// Why containers do not start, do not stay, or do not serve.

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

/** Of what surrounds containers: places, volumes, limits, nodes, routes and jobs. */
export const CLUSTER_ANALYZERS: readonly Analyzer[] = [
  unplaced,
  volumeUnbound,
  driverUnregistered,
  namespaceLeaving,
  creationRefused,
  evictedPods,
  drainBlocked,
  nodeStates,
  nodeNotFound,
  nodeRecovered,
  autoscalerLimited,
  serviceMisroutes,
  networkPolicyBlocks,
  clusterDns,
  noReplicas,
  onPurpose,
  jobFailed,
  jobDone,
  jobStalled,
  volumeFull,
  setLeftBehind,
  setHeldBack,
]

/** Of what metrics, central logs and the error tracker show. */
const SIGNAL_ANALYZERS: readonly Analyzer[] = [
  releaseRegression,
  failingDependency,
  overload,
  cpuThrottled,
  queueBehind,
  staleCertificate,
  certificateExpired,
  policyChanged,
  scrapeBlocked,
  noData,
  errorsOver,
]

export const ANALYZERS: readonly Analyzer[] = [
  ...CONTAINER_ANALYZERS,
  ...CLUSTER_ANALYZERS,
  ...DATABASE_ANALYZERS,
  ...SIGNAL_ANALYZERS,
]

// Alerts that fire on purpose: a heartbeat says that the alerting chain works, an inhibitor only silences others.

const HEARTBEAT = /^(watchdog|dead ?mans? ?(switch|snitch)?|heartbeat|info ?inhibitor|always ?firing)$/i

export const worksAsDesigned: Analyzer = ({ subject: { alertName, severityWord, labels } }) => {
  const isHeartbeat = HEARTBEAT.test(alertName.replace(/([a-z])([A-Z])/g, '$1 $2')) || HEARTBEAT.test(alertName)
  if (!isHeartbeat && severityWord.toLowerCase() !== 'none') return []
  return [
    {
      kind: 'works_as_designed',
      statement: `${alertName} works as designed: it fires all the time${severityWord === '' ? '' : ` (severity ${severityWord})`} to show that alerting itself is alive. Nothing is wrong and no action is needed.`,
      facts: [],
      evidence: [],
      confidence: isHeartbeat ? 0.95 : 0.8,
      situation: 'works_as_designed',
      subject: { kind: 'Alert', name: labels.alertname ?? alertName },
      weight: 'cause',
      actions: [],
      noActionReason: 'A heartbeat needs no remedy.',
      suggestions: ['Route this alert to a dead man’s switch instead of a person.'],
    },
  ]
}
