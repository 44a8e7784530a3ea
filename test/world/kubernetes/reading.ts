/** get, list and watch. */
import { jsonAnswer, type WireAnswer, type WireRequest, type WireStream } from '../wire/exchange.ts'
import type { ApiRequest } from './api-request.ts'
import { readFieldSelector } from './field-selector.ts'
import type { Json, KubeObject } from './kube-object.ts'
import { readLabelSelector } from './label-selector.ts'
import type { Change, ObjectStore } from './object-store.ts'
import { badRequest, notAcceptable, notFound, Refusal } from './refusal.ts'
import { apiVersionOf, type Resource } from './resources.ts'

type Asked = ApiRequest & { resource: Resource }

export function getObject(store: ObjectStore, { resource, namespace, name = '' }: Asked): KubeObject {
  const found = store.find(resource.kind, namespace, name)
  if (found === undefined) throw notFound(resource, name)
  return found
}

export function answerGet(store: ObjectStore, asked: Asked, { headers }: WireRequest): WireAnswer {
  const object = getObject(store, asked)
  const form = wantedForm(headers.accept)
  if (form === 'Table') return jsonAnswer(200, tableOf({}, [object]))
  return jsonAnswer(200, form === 'PartialObjectMetadata' ? metadataOnly(object) : object)
}

export function answerList(store: ObjectStore, asked: Asked, { url, headers }: WireRequest): WireAnswer {
  const selected = selectObjects(store, asked, url.searchParams)
  const { page, metadata } = cutPage(selected, url.searchParams, store.version)
  const form = wantedForm(headers.accept)
  if (form === 'Table') return jsonAnswer(200, tableOf(metadata, page))
  if (form === 'PartialObjectMetadata')
    return jsonAnswer(200, listOf('PartialObjectMetadata', META_V1, metadata, page.map(metadataOnly)))
  const { kind } = asked.resource
  // The items of a list do not repeat what the list says of them all.
  const items = page.map(({ kind: _kind, apiVersion: _version, ...rest }) => rest)
  return jsonAnswer(200, listOf(kind, apiVersionOf(asked.resource), metadata, items))
}

function listOf(kind: string, apiVersion: string, metadata: object, items: unknown[]): Record<string, unknown> {
  return { kind: `${kind}List`, apiVersion, metadata, items }
}

export function selectObjects(
  store: ObjectStore,
  { resource, namespace }: Asked,
  query: URLSearchParams,
): KubeObject[] {
  return store.ofKind(resource.kind, namespace).filter(readSelectors(resource, query))
}

function readSelectors(resource: Resource, query: URLSearchParams): (object: KubeObject) => boolean {
  const labels = readLabelSelector(query.get('labelSelector') ?? '')
  const fields = readFieldSelector(resource, query.get('fieldSelector') ?? '')
  return (object) => labels(object.metadata.labels ?? {}) && fields(object)
}

type Continuation = { v: string; rv: number; start: string }

function cutPage(objects: KubeObject[], query: URLSearchParams, version: number) {
  const after = readContinuation(query.get('continue'))
  const rest = after === undefined ? objects : objects.filter((object) => pageKey(object) > after.start)
  const limit = Number(query.get('limit') ?? 0)
  const resourceVersion = String(after?.rv ?? version)
  if (limit <= 0 || rest.length <= limit) return { page: rest, metadata: { resourceVersion } }
  const page = rest.slice(0, limit)
  const start = pageKey(page.at(-1) as KubeObject)
  const token = { v: 'meta.k8s.io/v1', rv: Number(resourceVersion), start }
  // With a selector the server does not know how many are left, and says nothing.
  const remains = hasSelector(query) ? {} : { remainingItemCount: rest.length - limit }
  return { page, metadata: { resourceVersion, continue: encode(token), ...remains } }
}

function hasSelector(query: URLSearchParams): boolean {
  return Boolean(query.get('labelSelector') || query.get('fieldSelector'))
}

