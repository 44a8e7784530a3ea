/**
 * The cluster as far as the alert concerns it, read out of what the plugins showed. A field is undefined where it was not
 * shown; an empty list means that there is none, or that nobody could see it (`notSeen` tells the difference).
 */
import type { Exhibit } from '../evidence.ts'
import type { WorkloadKind } from '../label-names.ts'

export type Fields = Readonly<Record<string, unknown>>

/** The data of an answer as it stands, and the exhibit it came in. */
export type Seen<Thing> = { exhibit: Exhibit; thing: Thing }

/** A thing, the exhibit it was seen in, and the very JSON it was read from, which can be quoted. */
export type Shown<Thing> = Thing & { readonly exhibit: Exhibit; readonly source: Fields }

export type ObjectKey = { namespace: string; name: string }
export type WorkloadName = ObjectKey & { kind: WorkloadKind }

export type ConditionView = {
  type: string
  status: string
  reason: string | undefined
  message: string | undefined
  since: Date | undefined
}

/** How a container ended. */
export type EndView = {
  reason: string | undefined
  exitCode: number
  startedAt: Date | undefined
  finishedAt: Date | undefined
  message: string | undefined
  source: Fields
}

export type ContainerView = {
  name: string
  isReady: boolean
  restartCount: number
  image: string | undefined
  waiting: { reason: string | undefined; message: string | undefined; source: Fields } | undefined
  running: { startedAt: Date | undefined; source: Fields } | undefined
  /** Of the life it is in now. */
  terminated: EndView | undefined
  /** Of the life before. */
  last: EndView | undefined
}

export type PodView = ObjectKey & {
  phase: string
  isReady: boolean
  restartCount: number
  owner: { kind: string; name: string } | undefined
  templateHash: string | undefined
  /** The mark a StatefulSet or DaemonSet puts on its pods for the template they were made from. */
  revisionHash?: string
  /** By container, where pods of one template run different images under one name. */
  digests?: Readonly<Record<string, string>>
  nodeName: string | undefined
  podIP: string | undefined
  createdAt: Date | undefined
  /** Set where it is being deleted. */
  deletedAt: Date | undefined
  reason: string | undefined
  message: string | undefined
  /** Those not met; of a pod that was described, all. */
  conditions: readonly ConditionView[]
  /** Shown only of pods in trouble, and of those that were described. */
  initContainers: readonly ContainerView[]
  containers: readonly ContainerView[]
}

export type RevisionView = {
  /** Of the ReplicaSet or ControllerRevision. */
  name: string
  /** Its name where nobody numbered it. */
  revision: number | string | undefined
  replicas: number
  readyReplicas: number
  createdAt: Date | undefined
  conditions: readonly ConditionView[]
}

export type DeploymentView = ObjectKey & {
  createdAt: Date | undefined
  revision: number | undefined
  replicas: number
  readyReplicas: number
  updatedReplicas: number
  availableReplicas: number
  unavailableReplicas: number
  isPaused: boolean
  /** Who makes it, where something does. */
  controller?: string | undefined
  /** Annotations and labels, shown where it is at zero or paused, or is to be left alone: by these people say what is meant. */
  marks?: Readonly<Record<string, string>>
  images: readonly string[]
  /** Of its template: a Service that asks for these means it. */
  podLabels: Readonly<Record<string, string>>
  conditions: readonly ConditionView[]
  /** Newest first: the two newest and older ones that still have pods. */
  revisions: readonly RevisionView[]
}

/** A StatefulSet or a DaemonSet. */
export type SetView = ObjectKey & {
  /** Shown where it is to be left alone. */
  marks?: Readonly<Record<string, string>>
  replicas: number
  readyReplicas: number
  updatedReplicas: number
  images: readonly string[]
  podLabels: Readonly<Record<string, string>>
  conditions: readonly ConditionView[]
  /** `OnDelete`: a changed template reaches a pod only when somebody deletes it. */
  strategy: string
  /** Pods of a StatefulSet with a lower number keep the template they have. */
  partition: number
  /** A StatefulSet that makes its pods one after the other, each when the one before is ready. */
  isInOrder: boolean
  /** Of a StatefulSet: the ControllerRevision its pods are to have. */
  updateRevision: string | undefined
  /** Newest first; none where they were not shown. */
  revisions: readonly RevisionView[]
}

