/**
 * Who may do what: one account with a token, who may do everything that no denial names; beside it, where a test asks for
 * them, accounts that may do only what their roles say.
 */
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

/** Somebody with a token of his own. */
export type Account = { token: string; user: string; may(request: ApiRequest): boolean }

type Given = { token: string; user: string; denials: readonly Denial[]; accounts?: readonly Account[] }

export class Access {
  readonly token: string
  denials: Denial[]
  #accounts: readonly Account[]

  constructor({ token, user, denials, accounts = [] }: Given) {
    this.token = token
    this.denials = [...denials]
    this.#accounts = [{ token, user, may: (request) => this.#allows(request) }, ...accounts]
  }

  /** As when a token is exchanged: whoever still has the old one is nobody. */
  forget(token: string): void {
    this.#accounts = this.#accounts.filter((account) => account.token !== token)
  }

  authenticate(headers: IncomingHttpHeaders): Account {
    const account = this.#accounts.find(({ token }) => headers.authorization === `Bearer ${token}`)
    if (account === undefined) throw unauthorized()
    return account
  }

  authorize(request: ApiRequest, account: Account): void {
    if (!account.may(request)) throw this.#forbidden(request, account)
  }

  #allows(request: ApiRequest): boolean {
    return !this.denials.some((denial) => covers(denial, request))
  }

  #forbidden({ verb, group, plural, namespace, name, subresource }: ApiRequest, { user }: Account): Refusal {
    const subject = qualifiedName(plural, group) + (name === undefined ? '' : ` "${name}"`)
    const resource = subresource === undefined ? plural : `${plural}/${subresource}`
    const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
    const message = `${subject} is forbidden: User "${user}" cannot ${verb} resource "${resource}" in API group "${group}" ${where}`
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
