/**
 * Network policies that shut out who has to pass: told by a complaint, by when they were written, or by metrics that
 * stopped.
 */
import type { ClusterScene, DescribedPod, Fields, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction } from '../../cluster/gates.ts'
import { type Complaint, complaintsOf, namelessLookups } from '../../cluster/logs/complaints.ts'
import { whoseFault } from '../../cluster/logs/wordings.ts'
import { isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { record, records, text, texts, time } from '../../cluster/reading/loose-fields.ts'
import { historyOf } from '../../cluster/releases/revision-history.ts'
import {
  mayPass,
  nearestRule,
  type Passage,
  policiesFor,
  rulesOf,
  sayNearest,
} from '../../cluster/routes/policy-rules.ts'
import { citeClue, citePart, lineOf, minutesBetween, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { involvedPods } from '../../cluster/subject/in-question.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { type Onset, onsetsOf } from '../../signals/fault-onset.ts'
import { endOf, lastOf } from '../../signals/points.ts'
import { citeFigure } from '../../signals/signal-finding.ts'
import type { Figure } from '../../signals/signal-scene.ts'
import { CAUSED_BY_LOST_ROUTE } from '../cluster-fault.ts'
import { noData } from '../dependencies/silence.ts'

const DNS_PORT = 53
const DNS = { namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } }
const UNTOUCHED = noAction(
  'A network policy is not changed automatically, and no restart or rollback of the pods gets past it.',
)

type Blocked = {
  complaint: Complaint
  over: Shown<DescribedPod>
  passage: Passage
  policies: readonly Fields[]
  what: string
}

export const networkPolicyBlocks: Analyzer = (scene) => {
  const { cluster } = scene
  if (!cluster) return []
  const waiting = [...complaintsOf(cluster), ...namelessLookups(cluster)].filter(
    ({ kind }) => kind === 'timeout' || kind === 'unresolved',
  )
  return waiting.flatMap((complaint) => {
    const blocked =
      blockedDns(complaint, cluster) ?? blockedAtCaller(complaint, cluster) ?? blockedAtPeer(complaint, cluster)
    return blocked ? [blocks(blocked, cluster, scene)] : []
  })
}

function callerOf({ clues, pods }: Complaint, { described, pods: all }: ClusterScene): Shown<DescribedPod> | undefined {
  const complains = (pod: PodView) => pod.namespace === clues[0].log.namespace && pods.includes(pod.name)
  const own = described.find(({ pod }) => complains(pod))
  const seen = all.find(complains)
  return own ?? described.find(({ pod }) => pod.namespace === seen?.namespace && pod.owner?.name === seen.owner?.name)
}

/** A resolver that says "no such name" was reached. */
function isUnanswered({ kind, line }: Complaint['clues'][number]): boolean {
  const fault = whoseFault(line.text)
  return fault === 'resolver' || (kind === 'unresolved' && fault === undefined)
}

function blockedDns(complaint: Complaint, cluster: ClusterScene): Blocked | undefined {
  if (!complaint.clues.some(isUnanswered)) return undefined
  const over = callerOf(complaint, cluster)
  const passage: Passage = {
    direction: 'Egress',
    peer: { ...DNS, placeLabels: placeLabels(DNS.namespace, cluster) },
    port: DNS_PORT,
    ownNamespace: over?.pod.namespace ?? '',
  }
  return over && judge(complaint, over, passage, 'DNS queries (port 53) to the cluster DNS')
}

function blockedAtCaller(complaint: Complaint, cluster: ClusterScene): Blocked | undefined {
  const over = callerOf(complaint, cluster)
  const called = describedPeer(complaint, cluster)
  if (!over || complaint.port === undefined || !called) return undefined
  const port = targetPort(called, complaint) ?? complaint.port
  const { namespace: ownNamespace } = over.pod
  const passage: Passage = { direction: 'Egress', peer: asPeer(called, cluster), port, ownNamespace }
  return judge(complaint, over, passage, `connections to ${complaint.name} on port ${port}`)
}

function blockedAtPeer(complaint: Complaint, cluster: ClusterScene): Blocked | undefined {
  const caller = callerOf(complaint, cluster)
  const over = describedPeer(complaint, cluster)
  if (!over || !caller || complaint.port === undefined) return undefined
  const passage: Passage = {
    direction: 'Ingress',
    peer: asPeer(caller, cluster),
    port: targetPort(over, complaint) ?? complaint.port,
    ownNamespace: over.pod.namespace,
  }
  const what = `connections from ${caller.pod.name} to ${complaint.name} on port ${passage.port}`
  return judge(complaint, over, passage, what)
}

function describedPeer({ workload }: Complaint, cluster: ClusterScene): Shown<DescribedPod> | undefined {
  const pods = workload ? podsOf(cluster, workload) : []
  return cluster.described.find(({ pod }) => pods.some((one) => isSame(one, pod)))
}

function asPeer({ pod: { namespace, podIP: address }, labels }: DescribedPod, cluster: ClusterScene): Passage['peer'] {
  return { namespace, labels, address, placeLabels: placeLabels(namespace, cluster) }
}

function placeLabels(namespace: string, { objects }: ClusterScene): Readonly<Record<string, string>> | undefined {
  const found = objects.find(({ kind, name }) => kind === 'Namespace' && name === namespace)
  return found && texts(found.whole.labels ?? record(found.whole.metadata).labels)
}

/** A policy judges the port of the pod, not of the Service. */
function targetPort({ services, containers }: DescribedPod, { name, port }: Complaint): number | undefined {
  const target = services.find((one) => one.name === name)?.ports.find((one) => one.port === port)?.targetPort
  if (typeof target === 'number') return target
  return containers.flatMap(({ ports }) => ports).find((one) => one.name === target)?.containerPort
}

function judge(complaint: Complaint, over: Shown<DescribedPod>, passage: Passage, what: string): Blocked | undefined {
  const policies = policiesFor(over.policies, passage.direction)
  if (policies.length === 0 || mayPass(over.policies, passage)) return undefined
  return { complaint, over, passage, policies, what }
}

function blocks({ complaint, over, passage, policies, what }: Blocked, cluster: ClusterScene, { now }: Scene): Finding {
  const names = policies.flatMap(({ name }) => text(name) ?? [])
  const since = createdAt(names, over.pod.namespace, cluster) ?? lastWritten(policies)
  const isChanged = policies.some(({ last_write }) => since && time(last_write)?.getTime() === since.getTime())
  const began = since ?? complaint.since
  const nearest = nearestRule(policies, passage)
  const isYounger = since && complaint.since && since.getTime() > complaint.since.getTime() + 5 * 60_000
  return fault({
    kind: 'network_policy',
    statement: `Network policy ${names.join(', ')} in namespace ${over.pod.namespace} blocks ${what}: it covers pod ${over.pod.name} (${passage.direction}) and has no ${passage.direction.toLowerCase()} rule ${nearest ? 'that allows it' : 'at all'}.${sayNearest(nearest)}${since ? ` It was ${isChanged ? 'last changed' : 'created'} at ${sayTime(since)} (${sayAgo(since, now)}).` : ''} The log says: "${lineOf(complaint.clues[0])}" (${complaint.clues.length} times).`,
    evidence: [
      citeClue(complaint.clues[0]),
      policies.slice(0, 2).map((policy) => cite(over.exhibit, JSON.stringify(policy.name))),
      policies
        .slice(0, 1)
        .map((policy) => cite(over.exhibit, JSON.stringify(policy.policyTypes ?? policy.podSelector))),
      nearest && citePart(over.exhibit, nearest.quoted),
    ],
    confidence: isYounger ? 0.5 : 0.9,
    subject: { kind: 'NetworkPolicy', namespace: over.pod.namespace, name: names[0] ?? '' },
    since: began,
    explains: [...CAUSED_BY_LOST_ROUTE, 'cluster_dns', 'bad_revision'],
    ...UNTOUCHED,
    suggestions: [
      ...(nearest?.differences.length === 1
        ? [`If the nearest rule of network policy ${nearest.policy} was meant for this, correct it there.`]
        : []),
      `Add ${passage.direction === 'Egress' ? 'an egress' : 'an ingress'} rule for ${what} to network policy ${names.join(' or ')}.`,
    ],
  })
}

function createdAt(names: readonly string[], namespace: string, { objects }: ClusterScene): Date | undefined {
  const found = objects.filter(
    (one) => one.kind === 'NetworkPolicy' && one.namespace === namespace && names.includes(one.name),
  )
  return newest(
    found.flatMap(({ whole }) => time(whole.creationTimestamp ?? record(whole.metadata).creationTimestamp) ?? []),
  )
}

// A network policy over the pods concerned was made or changed just before they began to fail. Nothing in a log shows
// that it is what stops them, so it is told as likely; where a complaint fits a rule that lacks, that is told instead.

const BEFORE_MINUTES = 12
/** Clocks differ. */
const AFTER_MINUTES = 1

export const policyChanged: Analyzer = (scene) => {
  const { cluster } = scene
  const [workload] = cluster?.target.isNamed ? cluster.target.workloads : []
  const [onset] = workload ? onsetsOf(scene, { names: [workload.name], isSubject: true }) : []
  if (!cluster || !workload || !onset || networkPolicyBlocks(scene).length > 0) return []
  const isReleased = isShortlyBefore(historyOf(cluster, workload)?.rolledOutAt, onset)
  return involvedPods(cluster).flatMap(({ described }) =>
    described.policies
      .filter((policy) => isShortlyBefore(writtenAt(policy), onset) && narrows(policy, described))
      .map((policy) => changed(scene, workload.name, { policy, described, onset, isReleased })),
  )
}

function writtenAt({ created_at, last_write }: Fields): Date | undefined {
  return time(last_write) ?? time(created_at)
}

function isShortlyBefore(at: Date | undefined, onset: Onset): boolean {
  const minutes = at ? minutesBetween(at, onset.at) : Number.POSITIVE_INFINITY
  return minutes <= BEFORE_MINUTES && minutes >= -AFTER_MINUTES
}

const DIRECTIONS = ['Egress', 'Ingress'] as const

/** The first of its direction shuts out what it does not allow; a further one only lets more through, unless it was changed. */
function narrows(policy: Fields, { policies }: DescribedPod): boolean {
  return DIRECTIONS.some((direction) => {
    const speaking = policiesFor(policies, direction)
    const letsAllThrough = rulesOf(policy, direction).some((rule) => Object.keys(rule).length === 0)
    if (!speaking.includes(policy) || letsAllThrough) return false
    return policy.last_write !== undefined || speaking.length === 1
  })
}

/** By all policies over the pod together; where a selector cannot be judged, it may pass. */
function shutsOutDns({ policies, pod }: Shown<DescribedPod>): boolean {
  return !mayPass(policies, { direction: 'Egress', peer: DNS, port: DNS_PORT, ownNamespace: pod.namespace })
}

type Given = { policy: Fields; described: Shown<DescribedPod>; onset: Onset; isReleased: boolean }

function changed({ now }: Scene, sufferer: string, { policy, described, onset, isReleased }: Given): Finding {
  const at = writtenAt(policy)
  const name = text(policy.name) ?? ''
  const { namespace } = described.pod
  const types = DIRECTIONS.filter((direction) => policiesFor([policy], direction).length > 0)
  const deed = policy.last_write === undefined ? 'created' : 'changed'
  return fault({
    kind: 'policy_changed',
    statement: `Network policy ${name} in namespace ${namespace} was ${deed} at ${sayTime(at)} (${sayAgo(at, now)}), just before ${sufferer} began to fail: ${onset.clause}. It covers pod ${described.pod.name} (${types.join(' and ')}) and lets through only what its rules name${shutsOutDns(described) ? '; DNS (port 53) is not among it, so no name can be resolved from there' : ''}. So it is likely, though no log proves it, that it shuts out something ${sufferer} needs.`,
    evidence: [
      cite(described.exhibit, JSON.stringify(name)),
      cite(described.exhibit, String(policy.last_write ?? policy.created_at)),
      onset.evidence,
    ],
    confidence: isReleased ? 0.5 : 0.6,
    subject: { kind: 'NetworkPolicy', namespace, name },
    since: onset.at,
    weight: isReleased ? 'symptom' : 'cause',
    explains: isReleased ? [] : ['failing_dependency', 'not_ready'],
    ...UNTOUCHED,
    suggestions: [
      `Compare the rules of network policy ${name} with what ${sufferer} calls and who calls it (DNS on port 53 too), and take it back if that mends it.`,
    ],
  })
}

// Metrics stopped although the pods are ready: a network policy over them has no rule for the port that is asked.

/** What was open when data still came does not stop it; a server asks once a minute or two, and clocks differ. */
const SCRAPE_BEFORE_MINUTES = 15
const SCRAPE_AFTER_MINUTES = 2

type Silent = { figure: Figure; described: Shown<DescribedPod>; port: number }
type Silenced = Silent & {
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
    .flatMap((one) => silencedBy(one, scraper, silence.since) ?? [])
  return blocked ? [silenced(blocked, silent.length, now)] : []
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
function silencedBy(one: Silent, scraper: string | undefined, since: Date | undefined): Silenced | undefined {
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
  if (policies.length === 0 || minutes > SCRAPE_BEFORE_MINUTES || minutes < -SCRAPE_AFTER_MINUTES) return undefined
  if (isNew && widens(policies, at)) return undefined
  const isCertain = !mayPass(policies, passage)
  const rules = policies.flatMap((policy) => rulesOf(policy, 'Ingress'))
  const isLikely = isNew && scraper === undefined && rules.every(({ from }) => records(from).length > 0)
  return isCertain || isLikely ? { ...one, passage, policies, at, since, isCertain } : undefined
}

/** One more of them lets more through than before. */
function widens(policies: readonly Fields[], at: Date): boolean {
  const newest = policies.filter((policy) => lastWritten([policy])?.getTime() === at.getTime())
  return newest.length < policies.length && newest.every(({ last_write }) => last_write === undefined)
}

function lastWritten(policies: readonly Fields[]): Date | undefined {
  return newest(policies.flatMap((policy) => writtenAt(policy) ?? []))
}

function newest(times: readonly Date[]): Date | undefined {
  return times.toSorted((one, other) => other.getTime() - one.getTime())[0]
}

function silenced(blocked: Silenced, count: number, now: Date): Finding {
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
    ...UNTOUCHED,
    suggestions: [
      `Add an ingress rule for port ${blocked.port} from the namespace of the metrics server to network policy ${names.join(' or ')}.`,
    ],
  })
}

function sayRules({ policies, passage, port, isCertain }: Silenced): string {
  const who = passage.peer.namespace === undefined ? '' : ` from namespace ${passage.peer.namespace}`
  if (!isCertain)
    return `has no ingress rule for everybody: it lets in only whom its rules name. Whether the metrics server is among them was not seen.`
  return `has no ingress rule that allows port ${port}${who}.${sayNearest(nearestRule(policies, passage))}`
}
