/** What surrounds containers, in the order in which it is worth asking for. Each step asks only where something points there. */
import { lookAtBudgetedPods, lookAtBudgets } from './budgets.ts'
import { lookAtCulprit, lookForCulprit } from './culprit-now.ts'
import { lookAtCorefile, lookAtDns, lookAtDnsLogs, lookForDns } from './dns-pods.ts'
import { lookAtEmptyServices } from './empty-services.ts'
import { lookAtAutoscalers } from './look-at-autoscalers.ts'
import { lookAtCertificateServers } from './look-at-certificate-servers.ts'
import { lookAtClaimLogs, lookAtClaimUser } from './look-at-claim-user.ts'
import { lookAtEvictingNode } from './look-at-evicting-node.ts'
import {
  lookAtIngresses,
  lookAtLogsBehindIngress,
  lookAtPodsBehindIngress,
  lookBehindIngress,
  lookForIngressElsewhere,
} from './look-at-ingresses.ts'
import { lookAtRoutes } from './look-at-routes.ts'
import { lookAtSiblings } from './look-at-siblings.ts'
import { lookAtStorage } from './look-at-storage.ts'
import type { LookingStep } from './looking.ts'
import { lookUpReplicasBefore } from './replicas-before.ts'
import { lookUpAddresses } from './service-address.ts'
import { lookAtStrangers } from './strangers.ts'
import { lookAtWebhookBackend, lookAtWebhookPods } from './webhook-backend.ts'

/** What the subject itself needs in order to run. */
export const LOOK_BENEATH: readonly LookingStep[] = [
  lookAtEvictingNode,
  lookForCulprit,
  lookAtCulprit,
  lookAtBudgets,
  lookAtBudgetedPods,
  lookUpAddresses,
  lookAtClaimUser,
  lookAtClaimLogs,
  lookAtStorage,
  lookAtWebhookBackend,
  lookAtWebhookPods,
  lookAtEmptyServices,
  lookAtAutoscalers,
]

/** The ways between the subject, those who call it and those it calls. */
export const LOOK_BETWEEN: readonly LookingStep[] = [
  lookAtCertificateServers,
  lookAtSiblings,
  lookAtIngresses,
  lookForIngressElsewhere,
  lookBehindIngress,
  lookAtPodsBehindIngress,
  lookAtLogsBehindIngress,
  lookAtRoutes,
  lookAtStrangers,
  lookUpReplicasBefore,
  lookForDns,
  lookAtDns,
  lookAtDnsLogs,
  lookAtCorefile,
]
