/** Metrics stopped although the pods are ready: a network policy over them has no rule for the port that is asked. */
import type { ClusterScene, DescribedPod, Fields, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { records, text, time } from '../../cluster/reading/loose-fields.ts'
import {
  mayPass,
  nearestRule,
  type Passage,
  policiesFor,
  rulesOf,
  sayNearest,
} from '../../cluster/routes/policy-rules.ts'
import { citePart, minutesBetween, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import { endOf, lastOf } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
import type { Figure } from '../../signals/signal-scene.ts'
import { noData } from '../dependencies/no-data.ts'

/** What was open when data still came does not stop it; a server asks once a minute or two, and clocks differ. */
const BEFORE_MINUTES = 15
const AFTER_MINUTES = 2

type Silent = { figure: Figure; described: Shown<DescribedPod>; port: number }
type Blocked = Silent & {
  passage: Passage
  policies: readonly Fields[]
  /** When a policy was made or changed, and when the first answer failed. */
  at: Date | undefined
  since: Date | undefined
  /** No rule lets the port through; otherwise there is one for others, and who asks for metrics was not seen. */
  isCertain: boolean
}

export const scrapeBlocked: Analyzer = (scene) => {
  const { cluster, signals, subject, now } = scene
  const silence = noData(scene).find(({ kind }) => kind === 'no_data')
  if (!cluster || !signals || !silence) return []
  const up = signals.figures.filter(({ family }) => family === 'up')
  const silent = up.filter((figure) => lastOf(figure) === 0 && endOf(figure, now) === undefined)
  // One that is heard of shows that the way is open; one that is not asked any more was not refused.
  if (silent.length < up.length) return []
  const scraper = placeOf(subject.labels.prometheus)
  const [blocked] = silent
    .flatMap((figure) => targetOf(figure, cluster) ?? [])
    .flatMap((one) => judge(one, scraper, silence.since) ?? [])
  return blocked ? [findingOf(blocked, silent.length, now)] : []
}

/** `monitoring/k8s`, as the operator of Prometheus names it. */
function placeOf(prometheus: string | undefined): string | undefined {
  return /^([a-z0-9-]+)\/[\w.-]+$/.exec(prometheus ?? '')?.[1]
}

/** A pod that is not ready has a trouble of its own. */
function targetOf(figure: Figure, { described }: ClusterScene): Silent | undefined {
  const { instance = '', pod, endpoint } = figure.labels
  const [, host, number] = /^(.*):(\d+)$/.exec(instance) ?? []
  const found = described.find((one) => one.pod.name === pod || (host !== undefined && one.pod.podIP === host))
  if (!found?.pod.isReady) return undefined
  const named = found.containers.flatMap(({ ports }) => ports).find((one) => one.name === endpoint)?.containerPort
  const port = number === undefined ? named : Number(number)
  return port === undefined ? undefined : { figure, described: found, port }
}

/** Who asks is seldom known; a rule that names nobody's port but others' shuts out everybody. */
function judge(one: Silent, scraper: string | undefined, since: Date | undefined): Blocked | undefined {
  const { described, port } = one
  const declared = described.containers.flatMap(({ ports }) => ports).filter((known) => known.containerPort === port)
  const passage: Passage = {
    direction: 'Ingress',
    peer: { namespace: scraper, labels: undefined },
    port,
    portNames: declared.flatMap(({ name }) => name ?? []),
    ownNamespace: described.pod.namespace,
  }
  const policies = policiesFor(described.policies, 'Ingress')
  const at = lastWritten(policies)
  const isNew = at !== undefined && since !== undefined
  const minutes = isNew ? minutesBetween(at, since) : 0
  if (policies.length === 0 || minutes > BEFORE_MINUTES || minutes < -AFTER_MINUTES) return undefined
  if (isNew && widens(policies, at)) return undefined
  const isCertain = !mayPass(policies, passage)
  return isCertain || (isNew && scraper === undefined && namesItsPeers(policies))
    ? { ...one, passage, policies, at, since, isCertain }
    : undefined
}

/** One more of them lets more through than before. */
function widens(policies: readonly Fields[], at: Date): boolean {
  const newest = policies.filter((policy) => lastWritten([policy])?.getTime() === at.getTime())
  return newest.length < policies.length && newest.every(({ last_write }) => last_write === undefined)
}

function namesItsPeers(policies: readonly Fields[]): boolean {
  return policies.every((policy) => rulesOf(policy, 'Ingress').every(({ from }) => records(from).length > 0))
}

function lastWritten(policies: readonly Fields[]): Date | undefined {
  const times = policies.flatMap(({ created_at, last_write }) => time(last_write) ?? time(created_at) ?? [])
  return times.sort((one, other) => other.getTime() - one.getTime())[0]
}

function findingOf(blocked: Blocked, count: number, now: Date): Finding {
  const { figure, described, policies, at, since, isCertain } = blocked
  const { pod, exhibit } = described
  const names = policies.flatMap(({ name }) => text(name) ?? [])
  const quoted = nearestRule(policies, blocked.passage)?.quoted
  return fault({
    kind: 'network_policy',
    statement: `Network policy ${names.join(', ')} in namespace ${pod.namespace} ${isCertain ? 'shuts out' : 'probably shuts out'} whoever asks for metrics: ${count === 1 ? 'the only target does' : `all ${count} targets do`} not answer (up is 0${since ? ` since ${sayTime(since)}` : ''}) although pod ${pod.name} is ready, and the policy ${at ? `over it, written at ${sayTime(at)} (${sayAgo(at, now)}), ` : 'over it '}${sayRules(blocked)}`,
    evidence: [
      citeFigure(figure, since),
      policies.slice(0, 2).map(({ name }) => cite(exhibit, JSON.stringify(name))),
      quoted && citePart(exhibit, quoted),
    ],
    confidence: isCertain && at && since ? 0.85 : 0.6,
    subject: { kind: 'NetworkPolicy', namespace: pod.namespace, name: names[0] ?? '' },
    since: at,
    explains: ['no_data'],
    ...noAction('A network policy is not changed automatically, and no restart or rollback of the pods gets past it.'),
    suggestions: [
      `Add an ingress rule for port ${blocked.port} from the namespace of the metrics server to network policy ${names.join(' or ')}.`,
    ],
  })
}

function sayRules({ policies, passage, port, isCertain }: Blocked): string {
  const who = passage.peer.namespace === undefined ? '' : ` from namespace ${passage.peer.namespace}`
  if (!isCertain)
    return `has no ingress rule for everybody: it lets in only whom its rules name. Whether the metrics server is among them was not seen.`
  return `has no ingress rule that allows port ${port}${who}.${sayNearest(nearestRule(policies, passage))}`
}
