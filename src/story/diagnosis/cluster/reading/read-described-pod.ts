/** What describe_pod shows of one pod and of everything it depends on. */
import type { Exhibit } from '../../evidence.ts'
import {
  eachOf,
  type Fields,
  number,
  type ReadBy,
  record,
  records,
  type Shown,
  text,
  texts,
  time,
  truth,
  words,
} from './loose-fields.ts'
import { type PodView, type RevisionView, readConditions, readPod, readRevisions } from './read-listed.ts'

export type DescribedPod = Omit<ReturnType<typeof readDescribedPod>, 'exhibit' | 'source'>

export function readDescribedPod(whole: Fields, exhibit: Exhibit) {
  const pod = record(whole.pod)
  const owners = eachOf(whole.owner_chain, readOwner)
  const [owner] = owners
  const seen: Shown<PodView> = { exhibit, source: pod, ...readPod(pod) }
  return {
    exhibit,
    source: whole,
    pod: owner ? { ...seen, owner: { kind: owner.kind, name: owner.name } } : seen,
    labels: texts(pod.labels),
    finalizers: words(pod.finalizers),
    startedAt: time(pod.startTime),
    serviceAccountName: text(pod.serviceAccountName) ?? 'default',
    containers: eachOf(pod.containers, readContainerSpec),
    initContainers: eachOf(pod.initContainers, readContainerSpec),
    /** From the nearest up to what a person wrote. */
    owners,
    revisions: readRevisions(whole.revisions),
    /** Undefined where there is one revision only, or none could be seen. */
    change: readChange(record(whole.what_changed)),
    /** Where the pod is not what its owner's template says. */
    rewritten: readDifferences(whole.differs_from_template),
    /** Where its set has another template by now: what a new pod in its place would have otherwise. */
    outdated: readDifferences(whole.newest_template_changes),
    references: eachOf(whole.references, readReference),
    services: eachOf(whole.services, readService),
    /** Other Services of the namespace that lead nowhere. */
    idleServices: eachOf(whole.other_services_without_ready_endpoints, readService),
    policies: records(whole.network_policies),
    claims: records(whole.claims),
    webhooks: eachOf(whole.webhooks, readWebhook),
    quotas: records(whole.quotas),
    limitRanges: records(whole.limit_ranges),
    /** An image may be pulled with a secret that only the account names. */
    imagePullSecrets: [pod, record(whole.service_account)].flatMap((one) =>
      records(one.imagePullSecrets).flatMap(({ name }) => text(name) ?? []),
    ),
    notSeen: records(whole.not_seen).flatMap(({ part }) => text(part) ?? []),
    /** The whole answer, for what has no field of its own here (affinity, nodeSelector, node, volumes …). */
    whole,
  }
}

function readOwner(source: Fields) {
  return {
    source,
    kind: text(source.kind) ?? '',
    name: text(source.name) ?? '',
    replicas: number(source.replicas),
    changeCause: text(source.change_cause),
    isSuspended: source.suspend === true,
    conditions: readConditions(record(source.status).conditions),
  }
}

/** The step to the newest revision of a Deployment, a StatefulSet or a DaemonSet. */
export type RevisionChange = {
  fromRevision: RevisionView['revision']
  toRevision: RevisionView['revision']
  /** The names of the ReplicaSets or ControllerRevisions. */
  fromName: string
  toName: string
  /** When the newest template was first rolled out. */
  createdAt: Date | undefined
  differences: readonly Difference[]
}

function readChange(change: Fields): RevisionChange | undefined {
  const toName = text(change.to_replicaset) ?? text(change.to_controllerrevision)
  if (toName === undefined) return undefined
  return {
    fromRevision: number(change.from_revision),
    toRevision: number(change.to_revision),
    fromName: text(change.from_replicaset) ?? text(change.from_controllerrevision) ?? '',
    toName,
    createdAt: time(change.replicaset_created_at) ?? time(change.controllerrevision_created_at),
    differences: readDifferences(change.differences),
  }
}

