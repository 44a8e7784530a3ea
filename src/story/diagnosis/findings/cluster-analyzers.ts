/** Analyzers of what surrounds containers: places, volumes, limits, nodes, routes and jobs. */
import type { Analyzer } from '../finding.ts'
import { jobDone } from './jobs/job-done.ts'
import { jobFailed } from './jobs/job-failed.ts'
import { jobStalled } from './jobs/job-stalled.ts'
import { drainBlocked } from './nodes/drain-blocked.ts'
import { evictedPods } from './nodes/evicted-pods.ts'
import { nodeBroken } from './nodes/node-broken.ts'
import { nodeLost } from './nodes/node-lost.ts'
import { nodeNotFound } from './nodes/node-not-found.ts'
import { nodePressure } from './nodes/node-pressure.ts'
import { nodeRecovered } from './nodes/node-recovered.ts'
import { admissionRefuses } from './placement/admission-refuses.ts'
import { namespaceLeaving } from './placement/namespace-leaving.ts'
import { quotaExceeded } from './placement/quota-exceeded.ts'
import { unplaced } from './placement/unplaced.ts'
import { setHeldBack } from './releases/set-held-back.ts'
import { setLeftBehind } from './releases/set-left-behind.ts'
import { autoscalerLimited } from './replicas/autoscaler-limited.ts'
import { noReplicas } from './replicas/no-replicas.ts'
import { onPurpose } from './replicas/on-purpose.ts'
import { clusterDns } from './routes/cluster-dns.ts'
import { networkPolicyBlocks } from './routes/network-policy-blocks.ts'
import { serviceMisroutes } from './routes/service-misroutes.ts'
import { noSpaceLeft } from './volumes/no-space-left.ts'
import { volumeFull } from './volumes/volume-full.ts'
import { volumeUnbound } from './volumes/volume-unbound.ts'

export const CLUSTER_ANALYZERS: readonly Analyzer[] = [
  unplaced,
  volumeUnbound,
  namespaceLeaving,
  quotaExceeded,
  admissionRefuses,
  evictedPods,
  drainBlocked,
  nodeLost,
  nodeBroken,
  nodePressure,
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
  noSpaceLeft,
  volumeFull,
  setLeftBehind,
  setHeldBack,
]
