/** The only things an orchestrator command can become. There is no field for a server, a token, a file or another user. */
import type { ClusterKind } from '../../ports/cluster.ts'

export type Verb = 'get' | 'describe' | 'logs' | 'top' | 'events'

export type ReadRequest = {
  verb: Verb
  kind: ClusterKind
  /** Empty for all of them. */
  names: readonly string[]
  /** Undefined for all namespaces, and for kinds that have none. */
  namespace?: string
  selector?: string
  fields?: string
  container?: string
  isPrevious: boolean
  tail: number
  sinceSeconds?: number
  /** Whole objects instead of an overview. */
  isWhole: boolean
}

const ALIASES: Readonly<Record<ClusterKind, readonly string[]>> = {
  Pod: ['pod', 'pods', 'po'],
  Node: ['node', 'nodes', 'no'],
  Namespace: ['namespace', 'namespaces', 'ns'],
  Event: ['event', 'events', 'ev'],
  Service: ['service', 'services', 'svc'],
  Endpoints: ['endpoints', 'endpoint', 'ep'],
  ConfigMap: ['configmap', 'configmaps', 'cm'],
  Secret: ['secret', 'secrets'],
  PersistentVolumeClaim: ['persistentvolumeclaim', 'persistentvolumeclaims', 'pvc'],
  PersistentVolume: ['persistentvolume', 'persistentvolumes', 'pv'],
  ResourceQuota: ['resourcequota', 'resourcequotas', 'quota'],
  LimitRange: ['limitrange', 'limitranges', 'limits'],
  ServiceAccount: ['serviceaccount', 'serviceaccounts', 'sa'],
  Deployment: ['deployment', 'deployments', 'deploy'],
  ReplicaSet: ['replicaset', 'replicasets', 'rs'],
  StatefulSet: ['statefulset', 'statefulsets', 'sts'],
  DaemonSet: ['daemonset', 'daemonsets', 'ds'],
  ControllerRevision: ['controllerrevision', 'controllerrevisions'],
  Job: ['job', 'jobs'],
  CronJob: ['cronjob', 'cronjobs', 'cj'],
  HorizontalPodAutoscaler: ['horizontalpodautoscaler', 'horizontalpodautoscalers', 'hpa'],
  NetworkPolicy: ['networkpolicy', 'networkpolicies', 'netpol'],
  Ingress: ['ingress', 'ingresses', 'ing'],
  PodDisruptionBudget: ['poddisruptionbudget', 'poddisruptionbudgets', 'pdb'],
  StorageClass: ['storageclass', 'storageclasses', 'sc'],
  MutatingWebhookConfiguration: ['mutatingwebhookconfiguration', 'mutatingwebhookconfigurations'],
  ValidatingWebhookConfiguration: ['validatingwebhookconfiguration', 'validatingwebhookconfigurations'],
}

const WITHOUT_NAMESPACE: readonly ClusterKind[] = [
  'Node',
  'Namespace',
  'PersistentVolume',
  'StorageClass',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
]

const KIND_BY_WORD = new Map(
  Object.entries(ALIASES).flatMap(([kind, words]) => words.map((word) => [word, kind as ClusterKind] as const)),
)

/** `deployments.apps` and `Deployment` are both understood. */
export function readKind(word: string): ClusterKind | undefined {
  const [plain = ''] = word.toLowerCase().split('.')
  return KIND_BY_WORD.get(plain)
}

export function hasNamespace(kind: ClusterKind): boolean {
  return !WITHOUT_NAMESPACE.includes(kind)
}

export function kindWords(): string[] {
  return Object.values(ALIASES).flatMap(([word]) => word ?? [])
}
