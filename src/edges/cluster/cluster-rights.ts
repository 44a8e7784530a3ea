/**
 * The rights each account needs, no more and no less. The roles in deploy/kubernetes give exactly these, and a test holds
 * both against what the plugins are heard to ask for.
 */
export type ClusterRight = { group: string; resource: string; verb: string }

const LOOK = ['get', 'list']

export const LOOKING_RIGHTS: readonly ClusterRight[] = [
  ...rights('', LOOK, [
    'configmaps',
    'endpoints',
    'events',
    'limitranges',
    'namespaces',
    'nodes',
    'persistentvolumeclaims',
    'persistentvolumes',
    'pods',
    'resourcequotas',
    'serviceaccounts',
    'services',
  ]),
  ...rights('', ['get'], ['pods/log']),
  ...rights('apps', LOOK, ['controllerrevisions', 'daemonsets', 'deployments', 'replicasets', 'statefulsets']),
  ...rights('batch', LOOK, ['cronjobs', 'jobs']),
  ...rights('autoscaling', LOOK, ['horizontalpodautoscalers']),
  ...rights('networking.k8s.io', LOOK, ['ingresses', 'networkpolicies']),
  ...rights('policy', LOOK, ['poddisruptionbudgets']),
  ...rights('storage.k8s.io', LOOK, ['storageclasses']),
  ...rights('admissionregistration.k8s.io', LOOK, ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations']),
  ...rights('metrics.k8s.io', ['list'], ['pods']),
]

/** In the namespaces where it may act. It reads what it changes right before, so that nothing moves in between. */
export const ACTING_RIGHTS: readonly ClusterRight[] = [
  ...rights('', ['delete', 'get', 'list'], ['pods']),
  ...rights('apps', ['get', 'patch'], ['deployments']),
  ...rights('apps', ['patch'], ['deployments/scale']),
  ...rights('apps', ['list'], ['replicasets']),
]

/** Nodes belong to no namespace, so cordon_node is a right of its own. */
export const NODE_RIGHTS: readonly ClusterRight[] = rights('', ['get', 'patch'], ['nodes'])

/** Of a Secret only the metadata is asked for, but the right cannot be narrowed to that: it is given apart, or not. */
export const SECRET_RIGHTS: readonly ClusterRight[] = rights('', LOOK, ['secrets'])

/** What no account of Firebreak should have. */
export const NEVER_NEEDED: readonly ClusterRight[] = [
  ...rights('', ['create'], ['pods/exec', 'pods/attach', 'pods/portforward', 'serviceaccounts/token']),
  ...rights('', ['get'], ['nodes/proxy', 'services/proxy', 'pods/proxy']),
  ...rights('', ['impersonate'], ['users', 'groups', 'serviceaccounts']),
  ...rights('rbac.authorization.k8s.io', ['create', 'escalate'], ['clusterroles', 'roles']),
]

function rights(group: string, verbs: readonly string[], resources: readonly string[]): ClusterRight[] {
  return resources.flatMap((resource) => verbs.map((verb) => ({ group, resource, verb })))
}
