/** A path of the API taken apart: which verb on which resource, as the real server's request info. */
import type { WireRequest } from '../wire/exchange.ts'
import { findResource, type Resource } from './resources.ts'

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

export type ApiRequest = {
  verb: Verb
  group: string
  version: string
  plural: string
  namespace: string | undefined
  name: string | undefined
  subresource: string | undefined
  /** Undefined where nobody serves it. */
  resource: Resource | undefined
}

/** Undefined for paths that are no resource: discovery, the version, health. */
export function readApiRequest(request: WireRequest): ApiRequest | undefined {
  const [root, ...segments] = request.url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  if (root !== 'api' && root !== 'apis') return undefined
  const group = root === 'api' ? '' : (segments.shift() ?? '')
  const [version = '', ...path] = segments
  if (path.length === 0) return undefined
  const { namespace, rest } = splitNamespace(path)
  const [plural = '', name, subresource] = rest
  const resource = findResource(group, version, plural)
  return { verb: verbOf(request, name), group, version, plural, namespace, name, subresource, resource }
}

/** `namespaces/x` is the namespace itself, `namespaces/x/pods` is what stands in it. */
function splitNamespace(path: string[]): { namespace: string | undefined; rest: string[] } {
  const [first, namespace, third] = path
  if (first !== 'namespaces' || third === undefined || third === 'status' || third === 'finalize')
    return { namespace: undefined, rest: path }
  return { namespace, rest: path.slice(2) }
}

function verbOf({ method, url }: WireRequest, name: string | undefined): Verb {
  if (method === 'POST') return 'create'
  if (method === 'PUT') return 'update'
  if (method === 'PATCH') return 'patch'
  if (method === 'DELETE') return name === undefined ? 'deletecollection' : 'delete'
  if (name !== undefined) return 'get'
  return isTrue(url.searchParams.get('watch')) ? 'watch' : 'list'
}

export function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1'
}
