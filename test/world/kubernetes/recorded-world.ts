/** A world that would have led to the recorded answers: the objects in them, and those they only speak of. */
import type { ClusterOptions } from './cluster-simulator.ts'
import type { GivenObject, Json } from './kube-object.ts'
import type { LogLine, PodLog } from './pod-log.ts'
import { RESOURCES } from './resources.ts'

export type Recording = {
  name: string
  method: string
  path: string
  request?: unknown
  requestContentType?: string
  status: number
  contentType: string | null
  body: Json
}

const NAMESPACE = 'production'

export function recordedWorld(recordings: readonly Recording[]): ClusterOptions {
  const objects = uniqueObjects(recordings.flatMap(({ body }) => objectsIn(body)))
  return {
    objects: [...objects, ...unseenObjects(recordings, objects)],
    podLogs: recordings.flatMap(logIn),
    podMetrics: recordings.map(({ body }) => body).filter(({ kind }) => kind === 'PodMetrics'),
    denials: [
      { kinds: ['Secret'] },
      { verbs: ['delete'], kinds: ['Deployment'] },
      { groups: ['custom.metrics.k8s.io'] },
    ],
    pace: 'by hand',
  }
}

function objectsIn(body: Json): GivenObject[] {
  const isKnown = (kind: unknown) => RESOURCES.some((resource) => resource.kind === kind)
  if (isKnown(body.kind)) return [body]
  const kind = String(body.kind).replace(/List$/, '')
  return isKnown(kind) ? body.items.map((item: Json) => ({ kind, apiVersion: body.apiVersion, ...item })) : []
}

/** The first recorded state is the one before any dry run. */
function uniqueObjects(objects: GivenObject[]): GivenObject[] {
  return [...Map.groupBy(objects, ({ kind, metadata }) => `${kind}/${metadata.name}`).values()].flatMap(
    ([first]) => first ?? [],
  )
}

/** Objects that were there and never shown whole: a scale was read, a log refused, a page cut short. */
function unseenObjects(recordings: readonly Recording[], objects: GivenObject[]): GivenObject[] {
  const scale = recordings.find(({ name }) => name === 'scale, read')?.body
  const failed = objects.filter(({ status }) => status?.phase === 'Failed').at(-1)
  const containers = ['app', 'sidecar'].map((name) => ({ name, image: 'registry.example/shop/tool:1.0.0' }))
  return [
    deploymentBehind(scale),
    { ...pod('chatty'), spec: { containers, nodeName: 'node-a' } },
    { ...failed, ...pod(`${failed?.metadata.name}-and-one-more`) },
  ]
}

function pod(name: string): GivenObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: NAMESPACE } }
}

function deploymentBehind({ metadata, spec, status }: Json): GivenObject {
  const labels = { app: 'catalog' }
  const template = {
    metadata: { labels },
    spec: { containers: [{ name: 'app', image: 'registry.example/shop/catalog:7.2.0' }] },
  }
  const whole = { ...spec, selector: { matchLabels: labels }, template }
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: whole, status: { replicas: status.replicas } }
}

function logIn({ path, body, contentType }: Recording): PodLog[] {
  const [, pod = ''] = /\/pods\/([^/]+)\/log/.exec(path) ?? []
  if (contentType !== 'text/plain') return []
  const lines = String(body).trimEnd().split('\n')
  const previous = path.includes('previous=true')
  const read = path.includes('timestamps=true') ? lines.map(splitTime) : lines
  return [{ namespace: NAMESPACE, pod, container: 'app', previous, lines: read }]
}

function splitTime(line: string): LogLine {
  const space = line.indexOf(' ')
  return [line.slice(0, space), line.slice(space + 1)]
}
