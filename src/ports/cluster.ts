/** What we ask of a container orchestrator. Objects are handed on as the API server gives them. */

export type ClusterKind =
  | 'Pod'
  | 'Node'
  | 'Namespace'
  | 'Event'
  | 'Service'
  | 'Endpoints'
  | 'ConfigMap'
  | 'Secret'
  | 'PersistentVolumeClaim'
  | 'PersistentVolume'
  | 'ResourceQuota'
  | 'LimitRange'
  | 'ServiceAccount'
  | 'Deployment'
  | 'ReplicaSet'
  | 'StatefulSet'
  | 'DaemonSet'
  | 'ControllerRevision'
  | 'Job'
  | 'CronJob'
  | 'HorizontalPodAutoscaler'
  | 'NetworkPolicy'
  | 'Ingress'
  | 'PodDisruptionBudget'
  | 'StorageClass'
  | 'MutatingWebhookConfiguration'
  | 'ValidatingWebhookConfiguration'

/**
 * As on the wire: `metadata`, `spec`, `status` and whatever else the kind has; times stay text. A Secret comes without its
 * values. An object out of a list comes without `metadata.managedFields`, which can outweigh all the rest.
 */
export type ClusterObject = {
  kind?: string
  metadata: { name: string; namespace?: string; uid?: string; resourceVersion?: string; [field: string]: unknown }
  [field: string]: unknown
}

export type ClusterName = { kind: ClusterKind; namespace?: string; name: string }
export type ClusterListing = {
  kind: ClusterKind
  namespace?: string
  labelSelector?: string
  fieldSelector?: string
  /** Where there are too many to hold: those to go on with, so that a later one finds its place. */
  keep?: (found: ClusterObject[]) => readonly ClusterObject[]
}
export type LogRequest = {
  namespace: string
  pod: string
  container?: string
  previous?: boolean
  sinceSeconds?: number
  tailLines: number
  /** The server counts from the oldest of these lines: where it bites, the newest ones are missing. */
  limitBytes: number
}

/**
 * The server's own answer, where it was not a success. 403 and 404 are told apart from a server that is away (status 0,
 * reason Unreachable or Timeout); whether a write that ended in status 0 was done is not known.
 */
export class ClusterRefusal extends Error {
  readonly status: number
  readonly reason: string

  constructor(status: number, reason: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ClusterRefusal'
    this.status = status
    this.reason = reason
  }
}

/** A write that went out and whose answer did not come: whether it was done is not known, and it may still arrive. */
export class LostAnswer extends ClusterRefusal {}

export type ClusterWrite = {
  /** The server checks and answers as if, and changes nothing. */
  isDryRun: boolean
  signal: AbortSignal
  /** Not sent after it: throws TooLate. */
  before?: { leftMs(): number }
}

/** The server is told to give a change up after this; whoever lost sight of one knows by then what became of it. */
export const CLUSTER_WRITE_SECONDS = 10

/** Looks, and knows no way to change. Throws NotConfigured without a cluster, and ClusterRefusal where the server refuses. */
export type Cluster = {
  /** Undefined where there is no such object. */
  get(name: ClusterName, signal: AbortSignal): Promise<ClusterObject | undefined>
  /** All of them or what `keep` keeps: without it, where there are too many, a refusal (status 413) asks to narrow. */
  list(listing: ClusterListing, signal: AbortSignal): Promise<ClusterObject[]>
  /** Empty for a pod that never ran. */
  logs(request: LogRequest, signal: AbortSignal): Promise<string>
  /** PodMetrics objects; a pod without a sample is absent. */
  podMetrics(namespace: string | undefined, signal: AbortSignal): Promise<ClusterObject[]>
}

/** Changes, and looks at what it changes right before, as the account that may act. Handed to nobody who only looks. */
export type ActingCluster = Cluster & {
  /** A merge patch. `metadata.resourceVersion` in the body guards it: 409 where the object moved. */
  patch(name: ClusterName, body: Record<string, unknown>, write: ClusterWrite): Promise<ClusterObject>
  scale(name: ClusterName, replicas: number, resourceVersion: string, write: ClusterWrite): Promise<ClusterObject>
  /** Deletes exactly the object with this uid: 409 where another took its name. */
  remove(name: ClusterName, uid: string, write: ClusterWrite): Promise<void>
}
