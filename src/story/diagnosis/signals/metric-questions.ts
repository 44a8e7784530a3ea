/** Questions about figures that bear the same names everywhere, for they come from the platform and not from the application. */
import type { ClusterScene } from '../cluster/cluster-scene.ts'
import { placesOfRefused } from '../cluster/routes/refused-certificates.ts'
import type { Subject } from '../subject.ts'
import { hostQuestion } from './node-limits.ts'
import { anyOf, type Matchers, metric, metrics, metricsLike, metricsNamedIn } from './promql.ts'
import { overTime, type SignalQuestion, type Span } from './signal-question.ts'
import type { Measured, Topic } from './who-is-measured.ts'

export type Matter = {
  subject: Subject
  cluster: ClusterScene | undefined
  measured: Measured
  topics: ReadonlySet<Topic>
  span: Span
}

/** In the order of their worth, for there may not be room for all. */
export function platformQuestions(matter: Matter): SignalQuestion[] {
  const { topics } = matter
  const isBusy = topics.has('latency') || topics.has('processor') || topics.has('queue')
  return [
    ...hostQuestion(matter),
    ...(topics.has('silence') ? [...upQuestion(matter), ...missedQuestion(matter)] : []),
    ...(topics.has('volume') ? volumeQuestion(matter) : []),
    ...(topics.has('certificate') ? certificateQuestion(matter) : []),
    ...(topics.has('queue') ? queueQuestion(matter) : []),
    ...(isBusy ? [...usageQuestion(matter), ...ofContainers(matter, 'processor', PROCESSOR_METRICS)] : []),
    ...(topics.has('memory') ? ofContainers(matter, 'memory', ['container_memory_working_set_bytes']) : []),
    ...(topics.has('errors') ? saturationQuestion(matter) : []),
  ]
}

function upQuestion({ subject: { labels, instance }, measured: { namespace, names }, span }: Matter): SignalQuestion[] {
  const { job } = labels
  const all = [
    ...(job === undefined ? [] : [metric('up', { job, ...(namespace !== undefined && { namespace }) })]),
    ...(instance === undefined ? [] : [metric('up', { instance })]),
    ...(names.length === 0 ? [] : [metric('up', { job: names }), metric('up', { service: names })]),
  ]
  return all.length === 0 ? [] : [overTime('up', anyOf(all), span)]
}

/** The metrics an alert itself says it misses. */
function missedQuestion({ subject, span }: Matter): SignalQuestion[] {
  const names = metricsNamedIn(subject)
  return names.length === 0 ? [] : [overTime('missed', metrics(names, {}), span)]
}

const VOLUME_METRICS = ['kubelet_volume_stats_available_bytes', 'kubelet_volume_stats_capacity_bytes']

function volumeQuestion({ subject, cluster, measured: { namespace, pods }, span }: Matter): SignalQuestion[] {
  if (namespace === undefined) return []
  const claims = subject.claim === undefined ? claimsOf(cluster, pods) : [subject.claim]
  const matchers: Matchers = { namespace, ...(claims.length > 0 && { persistentvolumeclaim: claims }) }
  return [overTime('volume', metrics(VOLUME_METRICS, matchers), span)]
}

function claimsOf(cluster: ClusterScene | undefined, pods: readonly string[]): string[] {
  const described = (cluster?.described ?? []).filter(({ pod }) => pods.includes(pod.name))
  return [...new Set(described.flatMap(({ claims }) => claims.flatMap(({ name }) => (name ? String(name) : []))))]
}

const CERTIFICATE_METRICS =
  'certmanager_certificate_(expiration_timestamp_seconds|ready_status)|(x509|ssl|tls)_cert(ificate)?_(not_after|expir[a-z_]*)(_seconds)?|probe_ssl_earliest_cert_expiry'

