/** Services that somebody asks in vain and says so: the API server of a webhook, an ingress controller, a proxy. */
import type { Exhibit } from '../evidence.ts'
import type { ClusterScene, ObjectKey } from './cluster-scene.ts'
import { isOrder } from './log-clues.ts'
import { call, isObjectName, type LookingStep, readObject } from './looking.ts'
import { readWebhookFailure } from './webhook-backend.ts'

export type EmptyService = ObjectKey & {
  /** As somebody put it. */
  said: string
  exhibit: Exhibit
}

type Told = { text: string; namespace: string | undefined; exhibit: Exhibit }

const NAME = '([a-z0-9][a-z0-9-]*)'
/** The namespace first where both are told. */
const WORDINGS: readonly RegExp[] = [
  new RegExp(`service "?${NAME}/${NAME}"? (?:does not have any active|has no(?: active| ready)?) endpoint`, 'i'),
  new RegExp(
    `no (?:active |ready |available )?endpoints? (?:available |found )?for (?:service )?"?${NAME}/${NAME}"?`,
    'i',
  ),
  new RegExp(`subset not found for ${NAME}/${NAME}`, 'i'),
]
const ALONE = new RegExp(`no (?:active |ready )?endpoints? available for service "${NAME}"`, 'i')

/** Each once, in the first words about it. */
export function emptyServices(cluster: ClusterScene): EmptyService[] {
  const all = toldTexts(cluster).flatMap((told) => readEmptyService(told) ?? [])
  return [...new Map(all.reverse().map((one) => [`${one.namespace}/${one.name}`, one])).values()].reverse()
}

/** Conditions repeat what an event said, and outlive it. */
function toldTexts({ events, logs, deployments }: ClusterScene): Told[] {
  return [
    ...events.map(({ message, namespace, exhibit }) => ({ text: message, namespace, exhibit })),
    ...deployments.flatMap(({ conditions, namespace, exhibit }) =>
      conditions.map(({ message = '' }) => ({ text: message, namespace, exhibit })),
    ),
    ...logs.flatMap(({ lines, namespace, exhibit }) =>
      lines
        .filter(({ text }) => /endpoint|webhook|subset/i.test(text) && !isOrder(text))
        .map(({ text }) => ({ text, namespace, exhibit })),
    ),
  ]
}

function readEmptyService({ text, namespace: place, exhibit }: Told): EmptyService | undefined {
  const pair = WORDINGS.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  // Whose certificate is not accepted has answered.
  const webhook = /x509/.test(text) ? undefined : readWebhookFailure(text)
  const alone = ALONE.exec(text)?.[1]
  const namespace = pair?.[1] ?? webhook?.namespace ?? place
  const name = pair?.[2] ?? alone ?? webhook?.service
  return isObjectName(name) && isObjectName(namespace) ? { namespace, name, said: text, exhibit } : undefined
}

const SERVICES_MAX = 1

/** As if the alert had been about that Service: its place, what happened there, and whom it selects. */
export const lookAtEmptyServices: LookingStep = ({ cluster, isAside }) => {
  if (isAside) return []
  return emptyServices(cluster)
    .slice(0, SERVICES_MAX)
    .flatMap(({ namespace, name }) => [
      ...(cluster.listedWhole.some((one) => one === namespace || one === '*')
        ? []
        : [call('list_pods', { namespace }), call('get_events', { namespace })]),
      readObject(`get services -n ${namespace} --field-selector metadata.name=${name} -o yaml`),
    ])
}
