/** Pods the API server refuses to create: a webhook that cannot be asked, a policy that says no, a limit they break. */

import type { ClusterScene, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { type RefusedCreation, refusedCreations, sayStanding } from '../../cluster/placement/refused-creations.ts'
import { workloadOf } from '../../cluster/pods/workload-pods.ts'
import { record, records } from '../../cluster/reading/loose-fields.ts'
import { readWebhookFailure, type WebhookBackend } from '../../cluster/routes/empty-services.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault, type ObjectName } from '../../finding.ts'
import { aside, CAUSED_BY_MISSING_PODS } from '../cluster-fault.ts'

type Refusal = { kind: string; why: string; suggestion: string }

export const admissionRefuses: Analyzer = ({ cluster }) =>
  (cluster ? refusedCreations(cluster) : []).flatMap((one) => {
    const found = cluster && findingOf(one, cluster)
    return found ? [one.isSubject ? found : aside(found)] : []
  })

function findingOf(refusal: RefusedCreation, cluster: ClusterScene): Finding | undefined {
  const backend = readWebhookFailure(refusal.message)
  const read = backend ? webhookDown(backend, refusal.message) : readRefusal(refusal.message)
  if (!read) return undefined
  const behind = backend ? backendFacts(backend, cluster) : []
  return fault({
    kind: read.kind,
    statement: `${sayStanding(refusal)}: ${read.why} The API server says: "${plain(refusal.message)}"${behind.length > 0 ? ` ${behind.map(({ text }) => text).join(' ')}` : ''}`,
    facts: behind,
    evidence: [refusal.evidence, behind.flatMap(({ evidence }) => evidence)],
    confidence: behind.length > 0 ? 0.9 : 0.8,
    subject: refusal.workload,
    restsOn: backend ? behindWebhook(backend, cluster) : [],
    since: refusal.since,
    explains: CAUSED_BY_MISSING_PODS,
    ...noAction(
      `What refuses the pods refuses every revision of them, so neither a restart nor a rollback of ${refusal.workload.name} would help.`,
    ),
    suggestions: [read.suggestion],
  })
}

function webhookDown({ webhook, service, namespace }: WebhookBackend, message: string): Refusal {
  const behind = service === undefined ? '' : ` (service ${namespace === undefined ? '' : `${namespace}/`}${service})`
  return {
    kind: 'admission_webhook_down',
    why: `admission webhook ${webhook}${behind} cannot be asked${sayFailure(message)}, and so no pod is admitted.`,
    suggestion: `Bring the webhook's backend${behind} back; until then its failurePolicy decides whether pods are admitted without it.`,
  }
}

const FAILURES: readonly (readonly [RegExp, string])[] = [
  [/connection refused/i, 'the connection is refused'],
  [/no endpoints available/i, 'its service has no endpoints'],
  [/x509/i, 'its certificate is not accepted (x509)'],
  [/deadline exceeded|timeout|timed out/i, 'it does not answer in time'],
  [/not found/i, 'its service is not found'],
]

function sayFailure(message: string): string {
  const found = FAILURES.find(([pattern]) => pattern.test(message))
  return found ? `: ${found[1]}` : ''
}

/** A quota is told elsewhere. */
function readRefusal(message: string): Refusal | undefined {
  const denied = /admission webhook "([^"]+)" denied the request/.exec(message)
  if (denied)
    return {
      kind: 'admission_denied',
      why: `admission webhook ${denied[1]} denies its pods.`,
      suggestion: 'Change the pod template to what the policy asks for, or ask its owners for an exception.',
    }
  const security = /violates PodSecurity "([^"]+)"/.exec(message)
  if (security)
    return {
      kind: 'pod_security',
      why: `its pods break the namespace's PodSecurity level ${security[1]}.`,
      suggestion:
        'Set the securityContext the message asks for, or move the workload to a namespace with another level.',
    }
  if (
    /(maximum|minimum) \S+ (usage|limit|request)[^\n]*per (Container|Pod|PersistentVolumeClaim)|limit to request ratio/i.test(
      message,
    )
  )
    return {
      kind: 'limit_range',
      why: 'its pods are outside the LimitRange of the namespace.',
      suggestion: 'Bring requests and limits within the LimitRange, or change the LimitRange.',
    }
  const account = /serviceaccount "([^"]+)" not found/i.exec(message)
  if (account)
    return {
      kind: 'service_account_missing',
      why: `its service account ${account[1]} does not exist.`,
      suggestion: `Create service account ${account[1]}, or correct its name in the pod template.`,
    }
  return /quota/.test(message) ? undefined : unnamed(message)
}

function unnamed(message: string): Refusal | undefined {
  if (!/forbidden|is invalid|denied|refused/i.test(message)) return undefined
  return {
    kind: 'creation_refused',
    why: 'the API server refuses to create its pods.',
    suggestion: 'Correct what the message names.',
  }
}

function plain(message: string): string {
  return message.replace(/^Error creating: /, '').slice(0, 400)
}

function troubledIn(namespace: string, { pods }: ClusterScene): Shown<PodView>[] {
  return pods.filter((pod) => pod.namespace === namespace && !pod.isReady && pod.phase !== 'Succeeded')
}

/** Its pods that are not well, and whose they are. */
function behindWebhook({ namespace }: WebhookBackend, cluster: ClusterScene): ObjectName[] {
  if (namespace === undefined) return []
  return troubledIn(namespace, cluster).flatMap((pod) => [
    { kind: 'Pod', namespace, name: pod.name },
    ...[workloadOf(cluster, pod)].flatMap((one) => one ?? []),
  ])
}

/** How the one that is asked fares itself. */
function backendFacts({ service, namespace }: WebhookBackend, cluster: ClusterScene): Finding['facts'] {
  if (service === undefined || namespace === undefined) return []
  const troubled = troubledIn(namespace, cluster)
  const endpoints = cluster.objects.find(
    (one) => one.kind === 'Endpoints' && one.name === service && one.namespace === namespace,
  )
  const isEmpty =
    endpoints && records(endpoints.whole.subsets).every((subset) => records(subset.addresses).length === 0)
  return [
    ...(endpoints && isEmpty
      ? [
          {
            text: `Service ${namespace}/${service} has no ready endpoints.`,
            evidence: [cite(endpoints.exhibit, JSON.stringify(record(endpoints.whole.metadata).name))],
          },
        ]
      : []),
    ...troubled.slice(0, 1).map((pod) => ({
      text: `Pod ${namespace}/${pod.name} is not ready: ${sayState(pod)}.`,
      evidence: [cite(pod.exhibit, JSON.stringify(pod.name))],
    })),
  ]
}

function sayState({ containers, phase, reason }: Shown<PodView>): string {
  const states = containers.flatMap(({ name, waiting, terminated, last, restartCount }) => {
    const why = waiting?.reason ?? terminated?.reason
    if (why === undefined) return []
    const before = last ? `, before that ${last.reason ?? 'it ended'} with exit code ${last.exitCode}` : ''
    return [`container ${name} ${why}${before}, ${restartCount} restarts`]
  })
  return states.join('; ') || (reason ?? phase)
}