export type JobView = ObjectKey & {
  owner: { kind: string; name: string } | undefined
  isSuspended: boolean
  backoffLimit: number | undefined
  /** After so long it is stopped, whatever it has done. */
  deadlineSeconds: number | undefined
  active: number
  succeeded: number
  failed: number
  startedAt: Date | undefined
  completedAt: Date | undefined
  conditions: readonly ConditionView[]
}

export type CronJobView = ObjectKey & {
  schedule: string
  isSuspended: boolean
  active: number
  lastScheduledAt: Date | undefined
  lastSucceededAt: Date | undefined
}

export type AutoscalerView = ObjectKey & {
  /** `Deployment/checkout`. */
  target: string
  minReplicas: number
  maxReplicas: number
  currentReplicas: number
  desiredReplicas: number
  conditions: readonly ConditionView[]
}

export type NodeView = {
  name: string
  address: string | undefined
  isReady: boolean
  isUnschedulable: boolean
  taints: readonly { key: string; value: string; effect: string }[]
  /** Ready always; others where they are not as they should be. */
  conditions: readonly ConditionView[]
  allocatable: Readonly<Record<string, string>>
  requested: Readonly<Record<string, string>>
  labels: Readonly<Record<string, string>>
}

export type EventView = {
  /** The last time it was seen. */
  at: Date | undefined
  firstAt: Date | undefined
  isWarning: boolean
  reason: string
  kind: string
  name: string
  namespace: string | undefined
  /** `spec.containers{web}`. */
  fieldPath: string | undefined
  message: string
  count: number
}

export type LogLine = { text: string; at: Date | undefined }

export type ContainerLog = ObjectKey & {
  container: string | undefined
  isPrevious: boolean
  lines: readonly LogLine[]
}

export type Amount = {
  used: string
  request: string | undefined
  limit: string | undefined
  ofLimit: number | undefined
}

export type UsageView = ObjectKey & {
  containers: readonly { name: string; cpu: Amount | undefined; memory: Amount | undefined }[]
}

/** An object as `llm.orchestrator_action` shows it; `whole` is its JSON. */
export type PlainObject = { kind: string; namespace: string | undefined; name: string; whole: Fields }

/** Whom the alert is about, in names that a listing showed. */
export type Target = {
  /** Undefined where the alert names none and none was found. */
  namespace: string | undefined
  /** The named pod, where it is there. */
  pod: ObjectKey | undefined
  workloads: readonly WorkloadName[]
  /** Pods that cannot run and that nobody owns, where the alert names nobody. */
  unowned: readonly ObjectKey[]
  node: string | undefined
  /** Further nodes that other alerts of the notification name. */
  nodesBeside: readonly string[]
  /** True where the alert names the workload, its pod or its service; false where trouble was merely found nearby. */
  isNamed: boolean
  /** What the alert names and a complete look did not find. */
  absent: readonly { kind: string; namespace: string | undefined; name: string }[]
}

export type LeftOffPods = {
  namespace: string
  owner: PodView['owner']
  phase: string
  /** The scheduler's words, where it found no place. */
  message: string | undefined
  count: number
}

