/**
 * Requests, errors and latency: every application names them differently. First it is asked which names there are, then
 * the server calculates rates of those that fit best.
 */

import { record, records, texts } from '../cluster/reading/loose-fields.ts'
import type { Exhibit } from '../evidence.ts'
import type { Matter } from './metric-questions.ts'
import { anyOf, type Matchers, metric, metricsLike } from './promql.ts'
import { overTime, type SignalQuestion } from './signal-question.ts'

const TRAFFIC_METRICS = [
  '.*(request|response|handled|rpc|error|fail|exception|latency|duration).*(_total|_count|_bucket|_p9[0-9]+|_seconds|_ms|_milliseconds)',
  '.*(error|fail).*(ratio|rate|percent).*',
  '.*_(total|count|requests|errors)',
].join('|')
/** Labels by which an application's metrics say whose they are. */
export const OWNER_LABELS = [
  'service',
  'app',
  'application',
  'deployment',
  'workload',
  'job',
  'service_name',
  'destination_workload',
  'exported_service',
  'container',
]
export const CODE_LABELS = [
  'code',
  'status',
  'status_code',
  'http_status',
  'http_status_code',
  'http_response_status_code',
  'response_code',
  'grpc_code',
  'rpc_grpc_status_code',
  'grpc_status',
  'outcome',
  'result',
]
export const PEER_LABELS = [
  'peer',
  'peer_service',
  'target',
  'upstream',
  'remote',
  'host',
  'server_address',
  'client_name',
  'destination',
]
export const OUTGOING = /client|outgoing|upstream|egress|downstream/
export const ERRORS = /error|fail|exception/

export function namesQuestion({ measured: { namespace, names } }: Matter): SignalQuestion[] {
  const owners = names.length === 0 ? [] : ['service', 'app', 'job'].map((label) => ({ [label]: names }))
  const scopes: Matchers[] = [...owners, ...(namespace === undefined ? [] : [{ namespace }])]
  if (scopes.length === 0) return []
  const all = anyOf(scopes.map((scope) => metricsLike(TRAFFIC_METRICS, scope)))
  const query = `count by (__name__,namespace,${OWNER_LABELS.join(',')}) (${all})`
  return [{ about: 'names', plugin: 'metrics.query', parameters: { query } }]
}

/** A metric, the label by which it says that it is the subject's, and whether it also says where that lives. */
type Found = { name: string; owner: string | undefined; isPlaced: boolean }

/** What to ask where the names could not be told. */
const USUAL: readonly Found[] = [{ name: 'http_requests_total', owner: 'service', isPlaced: true }]

export function trafficQuestion(matter: Matter, names: Exhibit | undefined): SignalQuestion[] {
  const all = foundIn(names, matter)
  const isLatency = matter.topics.has('latency')
  const expressions = [
    ...bestOf(all, scoreOfRequests).flatMap((one) => requestRates(one, matter)),
    ...bestOf(all, scoreOfErrors).map((one) => errorsByName(one, matter)),
    ...bestOf(all, scoreOfOutgoing).map((one) => outgoingRates(one, matter)),
    ...(isLatency ? bestOf(all, scoreOfLatency).map((one) => latency(one, matter)) : []),
  ]
  return expressions.length === 0 ? [] : [overTime('traffic', anyOf(expressions), matter.span)]
}

function foundIn(exhibit: Exhibit | undefined, { measured }: Matter): readonly Found[] {
  const metrics = records(record(exhibit?.result.data).series).map(({ metric: labels }) => texts(labels))
  if (metrics.length === 0) return measured.names.length > 0 && exhibit?.result.success ? USUAL : []
  const here = metrics.filter(({ namespace }) => namespace === undefined || namespace === measured.namespace)
  const own = here.flatMap((labels) => {
    const owner = OWNER_LABELS.find((label) => measured.names.includes(labels[label] ?? ''))
    return owner === undefined ? [] : found(labels, owner)
  })
  // Where nobody is named, only the pod can say whose it is.
  const nameless = here.filter((labels) => OWNER_LABELS.every((one) => one === 'job' || labels[one] === undefined))
  return own.length > 0 || measured.pods.length === 0 ? own : nameless.flatMap((labels) => found(labels, undefined))
}

