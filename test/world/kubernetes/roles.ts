/** What an account may do by the roles bound to it, judged as the API server's RBAC does: what no rule gives is refused. */
import type { ApiRequest } from './api-request.ts'
import type { Json } from './kube-object.ts'

/** `namespace` is undefined where it holds in all of them. */
export type RoleRule = {
  apiGroups: string[]
  resources: string[]
  verbs: string[]
  role: string
  namespace: string | undefined
}

/** `objects` hold Roles, ClusterRoles and their bindings; others are passed over. */
export function rulesOf(objects: readonly Json[], subject: { name: string; namespace: string }): RoleRule[] {
  const bindings = objects.filter(({ kind, subjects = [] }) => /^(Cluster)?RoleBinding$/.test(kind) && names(subjects))
  return bindings.flatMap(({ kind, metadata, roleRef }) => {
    const namespace = kind === 'RoleBinding' ? metadata.namespace : undefined
    const role = objects.find(
      (one) =>
        one.kind === roleRef.kind &&
        one.metadata.name === roleRef.name &&
        (one.kind === 'ClusterRole' || one.metadata.namespace === namespace),
    )
    if (role === undefined) throw new Error(`${kind} ${metadata.name} names a ${roleRef.kind} that is not there.`)
    return (role.rules as RoleRule[]).map((rule) => ({ ...rule, role: roleRef.name, namespace }))
  })

  function names(subjects: Json[]): boolean {
    return subjects.some(
      ({ kind, name, namespace }) =>
        kind === 'ServiceAccount' && name === subject.name && namespace === subject.namespace,
    )
  }
}

export function rulesAllow(rules: readonly RoleRule[], request: ApiRequest): boolean {
  const { group, plural, subresource, verb, namespace } = request
  const resource = subresource === undefined ? plural : `${plural}/${subresource}`
  return rules.some(
    (rule) =>
      (rule.namespace === undefined || rule.namespace === namespace) &&
      rule.apiGroups.includes(group) &&
      rule.resources.includes(resource) &&
      rule.verbs.includes(verb),
  )
}