export type ClusterScene = {
  target: Target
  /** Of the subject's namespace and of its dependencies'; one entry a pod. */
  pods: readonly Shown<PodView>[]
  /** Of lists that were cut: pods beyond their end, by kind. */
  podsLeftOff: readonly LeftOffPods[]
  deployments: readonly Shown<DeploymentView>[]
  statefulSets: readonly Shown<SetView>[]
  daemonSets: readonly Shown<SetView>[]
  jobs: readonly Shown<JobView>[]
  cronJobs: readonly Shown<CronJobView>[]
  autoscalers: readonly Shown<AutoscalerView>[]
  nodes: readonly Shown<NodeView>[]
  /** Oldest first. */
  events: readonly Shown<EventView>[]
  /** Pods that were looked at closely. */
  described: readonly Shown<DescribedPod>[]
  /** Of those, the ones that only the facts around the alert led to; nothing ties them to it yet. */
  suspected?: readonly ObjectKey[]
  logs: readonly Shown<ContainerLog>[]
  usage: readonly Shown<UsageView>[]
  objects: readonly Shown<PlainObject>[]
  /** Namespaces that were listed whole, so that what is not in the list is not there. `*` for all. */
  listedWhole: readonly string[]
  exhibits: readonly Exhibit[]
}

export type Difference = { field: string; from: unknown; to: unknown }

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

export type OwnerView = {
  kind: string
  name: string
  createdAt: Date | undefined
  replicas: number | undefined
  revision: number | undefined
  changeCause: string | undefined
  isSuspended: boolean
  conditions: readonly ConditionView[]
  source: Fields
}

export type ReferenceView = {
  kind: 'ConfigMap' | 'Secret'
  name: string
  usedBy: readonly string[]
  isOptional: boolean
  /** Undefined where it could not be seen. */
  exists: boolean | undefined
  lastWrite: Date | undefined
  isWrittenAfterPodStart: boolean
  missingKeys: readonly string[]
  source: Fields
}

export type ServiceView = {
  name: string
  type: string | undefined
  selector: Readonly<Record<string, string>>
  ports: readonly { name: string | undefined; port: number | undefined; targetPort: string | number | undefined }[]
  endpoints: { ready: number; notReady: number } | undefined
  source: Fields
}

export type ProbeView = {
  /** `httpGet /healthz on 8080`, `tcpSocket on 5432`, `exec pg_isready -U app`. */
  check: string
  port: string | number | undefined
  initialDelaySeconds: number
  periodSeconds: number
  timeoutSeconds: number
  failureThreshold: number
  source: Fields
}

export type ContainerSpec = {
  name: string
  image: string | undefined
  command: readonly string[]
  args: readonly string[]
  ports: readonly { containerPort: number; name: string | undefined }[]
  env: readonly Fields[]
  limits: Readonly<Record<string, string>>
  requests: Readonly<Record<string, string>>
  livenessProbe: ProbeView | undefined
  readinessProbe: ProbeView | undefined
  startupProbe: ProbeView | undefined
  source: Fields
}

export type WebhookView = { kind: string; configuration: string; webhook: string; source: Fields }

export type DescribedPod = {
  pod: Shown<PodView>
  labels: Readonly<Record<string, string>>
  finalizers: readonly string[]
  startedAt: Date | undefined
  serviceAccountName: string
  containers: readonly ContainerSpec[]
  initContainers: readonly ContainerSpec[]
  /** From the nearest up to what a person wrote. */
  owners: readonly OwnerView[]
  revisions: readonly RevisionView[]
  /** Undefined where there is one revision only, or none could be seen. */
  change: RevisionChange | undefined
  /** Where the pod is not what its owner's template says. */
  rewritten: readonly Difference[]
  /** Where its set has another template by now: what a new pod in its place would have otherwise. */
  outdated: readonly Difference[]
  references: readonly ReferenceView[]
  services: readonly ServiceView[]
  /** Other Services of the namespace that lead nowhere. */
  idleServices: readonly ServiceView[]
  policies: readonly Fields[]
  claims: readonly Fields[]
  webhooks: readonly WebhookView[]
  quotas: readonly Fields[]
  limitRanges: readonly Fields[]
  imagePullSecrets: readonly string[]
  notSeen: readonly string[]
  /** The whole answer, for what has no field of its own here (affinity, nodeSelector, node, volumes …). */
  whole: Fields
}
