/** Sends a read request through the Cluster port. There is no way from here to a write: the port's others are not called. */
import type { Cluster, ClusterObject, LogRequest } from '../../ports/cluster.ts'
import type { PluginResult } from '../plugin.ts'
import { eventLines } from './event-line.ts'
import type { ReadRequest } from './read-request.ts'
import { showBrief, showWhole } from './shown-object.ts'

/** No more than this can be asked of it. */
type Reading = { cluster: Pick<Cluster, 'get' | 'list' | 'logs' | 'podMetrics'>; signal: AbortSignal }

const OBJECTS_MAX = 100
const NAMES_MAX = 10
const LIMIT_BYTES = 128 * 1024

export function carryOut(request: ReadRequest, reading: Reading): Promise<PluginResult> {
  switch (request.verb) {
    case 'logs':
      return readLogs(request, reading)
    case 'top':
      return readTop(request, reading)
    case 'events':
      return readList(request, reading)
    case 'get':
    case 'describe':
      return request.names.length > 0 ? readNamed(request, reading) : readList(request, reading)
  }
}

async function readNamed(request: ReadRequest, { cluster, signal }: Reading): Promise<PluginResult> {
  const { kind, namespace, verb } = request
  const names = request.names.slice(0, NAMES_MAX)
  const found = await Promise.all(names.map((name) => cluster.get({ kind, ...within(namespace), name }, signal)))
  const missing = names.filter((_, at) => found[at] === undefined)
  const objects = found.filter((object) => object !== undefined)
  if (objects.length === 0)
    return {
      success: false,
      error: `There is no ${kind} ${missing.join(', ')}${namespace === undefined ? '' : ` in namespace ${namespace}`}.`,
    }
  const events = verb === 'describe' ? { events: await eventsOf(request, objects, { cluster, signal }) } : {}
  return { success: true, data: { objects: objects.map(showWhole), ...(missing.length > 0 && { missing }), ...events } }
}

async function eventsOf(
  { kind, namespace }: ReadRequest,
  objects: readonly ClusterObject[],
  { cluster, signal }: Reading,
) {
  const lists = objects.map(({ metadata: { name } }) =>
    cluster.list(
      { kind: 'Event', ...within(namespace), fieldSelector: `involvedObject.kind=${kind},involvedObject.name=${name}` },
      signal,
    ),
  )
  return eventLines((await Promise.all(lists)).flat(), OBJECTS_MAX)
}

async function readList(request: ReadRequest, { cluster, signal }: Reading): Promise<PluginResult> {
  const { kind, namespace, selector, fields, isWhole } = request
  const objects = await cluster.list(
    {
      kind,
      ...within(namespace),
      ...(selector !== undefined && { labelSelector: selector }),
      ...(fields !== undefined && { fieldSelector: fields }),
    },
    signal,
  )
  const shown = objects.slice(0, OBJECTS_MAX)
  return {
    success: true,
    data: {
      objects: kind === 'Event' ? eventLines(objects, OBJECTS_MAX) : shown.map(isWhole ? showWhole : showBrief),
      total: objects.length,
    },
    ...(objects.length === 0 && {
      message: `No ${kind} matches${namespace === undefined ? '' : ` in namespace ${namespace}, if it exists at all`}.`,
    }),
    ...(objects.length > OBJECTS_MAX && {
      message: `${OBJECTS_MAX} of ${objects.length}. Narrow with -n, -l or a name.`,
    }),
  }
}

async function readLogs(request: ReadRequest, { cluster, signal }: Reading): Promise<PluginResult> {
  const { namespace = 'default', names, container, isPrevious, tail, sinceSeconds } = request
  const [pod = ''] = names
  const { text, isCut } = await readNewest(
    cluster,
    {
      namespace,
      pod,
      ...(container !== undefined && { container }),
      previous: isPrevious,
      ...(sinceSeconds !== undefined && { sinceSeconds }),
      tailLines: tail,
      limitBytes: LIMIT_BYTES,
    },
    signal,
  )
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  return {
    success: true,
    data: { lines, count: lines.length, ...(isCut && { cut: true }) },
    ...(lines.length === 0 && { message: 'The log is empty.' }),
    ...(lines.length > 0 && isCut && { message: `The lines are long: only the newest ${lines.length} are shown.` }),
  }
}

const LOG_ATTEMPTS = 3

/** The server cuts at the newest end, where the cause stands; so where it cut, fewer lines are asked for again. */
async function readNewest(cluster: Reading['cluster'], request: LogRequest, signal: AbortSignal) {
  let { tailLines } = request
  for (let attempt = 1; ; attempt++) {
    const text = await cluster.logs({ ...request, tailLines }, signal)
    const isWhole = Buffer.byteLength(text) < LIMIT_BYTES
    if (isWhole || attempt === LOG_ATTEMPTS) return { text, isCut: attempt > 1 || !isWhole }
    tailLines = Math.max(1, Math.floor((text.split('\n').length - 1) / 2))
  }
}

async function readTop(
  { namespace, names, selector }: ReadRequest,
  { cluster, signal }: Reading,
): Promise<PluginResult> {
  const samples = await cluster.podMetrics(namespace, signal)
  const chosen = selector === undefined ? undefined : await namesWith(selector, namespace, { cluster, signal })
  const wanted = samples.filter(
    ({ metadata }) => (names.length === 0 || names.includes(metadata.name)) && (!chosen || chosen.has(keyOf(metadata))),
  )
  const shown = wanted.slice(0, OBJECTS_MAX).map(({ metadata, timestamp, containers }) => ({
    name: metadata.name,
    namespace: metadata.namespace,
    timestamp,
    containers,
  }))
  return {
    success: true,
    data: { pods: shown, total: wanted.length },
    ...(shown.length === 0 && { message: 'No sample; that is not the same as no use.' }),
  }
}

async function namesWith(selector: string, namespace: string | undefined, { cluster, signal }: Reading) {
  const pods = await cluster.list({ kind: 'Pod', ...within(namespace), labelSelector: selector }, signal)
  return new Set(pods.map(({ metadata }) => keyOf(metadata)))
}

function keyOf({ namespace, name }: ClusterObject['metadata']): string {
  return `${namespace}/${name}`
}

function within(namespace: string | undefined): { namespace?: string } {
  return namespace === undefined ? {} : { namespace }
}
