/** Every analyzer of the house. The order does not matter: findings are ranked afterwards. */
import type { Analyzer } from '../finding.ts'
import { certificateExpired } from './access/certificate-expired.ts'
import { staleCertificate } from './access/stale-certificate.ts'
import { CONTAINER_ANALYZERS } from './container-analyzers.ts'
import { cpuThrottled } from './containers/cpu-throttled.ts'
import { DATABASE_ANALYZERS } from './database-analyzers.ts'
import { errorsOver } from './dependencies/errors-over.ts'
import { failingDependency } from './dependencies/failing-dependency.ts'
import { noData } from './dependencies/no-data.ts'
import { jobDone } from './jobs/job-done.ts'
import { jobFailed } from './jobs/job-failed.ts'
import { jobStalled } from './jobs/job-stalled.ts'
import { queueBehind } from './jobs/queue-behind.ts'
import { drainBlocked } from './nodes/drain-blocked.ts'
import { evictedPods } from './nodes/evicted-pods.ts'
import { nodeNotFound, nodeRecovered } from './nodes/node-recovered.ts'
import { nodeStates } from './nodes/node-states.ts'
import { creationRefused } from './placement/creation-refused.ts'
import { namespaceLeaving } from './placement/namespace-leaving.ts'
import { unplaced } from './placement/unplaced.ts'
import { releaseRegression } from './releases/release-regression.ts'
import { setHeldBack, setLeftBehind } from './releases/set-revisions.ts'
import { autoscalerLimited } from './replicas/autoscaler-limited.ts'
import { noReplicas } from './replicas/no-replicas.ts'
import { onPurpose } from './replicas/on-purpose.ts'
import { overload } from './replicas/overload.ts'
import { clusterDns } from './routes/cluster-dns.ts'
import { networkPolicyBlocks } from './routes/network-policy-blocks.ts'
import { policyChanged } from './routes/policy-changed.ts'
import { scrapeBlocked } from './routes/scrape-blocked.ts'
import { serviceMisroutes } from './routes/service-misroutes.ts'
import { driverUnregistered } from './volumes/driver-unregistered.ts'
import { volumeFull } from './volumes/volume-full.ts'
import { volumeUnbound } from './volumes/volume-unbound.ts'

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
