/** Services that select nobody, or somebody else. */
import type { Exhibit } from '../../evidence.ts'
import {
  describePods,
  findService,
  isListedWhole,
  isObjectName,
  type LookingStep,
  lookInto,
  readObject,
} from '../asking/looking.ts'
import type { ClusterScene, ContainerLog, ObjectKey, Shown } from '../cluster-scene.ts'
import { withoutOutsideText } from '../logs/log-clues.ts'
import { hasWaitingTrouble } from '../pods/workload-pods.ts'

/** Services that somebody asks in vain and says so: the API server of a webhook, an ingress controller, a proxy. */
export type EmptyService = ObjectKey & {
  /** As somebody put it. */
  said: string
  exhibit: Exhibit
  /** An event or a condition tells that a webhook refused for want of it. */
  isRefusing: boolean
  /** The pod that said so as an error of its own. */
  failing: ObjectKey | undefined
}

type ReportingLine = {
  text: string
  /** Without what a caller may have written into it. */
  words: string
  namespace: string | undefined
  exhibit: Exhibit
  isEvent: boolean
  failing: ObjectKey | undefined
}

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
  const reported = reportingLines(cluster).flatMap((one) => readEmptyService(one) ?? [])
  // Who fails over it says more than who warns.
  const all = [...reported.filter(isFailure), ...reported.filter((one) => !isFailure(one))]
  return [...new Map(all.reverse().map((one) => [`${one.namespace}/${one.name}`, one])).values()].reverse()
}

function isFailure({ isRefusing, failing }: EmptyService): boolean {
  return isRefusing || failing !== undefined
}

/** Conditions repeat what an event said, and outlive it. */
function reportingLines({ events, logs, deployments }: ClusterScene): ReportingLine[] {
  return [
    ...events.map(({ message, namespace, exhibit }) => ofEvent(message, namespace, exhibit)),
    ...deployments.flatMap(({ conditions, namespace, exhibit }) =>
      conditions.map(({ message = '' }) => ofEvent(message, namespace, exhibit)),
    ),
    ...logs.flatMap((log) => log.lines.flatMap(({ text }) => ofLog(text, log))),
  ]
}

function ofEvent(text: string, namespace: string | undefined, exhibit: Exhibit): ReportingLine {
  return { text, words: text, namespace, exhibit, isEvent: true, failing: undefined }
}

/** The first word for a level is the line's own. */
const LEVEL =
  /(?:^|[\s[|"'(=:])(?:(warn(?:ing)?|w\d{4})|(err(?:or)?|fatal|crit(?:ical)?|severe|panic|emerg|[ef]\d{4})|info|debug|trace|notice|i\d{4})(?=[\s\]|"'):]|$)/i

/** What is no warning is routine, whatever it speaks of. */
function ofLog(text: string, { namespace, name, exhibit }: Shown<ContainerLog>): ReportingLine[] {
  if (!/endpoint|webhook|subset/i.test(text)) return []
  const words = withoutOutsideText(text)
  const [, warning, error] = LEVEL.exec(words ?? '') ?? []
  if (words === undefined || (warning ?? error) === undefined) return []
  const failing = error === undefined ? undefined : { namespace, name }
  return [{ text, words, namespace, exhibit, isEvent: false, failing }]
}

function readEmptyService(line: ReportingLine): EmptyService | undefined {
  const { text: said, words: text, namespace: place, exhibit, isEvent, failing } = line
  const pair = WORDINGS.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  // Whose certificate is not accepted has answered.
  const webhook = /x509/.test(text) ? undefined : readWebhookFailure(text)
  const alone = ALONE.exec(text)?.[1]
  const namespace = pair?.[1] ?? webhook?.namespace ?? place
  const name = pair?.[2] ?? alone ?? webhook?.service
  const isRefusing = isEvent && webhook !== undefined
  return isObjectName(name) && isObjectName(namespace)
    ? { namespace, name, said, exhibit, isRefusing, failing }
    : undefined
}

const SERVICES_MAX = 1

/** As if the alert had been about that Service: its place, what happened there, and whom it selects. */
export const lookAtEmptyServices: LookingStep = ({ cluster }) =>
  emptyServices(cluster)
    .slice(0, SERVICES_MAX)
    .flatMap(({ namespace, name }) => [
      ...(isListedWhole(cluster, namespace) ? [] : lookInto(namespace)),
      findService({ namespace, name }),
    ])

const PODS_MAX = 1

// The Service behind an admission webhook that could not be asked, as the API server names it in its complaint.

export type WebhookBackend = { webhook: string; service: string | undefined; namespace: string | undefined }

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
    .flatMap(({ service, namespace = '' }) => [
      ...lookInto(namespace),
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