function found({ __name__: name, namespace }: Record<string, string>, owner: string | undefined): Found[] {
  return name === undefined ? [] : [{ name, owner, isPlaced: namespace !== undefined }]
}

function bestOf(found: readonly Found[], scoreOf: (name: string) => number): Found[] {
  const scored = found.map((one) => ({ one, score: scoreOf(one.name) })).filter(({ score }) => score > 0)
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, 1)
    .map(({ one }) => one)
}

function scoreOfRequests(name: string): number {
  if (OUTGOING.test(name) || !/(_total|_count|requests)$/.test(name)) return 0
  const isOfRequests = /requests?(_total|_seconds_count|_count)?$|handled_total$|responses?_total$/.test(name)
  const isOfDurations = /(duration|latency).*_count$/.test(name)
  if (isOfRequests) return /^(http|grpc|istio|rpc|nginx|traefik)/.test(name) ? 5 : 4
  return isOfDurations ? 3 : 0
}

/** A counter of errors alone, or a share somebody has recorded. */
function scoreOfErrors(name: string): number {
  if (OUTGOING.test(name) || !ERRORS.test(name)) return 0
  if (/ratio|percent|_rate|:rate/.test(name)) return 2
  return /(_total|_count|errors)$/.test(name) ? 1 : 0
}

function scoreOfOutgoing(name: string): number {
  return OUTGOING.test(name) && /(_total|_count)$/.test(name) ? 1 : 0
}

function scoreOfLatency(name: string): number {
  if (OUTGOING.test(name) || !/(duration|latency|response_time)/.test(name)) return 0
  if (/_p9\d+$/.test(name)) return 3
  if (/_bucket$/.test(name)) return 2
  return /(_seconds|_milliseconds|_ms)$/.test(name) ? 1 : 0
}

function rate(by: readonly string[], name: string, matchers: Matchers): string {
  return `round(sum by (${by.join(',')}) (rate(${metric(name, matchers)}[3m])), 0.001)`
}

/** Of the subject and of those it depends on; and once more by replica. */
function requestRates(one: Found, { measured }: Matter): string[] {
  const { name, owner } = one
  const own = ownMatchers(one, measured)
  const perReplica = rate(['pod', 'instance', ...CODE_LABELS], name, own)
  if (owner === undefined) return [rate(CODE_LABELS, name, own), perReplica]
  const place = one.isPlaced ? { namespace: measured.namespaces } : {}
  const everyone = { ...place, [owner]: [...measured.names, ...measured.dependencies] }
  return [rate([owner, ...CODE_LABELS], name, everyone), perReplica]
}

/** With its name kept, for that alone says that it counts errors. */
function errorsByName(one: Found, { measured }: Matter): string {
  const own = metric(one.name, ownMatchers(one, measured))
  const by = ['__name__', ...(one.owner === undefined ? [] : [one.owner])]
  return /(_total|_count|errors)$/.test(one.name) ? `sum by (${by.join(',')}) (${own})` : own
}

function outgoingRates(one: Found, { measured }: Matter): string {
  return rate([...PEER_LABELS, ...CODE_LABELS], one.name, ownMatchers(one, measured))
}

/** Of a summary the high quantiles; what bears no quantile is one value anyway. */
function latency(one: Found, { measured }: Matter): string {
  const own = ownMatchers(one, measured)
  if (/_bucket$/.test(one.name)) return rate(['le'], one.name, own)
  return metric(one.name, { ...own, quantile: { pattern: '|0[.]9.*' } })
}

function ownMatchers({ owner, isPlaced }: Found, { namespace, names, pods }: Matter['measured']): Matchers {
  const place = isPlaced && namespace !== undefined ? { namespace } : {}
  return owner === undefined ? { ...place, pod: pods } : { ...place, [owner]: names }
}
