/** Who may do what: one account with a token, who may do everything that no denial names. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ApiRequest, Verb } from './api-request.ts'
import { groupOf, Refusal, unauthorized } from './refusal.ts'
import { qualifiedName } from './resources.ts'

/** Each part that is absent means any. A denial in one namespace also takes away the view over all of them. */
export type Denial = {
  verbs?: readonly Verb[]
  /** As in `Secret`, or as in `secrets` for one the simulator does not serve. */
  kinds?: readonly string[]
  groups?: readonly string[]
  namespaces?: readonly string[]
  /** As in `log` or `scale`; a denial without it covers the whole resource. */
  subresource?: string
}

/** What a service account that may only look is denied. */
export const ONLY_READING: Denial = { verbs: ['create', 'update', 'patch', 'delete', 'deletecollection'] }

export class Access {
  readonly token: string
  readonly user: string
  denials: Denial[]

  constructor({ token, user, denials }: { token: string; user: string; denials: readonly Denial[] }) {
    this.token = token
    this.user = user
    this.denials = [...denials]
  }

  authenticate(headers: IncomingHttpHeaders): void {
    if (headers.authorization !== `Bearer ${this.token}`) throw unauthorized()
  }

  authorize(request: ApiRequest): void {
    if (!this.allows(request)) throw this.#forbidden(request)
  }

  allows(request: ApiRequest): boolean {
    return !this.denials.some((denial) => covers(denial, request))
  }

  #forbidden({ verb, group, plural, namespace, name, subresource }: ApiRequest): Refusal {
    const subject = qualifiedName(plural, group) + (name === undefined ? '' : ` "${name}"`)
    const resource = subresource === undefined ? plural : `${plural}/${subresource}`
    const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
    const message = `${subject} is forbidden: User "${this.user}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`
    return new Refusal(403, 'Forbidden', message, { ...(name && { name }), ...groupOf(group), kind: plural })
  }
}

function covers({ verbs, kinds, groups, namespaces, subresource }: Denial, request: ApiRequest): boolean {
  const { verb, resource, plural, group, namespace } = request
  return (
    (verbs?.includes(verb) ?? true) &&
    (kinds === undefined || kinds.includes(plural) || (resource !== undefined && kinds.includes(resource.kind))) &&
    (groups?.includes(group) ?? true) &&
    (namespaces === undefined || namespace === undefined || namespaces.includes(namespace)) &&
    (subresource === undefined || subresource === request.subresource)
  )
}