function pageKey({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}\u0000`
}

function encode(token: Continuation): string {
  return Buffer.from(JSON.stringify(token)).toString('base64url')
}

function readContinuation(text: string | null): Continuation | undefined {
  if (text === null || text === '') return undefined
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw badRequest('continue key is not valid: illegal base64 data')
  }
}

const META_V1 = 'meta.k8s.io/v1'

type Form = 'whole' | 'Table' | 'PartialObjectMetadata'

/** The first of those asked for that the server has; of a form other than the object itself there is one version. */
function wantedForm(accept = '*/*'): Form {
  const forms = accept.split(',').map((one) => {
    const [, form] = /;\s*as=(Table|PartialObjectMetadata)(?:List)?\s*(?:;|$)/.exec(one) ?? []
    if (form === undefined) return /;\s*as=/.test(one) ? undefined : 'whole'
    return /;\s*v=v1\s*(?:;|$)/.test(one) ? (form as Form) : undefined
  })
  const first = forms.find((form) => form !== undefined)
  if (first === undefined) throw notAcceptable()
  return first
}

function tableOf(metadata: object, objects: readonly KubeObject[]): Json {
  const columnDefinitions = [{ name: 'Name', type: 'string', format: 'name', description: '', priority: 0 }]
  const rows = objects.map((object) => ({ cells: [object.metadata.name], object: metadataOnly(object) }))
  return { kind: 'Table', apiVersion: META_V1, metadata, columnDefinitions, rows }
}

function metadataOnly({ metadata }: KubeObject): Json {
  return { kind: 'PartialObjectMetadata', apiVersion: META_V1, metadata }
}

/** Without a version: what is there now, then what happens. With one: what happened since. */
export function answerWatch(store: ObjectStore, asked: Asked, request: WireRequest): WireAnswer {
  const query = request.url.searchParams
  const isSelected = readSelectors(asked.resource, query)
  const matches = (object: KubeObject) =>
    object.kind === asked.resource.kind &&
    (asked.namespace ?? object.metadata.namespace) === object.metadata.namespace &&
    isSelected(object)
  const shape = wantedForm(request.headers.accept) !== 'whole' ? metadataOnly : (object: KubeObject) => object
  const since = Number(query.get('resourceVersion') ?? 0)
  const stream = (out: WireStream) => {
    const write = (type: string, object: Json) => out.write(`${JSON.stringify({ type, object })}\n`)
    const missed = since === 0 ? [] : store.since(since)
    if (missed === undefined) {
      write('ERROR', tooOld(since, store.version).status())
      out.end()
      return
    }
    const tell = (change: Change) => {
      const type = typeFor(change, matches)
      if (type !== undefined) write(type, shape(change.object))
    }
    if (since === 0)
      for (const object of store.ofKind(asked.resource.kind).filter(matches)) write('ADDED', shape(object))
    for (const change of missed) tell(change)
    out.onGone(store.onChange(tell))
    endInTime(out, Number(query.get('timeoutSeconds') ?? 0))
  }
  return { status: 200, contentType: 'application/json', stream }
}

/** An object that comes into a selection is added for its watcher, one that leaves it is deleted. */
function typeFor({ type, object, before }: Change, matches: (object: KubeObject) => boolean): string | undefined {
  const was = before !== undefined && matches(before)
  const is = type !== 'DELETED' && matches(object)
  if (is) return was ? 'MODIFIED' : 'ADDED'
  return was ? 'DELETED' : undefined
}

function tooOld(version: number, current: number): Refusal {
  return new Refusal(410, 'Expired', `too old resource version: ${version} (${current})`)
}

function endInTime(out: WireStream, seconds: number): void {
  if (seconds <= 0) return
  const timer = setTimeout(() => out.end(), seconds * 1000)
  out.onGone(() => clearTimeout(timer))
}