export type Difference = { field: string; from: unknown; to: unknown }

function readDifferences(value: unknown): readonly Difference[] {
  return eachOf(value, ({ field, from, to }) => ({ field: text(field) ?? '', from: from ?? null, to: to ?? null }))
}

export type ReferenceView = ReadBy<typeof readReference>

function readReference(source: Fields) {
  return {
    source,
    kind: source.kind === 'Secret' ? ('Secret' as const) : ('ConfigMap' as const),
    name: text(source.name) ?? '',
    usedBy: words(source.used_by),
    isOptional: source.optional === true,
    /** Undefined where it could not be seen. */
    exists: truth(source.exists),
    lastWrite: time(source.last_write),
    isWrittenAfterPodStart: source.written_after_pod_start === true,
    missingKeys: words(source.missing_keys),
  }
}

export type ServiceView = ReadBy<typeof readService>

export function readService(source: Fields) {
  const { ready, not_ready } = record(source.endpoints)
  const endpoints = { ready: number(ready) ?? 0, notReady: number(not_ready) ?? 0 }
  return {
    source,
    name: text(source.name) ?? '',
    type: text(source.type),
    selector: texts(source.selector),
    ports: eachOf(source.ports, ({ name, port, targetPort }) => ({
      name: text(name),
      port: number(port),
      targetPort: number(targetPort) ?? text(targetPort),
    })),
    endpoints: source.endpoints === undefined ? undefined : endpoints,
  }
}

export type WebhookView = ReadBy<typeof readWebhook>

function readWebhook(source: Fields) {
  const [kind = '', configuration = '', webhook = ''] = [source.kind, source.configuration, source.webhook].map(text)
  return { source, kind, configuration, webhook }
}

export type ContainerSpec = ReadBy<typeof readContainerSpec>

function readContainerSpec(source: Fields) {
  const resources = record(source.resources)
  return {
    source,
    name: text(source.name) ?? '',
    image: text(source.image),
    command: words(source.command),
    args: words(source.args),
    ports: records(source.ports).flatMap(({ containerPort, name }) =>
      typeof containerPort === 'number' ? [{ containerPort, name: text(name) }] : [],
    ),
    env: records(source.env),
    limits: texts(resources.limits),
    requests: texts(resources.requests),
    livenessProbe: readProbe(source.livenessProbe),
    readinessProbe: readProbe(source.readinessProbe),
    startupProbe: readProbe(source.startupProbe),
  }
}

export type ProbeView = NonNullable<ReturnType<typeof readProbe>>

/** What the API takes where a field is not given. */
const PROBE = { initialDelaySeconds: 0, periodSeconds: 10, timeoutSeconds: 1, failureThreshold: 3 }

function readProbe(value: unknown) {
  if (value === undefined) return undefined
  const source = record(value)
  const given = Object.keys(PROBE).flatMap((field) => {
    const held = number(source[field])
    return held === undefined ? [] : [[field, held]]
  })
  return { source, ...checkOf(source), ...PROBE, ...(Object.fromEntries(given) as Partial<typeof PROBE>) }
}

/** `httpGet /healthz on 8080`, `tcpSocket on 5432`, `exec pg_isready -U app`. */
function checkOf({ httpGet, tcpSocket, grpc, exec }: Fields): { check: string; port: string | number | undefined } {
  const { path, port: httpPort } = record(httpGet)
  const port = [httpPort, record(tcpSocket).port, record(grpc).port].find((one) => one !== undefined)
  const known = number(port) ?? text(port)
  if (httpGet !== undefined) return { check: `httpGet ${text(path) ?? '/'} on port ${known}`, port: known }
  if (exec !== undefined) return { check: `exec ${words(record(exec).command).join(' ')}`, port: undefined }
  return { check: `${grpc === undefined ? 'tcpSocket' : 'grpc'} on port ${known}`, port: known }
}
