/** What surrounds containers, in the order in which it is worth asking for. Each step asks only where something points there. */

import { lookAtCulprit, lookForCulprit } from '../nodes/culprit-now.ts'
import { lookAtBudgetedPods, lookAtBudgets } from '../placement/budgets.ts'
import { lookUpReplicasBefore } from '../releases/replicas-before.ts'
import { lookAtCorefile, lookAtDns, lookAtDnsLogs, lookForDns } from '../routes/dns-pods.ts'
import { lookAtEmptyServices } from '../routes/empty-services.ts'
import { lookUpAddresses } from '../routes/service-address.ts'
import { lookAtStrangers } from '../routes/strangers.ts'
import { lookAtWebhookBackend, lookAtWebhookPods } from '../routes/webhook-backend.ts'
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
import { lookAtNamespace } from './look-at-namespace.ts'
import { lookAtRoutes } from './look-at-routes.ts'
import { lookAtSiblings } from './look-at-siblings.ts'
import { lookAtStorage } from './look-at-storage.ts'
import type { LookingStep } from './looking.ts'

/** What the subject itself needs in order to run. */
export const LOOK_BENEATH: readonly LookingStep[] = [
  lookAtNamespace,
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
