/** What describe_pod shows of one pod and of everything it depends on. */
import type { Exhibit } from '../../evidence.ts'
import type {
  ContainerSpec,
  DescribedPod,
  Difference,
  Fields,
  OwnerView,
  PodView,
  ProbeView,
  ReferenceView,
  RevisionChange,
  ServiceView,
  Shown,
} from '../cluster-scene.ts'
import { number, record, records, text, texts, time, words } from './loose-fields.ts'
import { readConditions, readPod } from './read-pod.ts'
import { readRevisions } from './read-workload.ts'

export function readDescribedPod(whole: Fields, exhibit: Exhibit): Shown<DescribedPod> {
  const pod = record(whole.pod)
  const owners = records(whole.owner_chain).map(readOwner)
  return {
    exhibit,
    source: whole,
    pod: ownedBy(owners[0], readPod(pod, exhibit)),
    labels: texts(pod.labels),
    finalizers: words(pod.finalizers),
    startedAt: time(pod.startTime),
    serviceAccountName: text(pod.serviceAccountName) ?? 'default',
    containers: records(pod.containers).map(readContainerSpec),
    initContainers: records(pod.initContainers).map(readContainerSpec),
    owners,
    revisions: readRevisions(whole.revisions),
    change: readChange(record(whole.what_changed)),
    rewritten: readDifferences(whole.differs_from_template),
    outdated: readDifferences(whole.newest_template_changes),
    references: records(whole.references).map(readReference),
    services: records(whole.services).map(readService),
    idleServices: records(whole.other_services_without_ready_endpoints).map(readService),
    policies: records(whole.network_policies),
    claims: records(whole.claims),
    webhooks: records(whole.webhooks).map(readWebhook),
    quotas: records(whole.quotas),
    limitRanges: records(whole.limit_ranges),
    imagePullSecrets: pullSecretsOf(pod, record(whole.service_account)),
    notSeen: records(whole.not_seen).flatMap(({ part }) => text(part) ?? []),
    whole,
  }
}

function ownedBy(owner: OwnerView | undefined, pod: Shown<PodView>): Shown<PodView> {
  return owner ? { ...pod, owner: { kind: owner.kind, name: owner.name } } : pod
}

function readOwner(source: Fields): OwnerView {
  return {
    source,
    kind: text(source.kind) ?? '',
    name: text(source.name) ?? '',
    createdAt: time(source.creationTimestamp),
    replicas: number(source.replicas),
    revision: number(source.revision),
    changeCause: text(source.change_cause),
    isSuspended: source.suspend === true,
    conditions: readConditions(record(source.status).conditions),
  }
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

function readDifferences(value: unknown): Difference[] {
  return records(value).map(({ field, from, to }) => ({ field: text(field) ?? '', from: from ?? null, to: to ?? null }))
}

function readReference(source: Fields): ReferenceView {
  return {
    source,
    kind: source.kind === 'Secret' ? 'Secret' : 'ConfigMap',
    name: text(source.name) ?? '',
    usedBy: words(source.used_by),
    isOptional: source.optional === true,
    exists: typeof source.exists === 'boolean' ? source.exists : undefined,
    lastWrite: time(source.last_write),
    isWrittenAfterPodStart: source.written_after_pod_start === true,
    missingKeys: words(source.missing_keys),
  }
}

export function readService(source: Fields): ServiceView {
  const endpoints = record(source.endpoints)
  return {
    source,
    name: text(source.name) ?? '',
    type: text(source.type),
    selector: texts(source.selector),
    ports: records(source.ports).map((one) => ({
      name: text(one.name),
      port: number(one.port),
      targetPort: number(one.targetPort) ?? text(one.targetPort),
    })),
    endpoints:
      source.endpoints === undefined
        ? undefined
        : { ready: number(endpoints.ready) ?? 0, notReady: number(endpoints.not_ready) ?? 0 },
  }
}

function readWebhook(source: Fields) {
  const { kind, configuration, webhook } = source
  return {
    source,
    kind: text(kind) ?? '',
    configuration: text(configuration) ?? '',
    webhook: text(webhook) ?? '',
  }
}

function readContainerSpec(source: Fields): ContainerSpec {
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

/** What the API takes where a field is not given. */
const PROBE = { initialDelaySeconds: 0, periodSeconds: 10, timeoutSeconds: 1, failureThreshold: 3 }

function readProbe(value: unknown): ProbeView | undefined {
  if (value === undefined) return undefined
  const source = record(value)
  const seconds = (field: keyof typeof PROBE) => number(source[field]) ?? PROBE[field]
  return {
    source,
    ...checkOf(source),
    initialDelaySeconds: seconds('initialDelaySeconds'),
    periodSeconds: seconds('periodSeconds'),
    timeoutSeconds: seconds('timeoutSeconds'),
    failureThreshold: seconds('failureThreshold'),
  }
}

function checkOf({ httpGet, tcpSocket, grpc, exec }: Fields): Pick<ProbeView, 'check' | 'port'> {
  const { path, port: httpPort } = record(httpGet)
  const port = [httpPort, record(tcpSocket).port, record(grpc).port].find((one) => one !== undefined)
  const known = number(port) ?? text(port)
  if (httpGet !== undefined) return { check: `httpGet ${text(path) ?? '/'} on port ${known}`, port: known }
  if (exec !== undefined) return { check: `exec ${words(record(exec).command).join(' ')}`, port: undefined }
  return { check: `${grpc === undefined ? 'tcpSocket' : 'grpc'} on port ${known}`, port: known }
}

/** An image may be pulled with a secret that only the account names. */
function pullSecretsOf(pod: Fields, account: Fields): string[] {
  const all = [...records(pod.imagePullSecrets), ...records(account.imagePullSecrets)]
  return all.flatMap(({ name }) => text(name) ?? [])
}
