/** The kinds the simulator serves, as discovery tells them, with the fields a field selector may name. */
export type Resource = {
  group: string
  version: string
  plural: string
  kind: string
  isNamespaced: boolean
  shortNames: readonly string[]
  subresources: readonly string[]
  /** Beside metadata.name and metadata.namespace. */
  selectableFields: readonly string[]
  /** Whether the server counts changes of its spec in metadata.generation. */
  hasGeneration: boolean
}

const EVENT_FIELDS = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']
const POD_FIELDS = [
  'spec.nodeName',
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.serviceAccountName',
  'spec.hostNetwork',
  'status.phase',
  'status.podIP',
  'status.podIPs',
  'status.nominatedNodeName',
]

type Traits = Partial<Pick<Resource, 'shortNames' | 'subresources' | 'selectableFields' | 'hasGeneration'>>

const SERVED: Resource[] = [
  resource('v1', 'pods', 'Pod', {
    shortNames: ['po'],
    subresources: ['eviction', 'log', 'status'],
    selectableFields: POD_FIELDS,
    hasGeneration: true,
  }),
  resource('v1', 'events', 'Event', {
    shortNames: ['ev'],
    selectableFields: [
      ...EVENT_FIELDS.map((field) => `involvedObject.${field}`),
      'reason',
      'reportingComponent',
      'source',
      'type',
    ],
  }),
  resource('v1', 'services', 'Service', {
    shortNames: ['svc'],
    subresources: ['status'],
    selectableFields: ['spec.clusterIP', 'spec.type'],
  }),
  resource('v1', 'endpoints', 'Endpoints', { shortNames: ['ep'] }),
  resource('v1', 'configmaps', 'ConfigMap', { shortNames: ['cm'] }),
  resource('v1', 'secrets', 'Secret', { selectableFields: ['type'] }),
  resource('v1', 'serviceaccounts', 'ServiceAccount', { shortNames: ['sa'] }),
  resource('v1', 'persistentvolumeclaims', 'PersistentVolumeClaim', { shortNames: ['pvc'], subresources: ['status'] }),
  resource('v1', 'resourcequotas', 'ResourceQuota', { shortNames: ['quota'], subresources: ['status'] }),
  resource('v1', 'limitranges', 'LimitRange', { shortNames: ['limits'] }),
  clusterWide('v1', 'persistentvolumes', 'PersistentVolume', { shortNames: ['pv'], subresources: ['status'] }),
  clusterWide('v1', 'namespaces', 'Namespace', {
    shortNames: ['ns'],
    subresources: ['status'],
    selectableFields: ['status.phase'],
  }),
  clusterWide('v1', 'nodes', 'Node', {
    shortNames: ['no'],
    subresources: ['status'],
    selectableFields: ['spec.unschedulable'],
  }),
  workload('apps/v1', 'deployments', 'Deployment', 'deploy'),
  workload('apps/v1', 'replicasets', 'ReplicaSet', 'rs', ['status.replicas']),
  workload('apps/v1', 'statefulsets', 'StatefulSet', 'sts'),
  resource('apps/v1', 'daemonsets', 'DaemonSet', { shortNames: ['ds'], subresources: ['status'], hasGeneration: true }),
  resource('apps/v1', 'controllerrevisions', 'ControllerRevision'),
  resource('batch/v1', 'jobs', 'Job', {
    subresources: ['status'],
    selectableFields: ['status.successful'],
    hasGeneration: true,
  }),
  resource('batch/v1', 'cronjobs', 'CronJob', { shortNames: ['cj'], subresources: ['status'], hasGeneration: true }),
  resource('autoscaling/v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', {
    shortNames: ['hpa'],
    subresources: ['status'],
  }),
  resource('networking.k8s.io/v1', 'networkpolicies', 'NetworkPolicy', { shortNames: ['netpol'], hasGeneration: true }),
  resource('networking.k8s.io/v1', 'ingresses', 'Ingress', { shortNames: ['ing'], hasGeneration: true }),
  resource('policy/v1', 'poddisruptionbudgets', 'PodDisruptionBudget', { shortNames: ['pdb'], hasGeneration: true }),
  resource('discovery.k8s.io/v1', 'endpointslices', 'EndpointSlice'),
  clusterWide('storage.k8s.io/v1', 'storageclasses', 'StorageClass', { shortNames: ['sc'] }),
  clusterWide('admissionregistration.k8s.io/v1', 'mutatingwebhookconfigurations', 'MutatingWebhookConfiguration', {
    hasGeneration: true,
  }),
  clusterWide('admissionregistration.k8s.io/v1', 'validatingwebhookconfigurations', 'ValidatingWebhookConfiguration', {
    hasGeneration: true,
  }),
]

/** Those there always are, and those that objects brought along. */
export const RESOURCES: readonly Resource[] = SERVED

/** An object of a kind nobody told us of, as an operator's own kinds are: it is served as it is. */
export function resourceOfObject({ apiVersion, kind, metadata }: Brought): Resource {
  const known = RESOURCES.find((one) => one.kind === kind)
  if (known) return known
  const made = metadata.namespace === undefined ? clusterWide : resource
  const brought = made(apiVersion || 'v1', pluralOf(kind.toLowerCase()), kind, { hasGeneration: true })
  SERVED.push(brought)
  return brought
}

type Brought = { apiVersion: string; kind: string; metadata: { namespace?: string } }

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies')
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

export function findResource(group: string, version: string, plural: string): Resource | undefined {
  return RESOURCES.find((known) => known.group === group && known.version === version && known.plural === plural)
}

export function resourceOfKind(kind: string): Resource {
  const found = RESOURCES.find((known) => known.kind === kind)
  if (found === undefined)
    throw new Error(`The simulator serves no ${kind}. Add it to test/world/kubernetes/resources.ts.`)
  return found
}

/** `v1` and `apps/v1`, as in an object's apiVersion. */
export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}

/** As error messages name it: `pods`, `deployments.apps`. */
export function qualifiedName(plural: string, group: string): string {
  return group === '' ? plural : `${plural}.${group}`
}

function workload(
  apiVersion: string,
  plural: string,
  kind: string,
  shortName: string,
  fields: string[] = [],
): Resource {
  return resource(apiVersion, plural, kind, {
    shortNames: [shortName],
    subresources: ['scale', 'status'],
    selectableFields: fields,
    hasGeneration: true,
  })
}

function clusterWide(apiVersion: string, plural: string, kind: string, traits: Traits = {}): Resource {
  return { ...resource(apiVersion, plural, kind, traits), isNamespaced: false }
}

function resource(apiVersion: string, plural: string, kind: string, traits: Traits = {}): Resource {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const defaults = { shortNames: [], subresources: [], selectableFields: [], hasGeneration: false }
  return { group, version, plural, kind, isNamespaced: true, ...defaults, ...traits }
}