/** Asked where the server lives whose certificate is refused; who exports it may put his own namespace first. */
function certificateQuestion({ subject, cluster, measured, span }: Matter): SignalQuestion[] {
  const target = subject.labels.target ?? subject.instance
  const places = [...new Set([...(cluster ? placesOfRefused(cluster) : []), ...measured.namespaces])]
  const all = [
    ...(places.length > 0
      ? ['namespace', 'exported_namespace'].map((label) => metricsLike(CERTIFICATE_METRICS, { [label]: places }))
      : []),
    ...(target === undefined ? [] : [metric('probe_ssl_earliest_cert_expiry', { instance: target })]),
  ]
  return all.length === 0 ? [] : [overTime('certificate', anyOf(all), span)]
}

const QUEUE_METRICS = [
  'kafka_consumergroup_lag|rabbitmq_queue_messages|rabbitmq_queue_messages_ready',
  '.*(consumer|group).*_(lag|offset)(_sum|_max)?',
  '.*_(lag|backlog|pending)(_messages|_records|_total)?',
  '.*queue.*_(messages|messages_ready|depth|length|size|unacked)',
  '.*messages_(visible|ready|unacked)(_average)?',
].join('|')
const QUEUE_LABELS = [
  ...['consumergroup', 'consumer_group', 'group', 'topic', 'queue', 'queue_name', 'subscription', 'stream'],
]

/** A queue is known by its own labels: its exporter lives somewhere else than those who read it. */
function queueQuestion({ subject, measured: { namespace }, span }: Matter): SignalQuestion[] {
  const own = queueOf(subject)
  const isNamed = Object.keys(own).length > 0
  if (!isNamed && namespace === undefined) return []
  return [overTime('queue', metricsLike(QUEUE_METRICS, isNamed ? own : { namespace: namespace ?? '' }), span)]
}

const SPOKEN: readonly (readonly [label: string, pattern: RegExp])[] = [
  ['consumergroup', /\bconsumer[\s-]?group\s+["'`]?([\w.-]*\w)/i],
  ['topic', /\btopic\s+["'`]?([\w.-]*\w)/i],
  ['queue', /\bqueue\s+["'`]?([\w.-]*[\w])/i],
]

/** By its labels, else by the first name its text gives. */
function queueOf({ labels, text }: Subject): Record<string, string> {
  const stated = QUEUE_LABELS.flatMap((label) => (labels[label] ? [[label, labels[label]] as const] : []))
  if (stated.length > 0) return Object.fromEntries(stated)
  const spoken = SPOKEN.flatMap(([label, pattern]) => {
    const name = pattern.exec(text)?.[1]
    return name === undefined || /^(is|has|on|of|for|in|lag|lags|depth|length|above|size|grows?|the)$/i.test(name)
      ? []
      : [[label, name] as const]
  })
  return Object.fromEntries(spoken.slice(0, 1))
}

/** What the metrics server of the cluster knows is of now, and of every pod. */
function usageQuestion({ cluster, measured: { namespace, pods } }: Matter): SignalQuestion[] {
  const isKnown = cluster?.exhibits.some(({ plugin }) => plugin === 'top_pods')
  if (namespace === undefined || pods.length === 0 || isKnown) return []
  return [{ about: 'cluster', plugin: 'top_pods', parameters: { namespace } }]
}

const PROCESSOR_METRICS = [
  'container_cpu_usage_seconds_total',
  'container_cpu_cfs_periods_total',
  'container_cpu_cfs_throttled_periods_total',
]

function ofContainers(
  { measured: { namespace, pods }, span }: Matter,
  family: 'processor' | 'memory',
  names: readonly string[],
): SignalQuestion[] {
  if (namespace === undefined || pods.length === 0) return []
  // Without a container's name it is the sum over the pod, and POD is the sandbox.
  const matchers = { namespace, pod: pods, container: { not: '|POD' } }
  return [overTime(family, metrics(names, matchers), span)]
}

const SATURATION_METRICS =
  '.*(pool|thread|worker|connection|session|handle|fds).*(busy|in_use|used|active|open|pending|waiting|blocked|max|size|limit|capacity).*|process_(open|max)_fds'

/** Compared between replicas; one alone says nothing. */
function saturationQuestion({ measured: { namespace, pods }, span }: Matter): SignalQuestion[] {
  if (namespace === undefined || pods.length < 2) return []
  return [overTime('saturation', metricsLike(SATURATION_METRICS, { namespace, pod: pods }), span)]
}
