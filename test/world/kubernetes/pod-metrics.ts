/** metrics.k8s.io, which is another server behind the API server: there, not installed, or down. */
import { jsonAnswer, textAnswer, type WireAnswer, type WireRequest } from '../wire/exchange.ts'
import type { ApiRequest } from './api-request.ts'
import type { Json } from './kube-object.ts'
import { readLabelSelector } from './label-selector.ts'

export const METRICS_GROUP = 'metrics.k8s.io'
export type MetricsServer = 'installed' | 'absent' | 'down'

export const PAGE_NOT_FOUND: WireAnswer = textAnswer(404, '404 page not found\n', 'text/plain; charset=utf-8')

/** What every path of the group answers while the server itself does not; undefined where it does. */
export function withoutServer(server: MetricsServer): WireAnswer | undefined {
  if (server === 'absent') return PAGE_NOT_FOUND
  return server === 'down' ? textAnswer(503, 'service unavailable\n', 'text/plain; charset=utf-8') : undefined
}

export function answerMetrics(samples: readonly Json[], asked: ApiRequest, { url }: WireRequest): WireAnswer {
  if (asked.plural !== 'pods') return jsonAnswer(200, metricsList('NodeMetricsList', []))
  const inNamespace = samples.filter(({ metadata }) => (asked.namespace ?? metadata.namespace) === metadata.namespace)
  if (asked.name !== undefined) return one(inNamespace, asked)
  const matches = readLabelSelector(url.searchParams.get('labelSelector') ?? '')
  const items = inNamespace.filter(({ metadata }) => matches(metadata.labels ?? {}))
  return jsonAnswer(200, metricsList('PodMetricsList', items))
}

function metricsList(kind: string, items: Json[]): Json {
  const bare = items.map(({ kind: _kind, apiVersion: _version, ...item }) => item)
  return { kind, apiVersion: `${METRICS_GROUP}/v1beta1`, metadata: {}, items: bare }
}

/** This server words its Status by itself: without metadata and details, and with the namespace in the name. */
function one(samples: Json[], { namespace, name }: ApiRequest): WireAnswer {
  const found = samples.find(({ metadata }) => metadata.name === name)
  if (found !== undefined)
    return jsonAnswer(200, { kind: 'PodMetrics', apiVersion: `${METRICS_GROUP}/v1beta1`, ...found })
  const message = `pods.${METRICS_GROUP} "${namespace}/${name}" not found`
  return jsonAnswer(404, {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'NotFound',
    code: 404,
    message,
  })
}
