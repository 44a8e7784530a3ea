/** The Service behind an admission webhook that could not be asked, as the API server names it in its complaint. */

import { call, describePods, isObjectName, type LookingStep, readObject } from '../asking/looking.ts'
import type { ClusterScene } from '../cluster-scene.ts'
import { hasWaitingTrouble } from '../pods/workload-pods.ts'

export type WebhookBackend = { webhook: string; service: string | undefined; namespace: string | undefined }

const PODS_MAX = 1

export function readWebhookFailure(message: string): WebhookBackend | undefined {
  const webhook = /failed calling webhook "([^"]+)"/.exec(message)?.[1]
  if (webhook === undefined) return undefined
  const [, service, namespace] =
    /https:\/\/([a-z0-9-]+)\.([a-z0-9-]+)\.svc\b/.exec(message) ?? /service "([a-z0-9-]+)"/.exec(message) ?? []
  return { webhook, service, namespace }
}

/** Where the webhook lives is looked at like a dependency: who refuses everybody else is the one that is ill. */
export const lookAtWebhookBackend: LookingStep = ({ cluster }) =>
  backendsOf(cluster)
    .slice(0, 1)
    .flatMap(({ service, namespace }) => [
      call('list_pods', { namespace }),
      call('get_events', { namespace }),
      readObject(`get endpoints ${service} -n ${namespace} -o yaml`),
    ])

/** Its pods that cannot run, closely. */
export const lookAtWebhookPods: LookingStep = ({ cluster }) => {
  const places = backendsOf(cluster).map(({ namespace }) => namespace)
  const unwell = cluster.pods.filter((pod) => places.includes(pod.namespace) && hasWaitingTrouble(pod))
  return describePods(cluster, unwell.slice(0, PODS_MAX))
}

function backendsOf({ events }: ClusterScene) {
  return events
    .filter(({ reason }) => reason === 'FailedCreate')
    .flatMap(({ message }) => readWebhookFailure(message) ?? [])
    .filter(({ service, namespace }) => isObjectName(service) && isObjectName(namespace))
}
