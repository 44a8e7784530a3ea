/** Analyzers of what surrounds containers: places, volumes, limits, nodes, routes and jobs. */
import type { Analyzer } from '../finding.ts'
import { admissionRefuses } from './admission-refuses.ts'
import { autoscalerLimited } from './autoscaler-limited.ts'
import { clusterDns } from './cluster-dns.ts'
import { dnsPolicy } from './dns-policy.ts'
import { dnsRule } from './dns-rule.ts'
import { drainBlocked } from './drain-blocked.ts'
import { evictedPods } from './evicted-pods.ts'
import { failingNode } from './failing-node.ts'
import { forgottenCordon } from './forgotten-cordon.ts'
import { hostPortTaken } from './host-port-taken.ts'
import { ingressMisroutes } from './ingress-misroutes.ts'
import { insufficientResources } from './insufficient-resources.ts'
import { jobFailed } from './job-failed.ts'
import { jobStalled } from './job-stalled.ts'
import { networkPolicyBlocks } from './network-policy-blocks.ts'
import { noMatchingNode } from './no-matching-node.ts'
import { noReplicas } from './no-replicas.ts'
import { noSpaceLeft } from './no-space-left.ts'
import { noSuchNode } from './no-such-node.ts'
import { nodeBroken } from './node-broken.ts'
import { nodeLost } from './node-lost.ts'
import { nodeNotFound } from './node-not-found.ts'
import { nodePressure } from './node-pressure.ts'
import { nodeRecovered } from './node-recovered.ts'
import { quotaExceeded } from './quota-exceeded.ts'
import { serviceMisroutes } from './service-misroutes.ts'
import { serviceMissing } from './service-missing.ts'
import { setRollout } from './set-rollout.ts'
import { spreadRules } from './spread-rules.ts'
import { storeRefusesWrites } from './store-refuses-writes.ts'
import { strangerBehindService } from './stranger-behind-service.ts'
import { unplaced } from './unplaced.ts'
import { untoleratedTaint } from './untolerated-taint.ts'
import { volumeFull } from './volume-full.ts'
import { volumeUnbound } from './volume-unbound.ts'

export const CLUSTER_ANALYZERS: readonly Analyzer[] = [
  insufficientResources,
  noMatchingNode,
  untoleratedTaint,
  spreadRules,
  hostPortTaken,
  forgottenCordon,
  unplaced,
  noSuchNode,
  serviceMissing,
  dnsPolicy,
  dnsRule,
  volumeUnbound,
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
  jobFailed,
  jobStalled,
  noSpaceLeft,
  volumeFull,
  storeRefusesWrites,
  setRollout,
]
