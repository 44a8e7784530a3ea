/** The fields of API objects this family reads, named and nested as on the wire. All but the name may be absent. */
import type { ClusterObject } from '../../ports/cluster.ts'

export type Condition = {
  type: string
  status: string
  reason?: string
  message?: string
  lastTransitionTime?: string
  lastUpdateTime?: string
  lastProbeTime?: string | null
}

export type OwnerReference = { apiVersion: string; kind: string; name: string; uid: string; controller?: boolean }

export type ManagedFields = { manager?: string; operation?: string; time?: string; fieldsV1?: Record<string, unknown> }

export type Metadata = ClusterObject['metadata'] & {
  labels?: Record<string, string>
  annotations?: Record<string, string>
  creationTimestamp?: string
  deletionTimestamp?: string
  finalizers?: string[]
  generation?: number
  ownerReferences?: OwnerReference[]
  managedFields?: ManagedFields[]
}

type Resources = { requests?: Record<string, string>; limits?: Record<string, string> }

type EnvVar = {
  name: string
  value?: string
  valueFrom?: {
    configMapKeyRef?: { name: string; key: string; optional?: boolean }
    secretKeyRef?: { name: string; key: string; optional?: boolean }
    [source: string]: unknown
  }
}

type EnvFrom = {
  prefix?: string
  configMapRef?: { name: string; optional?: boolean }
  secretRef?: { name: string; optional?: boolean }
}

export type Container = {
  name: string
  image?: string
  resources?: Resources
  env?: EnvVar[]
  envFrom?: EnvFrom[]
  ports?: { containerPort: number; name?: string; protocol?: string }[]
  restartPolicy?: string
  [field: string]: unknown
}

export type Volume = {
  name: string
  configMap?: { name: string; optional?: boolean; items?: { key: string }[] }
  secret?: { secretName: string; optional?: boolean; items?: { key: string }[] }
  persistentVolumeClaim?: { claimName: string }
  projected?: {
    sources?: {
      configMap?: { name: string; optional?: boolean; items?: { key: string }[] }
      secret?: { name: string; optional?: boolean; items?: { key: string }[] }
    }[]
  }
  [source: string]: unknown
}

export type PodSpec = {
  containers: Container[]
  initContainers?: Container[]
  volumes?: Volume[]
  nodeName?: string
  serviceAccountName?: string
  imagePullSecrets?: { name: string }[]
  overhead?: Record<string, string>
  [field: string]: unknown
}

export type Terminated = {
  reason?: string
  exitCode: number
  signal?: number
  startedAt?: string
  finishedAt?: string
  message?: string
  containerID?: string
}

export type ContainerState = {
  waiting?: { reason?: string; message?: string }
  running?: { startedAt?: string }
  terminated?: Terminated
}

export type ContainerStatus = {
  name: string
  ready: boolean
  restartCount: number
  image?: string
  imageID?: string
  started?: boolean
  state?: ContainerState
  lastState?: ContainerState
}

export type Pod = ClusterObject & {
  metadata: Metadata
  spec: PodSpec
  status?: {
    phase?: string
    reason?: string
    message?: string
    podIP?: string
    startTime?: string
    qosClass?: string
    conditions?: Condition[]
    containerStatuses?: ContainerStatus[]
    initContainerStatuses?: ContainerStatus[]
  }
}

export type PodTemplate = { metadata?: Partial<Metadata>; spec: PodSpec }
export type LabelSelector = {
  matchLabels?: Record<string, string>
  matchExpressions?: { key: string; operator: string; values?: string[] }[]
}

/** Deployment, ReplicaSet, StatefulSet, DaemonSet, Job or CronJob: what they have in common, and what some have. */
export type Workload = ClusterObject & {
  metadata: Metadata
  spec: {
    replicas?: number
    selector?: LabelSelector
    template?: PodTemplate
    paused?: boolean
    [field: string]: unknown
  }
  status?: { conditions?: Condition[]; [field: string]: unknown }
}

/** What a StatefulSet or DaemonSet remembers of a template it had. */
export type ControllerRevision = ClusterObject & {
  metadata: Metadata
  revision?: number
  data?: { spec?: { template?: PodTemplate & { $patch?: string } } }
}

export type Autoscaler = ClusterObject & {
  metadata: Metadata
  spec: { scaleTargetRef: { kind: string; name: string }; minReplicas?: number; maxReplicas: number }
  status?: { currentReplicas?: number; desiredReplicas?: number; conditions?: Condition[] }
}

export type Node = ClusterObject & {
  metadata: Metadata
  spec?: { unschedulable?: boolean; taints?: { key: string; value?: string; effect: string }[] }
  status?: {
    conditions?: Condition[]
    allocatable?: Record<string, string>
    addresses?: { type: string; address: string }[]
    nodeInfo?: Record<string, string>
  }
}
