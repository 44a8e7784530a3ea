/** Analyzers of what surrounds containers: places, volumes, limits, nodes, routes and jobs. */
import type { Analyzer } from '../finding.ts'
import { jobCompleted } from './jobs/job-completed.ts'
import { jobDone } from './jobs/job-done.ts'
import { jobFailed } from './jobs/job-failed.ts'
import { jobStalled } from './jobs/job-stalled.ts'
import { drainBlocked } from './nodes/drain-blocked.ts'
import { evictedPods } from './nodes/evicted-pods.ts'
import { failingNode } from './nodes/failing-node.ts'
import { nodeBroken } from './nodes/node-broken.ts'
import { nodeLost } from './nodes/node-lost.ts'
import { nodeNotFound } from './nodes/node-not-found.ts'
import { nodePressure } from './nodes/node-pressure.ts'
import { nodeRecovered } from './nodes/node-recovered.ts'
import { admissionRefuses } from './placement/admission-refuses.ts'
import { forgottenCordon } from './placement/forgotten-cordon.ts'
import { hostPortTaken } from './placement/host-port-taken.ts'
import { insufficientResources } from './placement/insufficient-resources.ts'
import { namespaceLeaving } from './placement/namespace-leaving.ts'
import { noMatchingNode } from './placement/no-matching-node.ts'
import { noSuchNode } from './placement/no-such-node.ts'
import { quotaExceeded } from './placement/quota-exceeded.ts'
import { spreadRules } from './placement/spread-rules.ts'
import { unplaced } from './placement/unplaced.ts'
import { untoleratedTaint } from './placement/untolerated-taint.ts'
import { waitingCrowd } from './placement/waiting-crowd.ts'
import { setHeldBack } from './releases/set-held-back.ts'
import { setLeftBehind } from './releases/set-left-behind.ts'
import { setRollout } from './releases/set-rollout.ts'
import { autoscalerLimited } from './replicas/autoscaler-limited.ts'
import { noReplicas } from './replicas/no-replicas.ts'
import { onPurpose } from './replicas/on-purpose.ts'
import { clusterDns } from './routes/cluster-dns.ts'
import { dnsPolicy } from './routes/dns-policy.ts'
import { dnsRule } from './routes/dns-rule.ts'
import { ingressMisroutes } from './routes/ingress-misroutes.ts'
import { networkPolicyBlocks } from './routes/network-policy-blocks.ts'
import { serviceMisroutes } from './routes/service-misroutes.ts'
import { serviceMissing } from './routes/service-missing.ts'
import { strangerBehindService } from './routes/stranger-behind-service.ts'
import { claimLeaving } from './volumes/claim-leaving.ts'
import { noSpaceLeft } from './volumes/no-space-left.ts'
import { reportedByServer } from './volumes/reported-by-server.ts'
import { storeRefusesWrites } from './volumes/store-refuses-writes.ts'
import { volumeFull } from './volumes/volume-full.ts'
import { volumeUnbound } from './volumes/volume-unbound.ts'

export const CLUSTER_ANALYZERS: readonly Analyzer[] = [
  insufficientResources,
  noMatchingNode,
  untoleratedTaint,
  spreadRules,
  hostPortTaken,
  forgottenCordon,
  unplaced,
  waitingCrowd,
  noSuchNode,
  serviceMissing,
  dnsPolicy,
  dnsRule,
  volumeUnbound,
  claimLeaving,
  namespaceLeaving,
  quotaExceeded,
  admissionRefuses,
  evictedPods,
  drainBlocked,
  nodeLost,
  nodeBroken,
  failingNode,
  nodePressure,
  nodeNotFound,
  nodeRecovered,
  autoscalerLimited,
  serviceMisroutes,
  strangerBehindService,
  ingressMisroutes,
  networkPolicyBlocks,
  clusterDns,
  noReplicas,
  onPurpose,
  jobFailed,
  jobDone,
  jobCompleted,
  jobStalled,
  noSpaceLeft,
  volumeFull,
  storeRefusesWrites,
  reportedByServer,
  setLeftBehind,
  setHeldBack,
  setRollout,
]
