/** create, update, patch and delete. A dry run answers as if and changes nothing. */
import { jsonAnswer, parsedBody, type WireAnswer, type WireRequest } from '../wire/exchange.ts'
import type { ApiRequest } from './api-request.ts'
import { answerEviction } from './eviction.ts'
import { isSameContent, type Json, type KubeObject } from './kube-object.ts'
import { apiTime, type ObjectStore } from './object-store.ts'
import { applyPatch } from './patch.ts'
import { getObject, selectObjects } from './reading.ts'
import { alreadyExists, badRequest, groupOf, invalidField, methodNotAllowed, preconditionFailed } from './refusal.ts'
import { apiVersionOf, type Resource } from './resources.ts'
import { isScalable, scaleOf, withScale } from './scale.ts'
import { checkContent, checkIdentity, checkTypes } from './validation.ts'

export type Write = { asked: ApiRequest & { resource: Resource }; request: WireRequest; isDryRun: boolean; now: Date }

/** The query says so; for a deletion with a body, the body alone: the server then reads nothing from the query. */
export function asksForDryRun(request: WireRequest): boolean {
  return dryRunsOf(request).length > 0
}

export function checkDryRun(request: WireRequest): void {
  const wrong = dryRunsOf(request).find((value) => value !== 'All')
  if (wrong === undefined) return
  const options: Record<string, string> = { DELETE: 'DeleteOptions', PATCH: 'PatchOptions', PUT: 'UpdateOptions' }
  const kind = options[request.method] ?? 'CreateOptions'
  const why = `Unsupported value: "${wrong}": supported values: "All"`
  throw invalidField({ kind, group: 'meta.k8s.io', name: '' }, 'dryRun', why)
}

function dryRunsOf(request: WireRequest): string[] {
  if (request.method !== 'DELETE' || request.body === '') return request.url.searchParams.getAll('dryRun')
  return (parsedBody(request) as { dryRun?: string[] } | undefined)?.dryRun ?? []
}

export function answerWrite(store: ObjectStore, write: Write): WireAnswer {
  switch (write.asked.verb) {
    case 'create':
      return write.asked.subresource === 'eviction' ? evict(store, write) : create(store, write)
    case 'update':
    case 'patch':
      return change(store, write)
    case 'delete':
      return remove(store, write)
    case 'deletecollection':
      return removeAll(store, write)
    default:
      throw methodNotAllowed(write.asked.resource)
  }
}

function create(store: ObjectStore, { asked, request, isDryRun }: Write): WireAnswer {
  const { resource, namespace } = asked
  const given = readBody(request.body)
  checkTypes(given)
  const { status: _status, ...content } = given
  const metadata = { ...given.metadata, ...(namespace && { namespace }) }
  delete metadata.uid
  delete metadata.resourceVersion
  const object = { ...content, kind: resource.kind, apiVersion: apiVersionOf(resource), metadata } as KubeObject
  if (store.find(resource.kind, namespace, metadata.name)) throw alreadyExists(resource, metadata.name)
  checkContent(resource, object, undefined)
  return jsonAnswer(201, isDryRun ? object : store.put(object))
}

function change(store: ObjectStore, { asked, request, isDryRun }: Write): WireAnswer {
  const { resource, subresource } = asked
  const current = getObject(store, asked)
  if (subresource !== undefined && !resource.subresources.includes(subresource)) throw methodNotAllowed(resource)
  const isScale = subresource === 'scale' && isScalable(current)
  const shown = isScale ? scaleOf(current) : current
  const wanted =
    request.method === 'PUT' ? readBody(request.body) : applyPatch(shown, request.headers['content-type'], request.body)
  checkTypes(wanted)
  checkIdentity(resource, wanted, current)
  const draft = isScale ? withScale(current, wanted) : assemble(resource, current, wanted, subresource)
  checkContent(resource, draft, current)
  const stored = isDryRun || isSameContent(draft, current) ? draft : store.put(draft)
  return jsonAnswer(200, isScale ? scaleOf(stored) : stored)
}

