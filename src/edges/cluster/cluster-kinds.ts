/** Where each kind lives on the API server. A name is one segment of the path, whatever it holds. */
import { type ClusterKind, ClusterRefusal } from '../../ports/cluster.ts'

type Place = { api: string; plural: string; isNamespaced: boolean }

const CORE = '/api/v1'
const APPS = '/apis/apps/v1'
const BATCH = '/apis/batch/v1'
const NETWORKING = '/apis/networking.k8s.io/v1'
const ADMISSION = '/apis/admissionregistration.k8s.io/v1'

const PLACES: Readonly<Record<ClusterKind, Place>> = {
  Pod: { api: CORE, plural: 'pods', isNamespaced: true },
  Node: { api: CORE, plural: 'nodes', isNamespaced: false },
  Namespace: { api: CORE, plural: 'namespaces', isNamespaced: false },
  Event: { api: CORE, plural: 'events', isNamespaced: true },
  Service: { api: CORE, plural: 'services', isNamespaced: true },
  Endpoints: { api: CORE, plural: 'endpoints', isNamespaced: true },
  ConfigMap: { api: CORE, plural: 'configmaps', isNamespaced: true },
  Secret: { api: CORE, plural: 'secrets', isNamespaced: true },
  PersistentVolumeClaim: { api: CORE, plural: 'persistentvolumeclaims', isNamespaced: true },
  PersistentVolume: { api: CORE, plural: 'persistentvolumes', isNamespaced: false },
  ResourceQuota: { api: CORE, plural: 'resourcequotas', isNamespaced: true },
  LimitRange: { api: CORE, plural: 'limitranges', isNamespaced: true },
  ServiceAccount: { api: CORE, plural: 'serviceaccounts', isNamespaced: true },
  Deployment: { api: APPS, plural: 'deployments', isNamespaced: true },
  ReplicaSet: { api: APPS, plural: 'replicasets', isNamespaced: true },
  StatefulSet: { api: APPS, plural: 'statefulsets', isNamespaced: true },
  DaemonSet: { api: APPS, plural: 'daemonsets', isNamespaced: true },
  ControllerRevision: { api: APPS, plural: 'controllerrevisions', isNamespaced: true },
  Job: { api: BATCH, plural: 'jobs', isNamespaced: true },
  CronJob: { api: BATCH, plural: 'cronjobs', isNamespaced: true },
  HorizontalPodAutoscaler: { api: '/apis/autoscaling/v2', plural: 'horizontalpodautoscalers', isNamespaced: true },
  NetworkPolicy: { api: NETWORKING, plural: 'networkpolicies', isNamespaced: true },
  Ingress: { api: NETWORKING, plural: 'ingresses', isNamespaced: true },
  PodDisruptionBudget: { api: '/apis/policy/v1', plural: 'poddisruptionbudgets', isNamespaced: true },
  StorageClass: { api: '/apis/storage.k8s.io/v1', plural: 'storageclasses', isNamespaced: false },
  MutatingWebhookConfiguration: { api: ADMISSION, plural: 'mutatingwebhookconfigurations', isNamespaced: false },
  ValidatingWebhookConfiguration: { api: ADMISSION, plural: 'validatingwebhookconfigurations', isNamespaced: false },
}

const POD_METRICS: Place = { api: '/apis/metrics.k8s.io/v1beta1', plural: 'pods', isNamespaced: true }

export function pathOfObject({ kind, namespace, name }: { kind: ClusterKind; namespace?: string; name: string }) {
  const place = PLACES[kind]
  if (place.isNamespaced && namespace === undefined) throw refusedName('namespace', '')
  return `${collection(place, namespace)}/${segment('name', name)}`
}

export function pathOfList(kind: ClusterKind, namespace: string | undefined): string {
  return collection(PLACES[kind], namespace)
}

export function pathOfPodMetrics(namespace: string | undefined): string {
  return collection(POD_METRICS, namespace)
}

function collection({ api, plural, isNamespaced }: Place, namespace: string | undefined): string {
  if (!isNamespaced || namespace === undefined) return `${api}/${plural}`
  return `${api}/namespaces/${segment('namespace', namespace)}/${plural}`
}

/** `..` would climb to another path and an empty namespace would mean all of them, so neither is ever a name. */
function segment(what: string, text: string): string {
  if (text === '' || text === '.' || text === '..' || /[/%]/.test(text)) throw refusedName(what, text)
  return encodeURIComponent(text)
}

function refusedName(what: string, text: string): ClusterRefusal {
  return new ClusterRefusal(400, 'BadRequest', `${JSON.stringify(text)} cannot be the ${what} of an object.`)
}
