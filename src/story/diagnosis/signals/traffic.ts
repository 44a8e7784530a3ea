/** Requests and errors of a service, and of each of its replicas. */

import { record, records, texts } from '../cluster/reading/loose-fields.ts'
import type { Exhibit } from '../evidence.ts'
import type { Matter } from './metric-questions.ts'
import { type Step, stepOf, sumOf } from './points.ts'
import { anyOf, type Matchers, metric, metricsLike } from './promql.ts'
import { overTime, type SignalQuestion } from './signal-question.ts'
import type { Figure, Point, SignalScene } from './signal-scene.ts'

/** The parts of one service's traffic; the figures are kept for quoting. */
export type Traffic = {
  all: readonly Figure[]
  /** What it could not answer. */
  failing: readonly Figure[]
  /** What it refused as wrong. */
  refused: readonly Figure[]
}

/** Undefined where nothing was measured of it: that is not "no errors". */
export function trafficOf({ figures }: Pick<SignalScene, 'figures'>, names: readonly string[]): Traffic | undefined {
  const all = ofService(
    figures.filter(({ family }) => family === 'requests'),
    names,
  )
  const counted = ofService(
    figures.filter(({ family }) => family === 'errors'),
    names,
  )
  if (all.length === 0 && counted.length === 0) return undefined
  const { failing, ...parts } = partsOf(all)
  return { ...parts, failing: failing.length > 0 ? failing : counted }
}

/** What bears its name, or no name at all; the sum rather than its parts by replica. */
function ofService(figures: readonly Figure[], names: readonly string[]): readonly Figure[] {
  const own = figures.filter(({ labels }) => OWNER_LABELS.some((label) => names.includes(labels[label] ?? '')))
  const nameless = figures.filter(({ labels }) => OWNER_LABELS.every((label) => !(label in labels)))
  const ways = [own, nameless].flatMap((part) => [part.filter(({ labels }) => !isOfReplica(labels)), part])
  return ways.find((part) => part.length > 0) ?? []
}

function partsOf(all: readonly Figure[]): Traffic {
  return {
    all,
    failing: all.filter((one) => FAILED.test(codeOf(one))),
    refused: all.filter((one) => REFUSED.test(codeOf(one))),
  }
}

function isOfReplica(labels: Figure['labels']): boolean {
  return 'pod' in labels || 'instance' in labels
}

const REFUSED = /^4\d\d$|^4xx$|^client_?error$/i
const FAILED =
  /^5\d\d$|^5xx$|^(server_?)?error|fail|exception|internal|unavailable|unknown|deadline_?exceeded|aborted|data_?loss|exhausted|precondition|unimplemented/i

/** Remote calls are counted by name or by number. */
function codeOf({ labels }: Figure): string {
  const label = CODE_LABELS.find((one) => labels[one] !== undefined) ?? ''
  const code = labels[label] ?? ''
  return /grpc/.test(label) && /^\d{1,2}$/.test(code) ? (CALL_CODES[Number(code)] ?? code) : code
}

const CALL_CODES = [
  ...['OK', 'Cancelled', 'Unknown', 'client_error', 'DeadlineExceeded', 'client_error', 'client_error'],
  ...['client_error', 'ResourceExhausted', 'FailedPrecondition', 'Aborted', 'client_error', 'Unimplemented'],
  ...['Internal', 'Unavailable', 'DataLoss', 'client_error'],
]

/** Of all requests, in the last minutes; undefined where there were none, or where only failures are counted. */
export function failingShare({ all, failing }: Traffic): number | undefined {
  const others = all.filter((figure) => !failing.includes(figure))
  if (others.length === 0 || others.length === all.length) return undefined
  const [total, failed] = [recent(sumOf(all)), recent(sumOf(failing))]
  return total > 0 ? failed / total : undefined
}

function recent(points: readonly Point[]): number {
  const last = points.slice(-3)
  return last.length === 0 ? 0 : last.reduce((sum, { value }) => sum + value, 0) / last.length
}

/** When errors began to be many; a trickle that was always there is none. */
export function errorStep({ failing }: Traffic): Step | undefined {
  return stepUp(failing, { ratio: 3, least: 0.01 })
}

const REFUSED_SHARE = 0.05

/** When refusals began to be many among all answers. */
export function refusalStep({ all, refused }: Traffic): Step | undefined {
  const step = stepUp(refused, { ratio: 3, least: 0.05 })
  return step && step.to >= recent(sumOf(all)) * REFUSED_SHARE ? step : undefined
}

/** When good answers became few. */
export function successDrop({ all, failing, refused }: Traffic): Step | undefined {
  const good = all.filter((figure) => !failing.includes(figure) && !refused.includes(figure))
  const step = stepOf(sumOf(good), { ratio: 2, least: 0.1 })
  return step && step.to < step.from ? step : undefined
}

/** When the load rose. */
export function loadStep({ all }: Traffic): Step | undefined {
  return stepUp(all, { ratio: 1.3, least: 0.5 })
}

function stepUp(figures: readonly Figure[], least: { ratio: number; least: number }): Step | undefined {
  const step = stepOf(sumOf(figures), least)
  return step && step.to > step.from ? step : undefined
}

// Requests, errors and latency: every application names them differently. First it is asked which names there are, then the
// server calculates rates of those that fit best.

const TRAFFIC_METRICS = [
  '.*(request|response|handled|rpc|error|fail|exception|latency|duration).*(_total|_count|_bucket|_p9[0-9]+|_seconds|_ms|_milliseconds)',
  '.*(error|fail).*(ratio|rate|percent).*',
  '.*_(total|count|requests|errors)',
].join('|')
/** Labels by which an application's metrics say whose they are. */
const OWNER_LABELS = [
  ...['service', 'app', 'application', 'deployment', 'workload', 'job', 'service_name', 'destination_workload'],
  ...['exported_service', 'container'],
]
const CODE_LABELS = [
  ...['code', 'status', 'status_code', 'http_status', 'http_status_code', 'http_response_status_code'],
  ...['response_code', 'grpc_code', 'rpc_grpc_status_code', 'grpc_status', 'outcome', 'result'],
]
export const PEER_LABELS = [
  ...['peer', 'peer_service', 'target', 'upstream', 'remote', 'host', 'server_address', 'client_name'],
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