/** What the caller may not set stays as it is; a changed spec is a new generation. */
function assemble(
  resource: Resource,
  current: KubeObject,
  wanted: KubeObject,
  subresource: string | undefined,
): KubeObject {
  if (subresource === 'status') return { ...current, status: wanted.status }
  const { uid, creationTimestamp, generation, deletionTimestamp, resourceVersion } = current.metadata
  const kept = { uid, creationTimestamp, resourceVersion, ...(deletionTimestamp && { deletionTimestamp }) }
  const metadata = { ...wanted.metadata, ...kept, ...(generation !== undefined && { generation }) }
  const hasStatus = resource.subresources.includes('status')
  const draft: KubeObject = {
    ...wanted,
    metadata,
    ...(hasStatus && current.status !== undefined && { status: current.status }),
  }
  if (resource.hasGeneration && !isSameContent(draft.spec, current.spec))
    draft.metadata.generation = (generation ?? 0) + 1
  return draft
}

type DeleteOptions = { preconditions?: { uid?: string; resourceVersion?: string }; gracePeriodSeconds?: number }

function remove(store: ObjectStore, write: Write): WireAnswer {
  const { asked, request } = write
  const current = getObject(store, asked)
  const options: DeleteOptions = request.body === '' ? {} : readBody(request.body)
  checkPreconditions(asked.resource, current, options)
  const grace = graceOf(current, options, request)
  // What carries a finalizer is marked and stays until whoever set it has taken it away.
  const isHeld = (current.metadata.finalizers ?? []).length > 0
  if (grace > 0 || isHeld) return jsonAnswer(200, terminate(store, current, grace, write))
  if (!write.isDryRun) store.remove(current)
  return jsonAnswer(200, current.kind === 'Pod' ? current : deleted(asked.resource, current))
}

function evict(store: ObjectStore, write: Write): WireAnswer {
  return answerEviction(store, getObject(store, write.asked), () => remove(store, write))
}

function checkPreconditions(resource: Resource, { metadata }: KubeObject, { preconditions = {} }: DeleteOptions): void {
  const fail = (word: string, wanted: string, found: string) => {
    const why = `the ${word} in the precondition (${wanted}) does not match the ${word} in record (${found}). The object might have been `
    return preconditionFailed(
      resource,
      metadata.name,
      why + (word === 'UID' ? 'deleted and then recreated' : 'modified'),
    )
  }
  const { uid, resourceVersion } = preconditions
  if (uid !== undefined && uid !== metadata.uid) throw fail('UID', uid, metadata.uid)
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw fail('ResourceVersion', resourceVersion, metadata.resourceVersion)
}

/** Only a pod that sits on a node and has not ended is given time; its kubelet must confirm the end. */
function graceOf({ kind, spec, status }: KubeObject, options: DeleteOptions, { url }: WireRequest): number {
  if (kind !== 'Pod' || !spec.nodeName || status?.phase === 'Failed' || status?.phase === 'Succeeded') return 0
  const asked = options.gracePeriodSeconds ?? url.searchParams.get('gracePeriodSeconds')
  return Number(asked ?? spec.terminationGracePeriodSeconds ?? 30)
}

function terminate(store: ObjectStore, current: KubeObject, grace: number, { isDryRun, now }: Write): KubeObject {
  if (current.metadata.deletionTimestamp !== undefined) return current
  const draft = structuredClone(current)
  draft.metadata.deletionTimestamp = apiTime(new Date(now.getTime() + grace * 1000))
  draft.metadata.deletionGracePeriodSeconds = grace
  draft.metadata.generation = (current.metadata.generation ?? 1) + 1
  return isDryRun ? draft : store.put(draft)
}

function removeAll(store: ObjectStore, write: Write): WireAnswer {
  const { asked, request } = write
  const selected = selectObjects(store, asked, request.url.searchParams)
  for (const { metadata } of selected)
    remove(store, { ...write, asked: { ...asked, verb: 'delete', name: metadata.name, namespace: metadata.namespace } })
  const { kind } = asked.resource
  return jsonAnswer(200, {
    kind: `${kind}List`,
    apiVersion: apiVersionOf(asked.resource),
    metadata: { resourceVersion: String(store.version) },
    items: selected,
  })
}

function deleted({ plural, group }: Resource, { metadata: { name, uid } }: KubeObject): Json {
  const details = { name, ...groupOf(group), kind: plural, uid }
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
}

export function readBody(text: string): Json {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`the object provided is unrecognized (must be of type ${(error as Error).message})`)
  }
}
