/**
 * What a node says of itself: that it does not answer, is broken or runs short, one row for each; that it is well
 * again; or nothing, for it is gone.
 */
import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { spelled } from '../../cluster/asking/look-at-containers.ts'
import type { ConditionView, NodeView, PodView } from '../../cluster/cluster-scene.ts'
import { cordonGate, isBadNow, noAction } from '../../cluster/gates.ts'
import { isOrder } from '../../cluster/logs/log-clues.ts'
import {
  evictionsOn,
  isNamed,
  isNodeListCut,
  type NodeWatch,
  pressuresOf,
  readyOf,
  sayEviction,
  watchedNodes,
} from '../../cluster/nodes/node-watch.ts'
import { whyOldScar } from '../../cluster/nodes/old-scar.ts'
import { removalOf } from '../../cluster/pods/removal.ts'
import {
  citeEvent,
  hasTrouble,
  isDone,
  isLeaving,
  isSame,
  subjectPods,
  workloadOf,
} from '../../cluster/pods/workload-pods.ts'
import { lineOf, minutesBetween, sayAgo, sayAmount, sayDuration, sayTime } from '../../cluster/saying/say.ts'
import { isAboutNodeOnly, isOnlyNodeNamed } from '../../cluster/subject/mentioned-workloads.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { shortagesOf } from '../../signals/node-limits.ts'
import { aside, CAUSED_BY_MISSING_PODS, FOLLOWS } from '../cluster-fault.ts'

type Proof = { text: string; evidence: readonly EvidenceReference[] }

type NodeState = {
  kind: string
  /** What it says of this kind; none where it says nothing. */
  said: (node: NodeView) => readonly Partial<ConditionView>[]
  say: (name: string, said: readonly Partial<ConditionView>[], now: Date) => string
  /** What else tells the same, or why. */
  proofs: (watch: NodeWatch, scene: Scene) => readonly Proof[]
  /** Worth a line of its own, and not the statement's. */
  beside?: (watch: NodeWatch) => readonly Proof[]
  /** How sure it is without. */
  alone: number
  explains: readonly string[]
  why: (name: string, types: string) => string
  advice: (watch: NodeWatch, scene: Scene) => string[]
}

/** As node-problem-detector and the network plugins name them; a condition of another name may be good news. */
const BROKEN =
  /read-?only|deadlock|corrupt|hung|hang|shutdown|hardware|unhealthy|unavailable|problem|frequent\w*restart|error|fail/i

const ROWS: readonly NodeState[] = [
  {
    kind: 'node_lost',
    said: (node) => (node.isReady ? [] : [readyOf(node) ?? { status: 'not there' }]),
    say: saySilence,
    proofs: (watch, scene) => [
      ...shortagesOf(scene, watch.node).map(({ text, evidence }) => ({ text, evidence: [evidence] })),
      ...hintsBefore(watch),
    ],
    alone: 0.8,
    // Its pods read as they were last reported, and those that wait for it read as unplaced.
    explains: [
      ...CAUSED_BY_MISSING_PODS,
      ...['node_pressure', 'evicted_pods', 'stuck_terminating', 'crash_loop', 'insufficient_resources'],
    ],
    why: (name) => `Node ${name} is not ready, so nothing new should be sent there.`,
    advice: (watch) => [
      `Look at the machine behind ${watch.node.name} (console, kubelet, network); restart or replace it.`,
      ...sayComeback(watch),
    ],
  },
  {
    kind: 'node_broken',
    said: ({ isReady, conditions }) =>
      isReady
        ? conditions
            .filter(({ type, status }) => type !== 'Ready' && status === 'True' && BROKEN.test(type))
            .slice(0, 1)
        : [],
    say: (name, [first], now) =>
      `Node ${name} is broken although it is ready: its condition ${first?.type} is True${saySince(first, now)}${first?.reason ? ` (${first.reason})` : ''}${first?.message ? `: ${first.message}` : ''}.`,
    proofs: wordsOfDisk,
    alone: 0.75,
    explains: [...FOLLOWS, 'evicted_pods', 'configuration_error'],
    why: (name, types) => `Node ${name} says ${types} now, so whatever is placed there fails too.`,
    advice: ({ node }) => [
      `Look at the machine behind ${node.name} (kernel log, disk); mend or replace it.`,
      'Then delete the pods that fail there: they come up on another node.',
    ],
  },
  {
    kind: 'node_pressure',
    said: (node) => (node.isReady ? pressuresOf(node) : []),
    say: (name, said, now) =>
      `Node ${name} is under ${said.map(({ type }) => type).join(' and ')}${saySince(said[0], now)}${said[0]?.message ? `: ${said[0].message}` : ''}.`,
    proofs: (watch) => [...consumersOn(watch).slice(0, 1).map(largest), ...evictedFrom(watch)],
    beside: (watch) => consumersOn(watch).slice(1, CONSUMERS_SHOWN).map(proofOf),
    alone: 0.7,
    explains: [...CAUSED_BY_MISSING_PODS, 'evicted_pods', 'out_of_memory'],
    why: (name, types) => `Node ${name} is under ${types} now; new pods would be evicted too.`,
    advice: (watch) => [
      ...consumersOn(watch).slice(0, 1).map(askOwner),
      `Find what fills ${watch.node.name} and free it; let pods on it again when the pressure is over.`,
    ],
  },
]

export const nodeStates: Analyzer = (scene) =>
  watchedNodes(scene).flatMap((watch) =>
    ROWS.flatMap((row) => {
      const said = row.said(watch.node)
      if (said.length === 0) return []
      const found = findingOf(row, said, watch, scene)
      return [watch.isConcerned && isToBlame(row, watch, scene) ? found : aside(found)]
    }),
  )

/** A mark alone blames a node that works only where the alert names it, or where whatever of the subject is unwell stands there. */
function isToBlame({ kind }: NodeState, { cluster, node }: NodeWatch, { now }: Scene): boolean {
  if (kind !== 'node_broken' || isNamed(cluster, node)) return true
  const unwell = subjectPods(cluster).filter((pod) => hasTrouble(pod, now) && !isDone(pod))
  return unwell.every(({ nodeName }) => nodeName === node.name)
}

function findingOf(row: NodeState, said: readonly Partial<ConditionView>[], watch: NodeWatch, scene: Scene): Finding {
  const { cluster, node, victims } = watch
  const [first] = said
  const proofs = row.proofs(watch, scene)
  const scar = row.kind === 'node_broken' && proofs.length === 0 ? whyOldScar(node, cluster, scene) : undefined
  const why = row.why(node.name, said.map(({ type }) => type).join(' and '))
  return fault({
    kind: row.kind,
    statement: `${row.say(node.name, said, scene.now)}${proofs.map(({ text }) => ` ${text}`).join('')}${row.kind === 'node_lost' ? sayPods(watch, scene) : ''}`,
    facts: row.beside?.(watch) ?? proofs,
    evidence: [
      cite(node.exhibit, JSON.stringify(node.name)),
      first?.reason && citeField(node.exhibit, 'reason', first.reason),
      first?.message && cite(node.exhibit, first.message),
      said.slice(0, 2).flatMap(({ type }) => (type ? citeField(node.exhibit, 'type', type) : [])),
      proofs.flatMap(({ evidence }) => evidence),
      !node.isReady && watch.events.filter(isSilence).slice(-1).map(citeEvent),
      victims.slice(0, 2).map(({ exhibit, name }) => cite(exhibit, JSON.stringify(name))),
    ],
    confidence: scar ? 0.5 : isBorneOut(row, watch, proofs) ? 0.9 : row.alone,
    subject: { kind: 'Node', name: node.name },
    since: first?.since,
    explains: row.explains,
    ...(scar ? noAction(scar) : cordonGate({ cluster, now: scene.now, node, why })),
    suggestions: row.advice(watch, scene),
  })
}

/** A silent node is borne out by what others say of it; not where only the same namespace at the same time ties it to the alert. */
function isBorneOut({ kind }: NodeState, { cluster, node, victims, events }: NodeWatch, proofs: readonly Proof[]) {
  if (kind !== 'node_lost') return proofs.length > 0
  const own = subjectPods(cluster)
  const isTied = isNamed(cluster, node) || victims.some((pod) => own.some((one) => isSame(one, pod)))
  return isTied && (events.some(isSilence) || node.taints.length > 0)
}

function saySince(one: Partial<ConditionView> | undefined, now: Date): string {
  return one?.since ? ` since ${sayTime(one.since)} (${sayAgo(one.since, now)})` : ''
}

// A node that does not answer: what it complained of before, whom it took along, and how they come back.

function saySilence(name: string, [ready]: readonly Partial<ConditionView>[], now: Date): string {
  const { status, reason = 'no reason given', message } = ready ?? {}
  const why = message ? `: ${message.replace(/\.$/, '')}` : ''
  const since = saySince(ready, now)
  if (status === 'False') return `Node ${name} is not ready${since} (${reason})${why}.`
  return `Node ${name} is gone: its Ready condition is ${status} (${reason})${since}${why}. The kubelet or the whole host is dead or cut off.`
}

const isSilence = ({ reason }: { reason: string }) => reason === 'NodeNotReady'

const HINT =
  /OOM|Deadlock|Kernel|Reboot|Shutdown|EvictionThresholdMet|FreeDiskSpaceFailed|ImageGCFailed|ContainerGCFailed|PLEG|FilesystemIsReadOnly|Corrupt|Insufficient|Pressure/i

function hintsBefore({ events, node }: NodeWatch): Proof[] {
  const silentAt = readyOf(node)?.since?.getTime() ?? Number.POSITIVE_INFINITY
  return events
    .filter(({ reason, at }) => HINT.test(reason) && (at?.getTime() ?? 0) <= silentAt + 60_000)
    .slice(-2)
    .map((event) => ({
      text: `Before that, at ${sayTime(event.at)}, it told of ${event.reason}: "${event.message}".`,
      evidence: [citeEvent(event)],
    }))
}

const VICTIMS_SHOWN = 3

/** Those the alert may mean by name, the others by their number. */
function sayPods({ cluster, node, pods, victims }: NodeWatch, { subject }: Scene): string {
  const named = victims.slice(0, VICTIMS_SHOWN).map((pod) => {
    const workload = workloadOf(cluster, pod)
    const end = isLeaving(pod) ? 'not ready and unable to end there' : 'not ready'
    return ` Pod ${pod.namespace}/${pod.name}${workload ? ` of ${workload.kind} ${workload.name}` : ''} is on it, ${end}.`
  })
  const since = readyOf(node)?.since
  const minutes = since && subject.startedAt ? minutesBetween(since, subject.startedAt) : -1
  const order =
    minutes >= 0 && named.length > 0 ? ` That was ${sayDuration(minutes * 60_000)} before the alert began.` : ''
  return `${order}${named.join('')}${pods.length > named.length ? ` ${sayAll(pods)}` : ''}`
}

function sayAll(pods: readonly PodView[]): string {
  const leaving = pods.filter(isLeaving)
  const stuck = leaving.length > 0 ? `, ${leaving.length} of them being moved away but unable to end there` : ''
  return `${pods.length} ${pods.length === 1 ? 'pod is' : 'pods are'} on it${stuck}.`
}

/** A StatefulSet waits until the old pod is known to have ended. */
function sayComeback({ cluster, node, pods }: NodeWatch): string[] {
  const kept = pods.filter(({ owner }) => owner?.kind === 'StatefulSet')
  const sets = new Set(kept.flatMap((pod) => workloadOf(cluster, pod)?.name ?? []))
  const others =
    'Its pods come up elsewhere by themselves; deleting them does not help, since nothing on the node confirms it.'
  if (sets.size === 0) return [others]
  const waiting = `StatefulSet ${[...sets].join(', ')} makes its pod anew only when the old one is known to have ended: once the machine is certainly off, delete node ${node.name} or taint it node.kubernetes.io/out-of-service.`
  return kept.length < pods.length ? [waiting, others] : [waiting]
}

// A broken one: what a program says on a disk that takes nothing any more.

const OF_DISK = /read-only file ?system|EROFS|input\/output error|\bEIO\b|structure needs cleaning/i

function wordsOfDisk({ cluster, pods }: NodeWatch): Proof[] {
  const logs = cluster.logs.filter((log) => pods.some((pod) => isSame(pod, log)))
  const said = logs.flatMap(({ lines, exhibit }) => lines.map((line) => ({ line, exhibit })))
  const last = said.findLast(({ line: { text } }) => OF_DISK.test(text) && !isOrder(text))
  if (!last) return []
  return [{ text: `A pod on it says the same: "${lineOf(last)}".`, evidence: [cite(last.exhibit, last.line.text)] }]
}

// One that runs short: who uses most of its memory, and whom it threw out.

const CONSUMERS_SHOWN = 3

type Consumer = {
  pod: NodeWatch['cluster']['usage'][number]
  container: string
  memory: { used: string; request?: string | undefined; limit?: string | undefined }
}

function consumersOn({ cluster, node, pods }: NodeWatch): Consumer[] {
  if (!pressuresOf(node).some(({ type }) => type === 'MemoryPressure')) return []
  const amount = ({ memory }: Consumer) => readQuantity(memory.used) ?? 0
  return cluster.usage
    .filter((one) => pods.some((pod) => isSame(pod, one)))
    .flatMap((pod) => pod.containers.flatMap(({ name, memory }) => (memory ? [{ pod, container: name, memory }] : [])))
    .sort((one, other) => amount(other) - amount(one))
}

function proofOf({ pod, container, memory: { used, request, limit } }: Consumer): Proof {
  const bounds = `requests ${request ?? 'nothing'}, ${limit === undefined ? 'has no memory limit' : `limit ${limit}`}`
  return {
    text: `pod ${pod.namespace}/${pod.name} (container ${container}) with ${sayAmount('memory', readQuantity(used) ?? 0)} memory; it ${bounds}.`,
    evidence: [citeField(pod.exhibit, 'used', used)],
  }
}

function largest(consumer: Consumer): Proof {
  const { text, evidence } = proofOf(consumer)
  return { text: `The largest consumer is ${text}`, evidence }
}

function askOwner({ pod, memory: { limit } }: Consumer): string {
  return `Ask the owner of pod ${pod.namespace}/${pod.name} to bound or stop it${limit === undefined ? ' (it has no limit)' : ''}.`
}

function evictedFrom({ cluster, node }: NodeWatch): Proof[] {
  const [most] = evictionsOn(cluster, node.name)
  return most
    ? [{ text: sayEviction(most), evidence: [cite(most.pod.exhibit, most.pod.message ?? most.pod.name)] }]
    : []
}

// A node that was unwell for a while and is well again: worth knowing, nothing to do.

/** Metrics of a node's load are another matter: a ready node can be slow. */
const ABOUT_HEALTH = /ready|unreach|flap|pressure|evict|kubelet|node status|node condition|node down/i
const TROUBLE = ['NodeNotReady', 'NodeHasInsufficientMemory', 'NodeHasDiskPressure', 'NodeHasInsufficientPID']
/** Shorter than this, nobody knows whether it holds. */
const CALM_MINUTES = 10
const FLAPS_MANY = 4

export const nodeRecovered: Analyzer = (scene) => {
  const { cluster, subject } = scene
  if (!cluster || !ABOUT_HEALTH.test(`${spelled(subject.alertName)} ${subject.text}`)) return []
  return watchedNodes(scene)
    .filter(({ node }) => node.name === cluster.target.node && !isBadNow(node))
    .map((watch) => recovered(watch, scene))
}

function recovered(watch: NodeWatch, { now }: Scene): Finding {
  const { node, events } = watch
  const since = readyOf(node)?.since
  const bad = events.filter(({ reason }) => TROUBLE.includes(reason))
  const last = bad.at(-1)
  const back = events.findLast(({ reason }) => reason === 'NodeReady')
  const calm = minutesBetween(new Date(Math.max(0, since?.getTime() ?? 0, last?.at?.getTime() ?? 0)), now)
  const isCalm = calm >= CALM_MINUTES
  const times = bad.reduce((sum, { count }) => sum + count, 0)
  const quiet = `Node ${node.name} is ready${since ? ` since ${sayTime(since)} (${sayAgo(since, now)})` : ' now'} and reports no pressure.`
  return fault({
    kind: isCalm ? 'node_recovered' : 'node_flapping',
    situation: isCalm ? 'recovered' : 'unclear',
    statement: isCalm
      ? `${quiet} ${last ? `Its trouble (${last.reason}${times > 1 ? `, ${times} times` : ''}) was last seen ${sayAgo(last.at, now)} and is over; it has recovered.` : 'No trouble of it is on record any more; it has recovered.'}`
      : `${quiet} That is only ${sayDuration(calm * 60_000)} ago${last ? `, after ${last.reason} (${times} times)` : ''}, so it may not hold${times >= FLAPS_MANY ? ': the node is flapping' : ''}.`,
    evidence: [cite(node.exhibit, JSON.stringify(node.name)), last && citeEvent(last), back && citeEvent(back)],
    confidence: last && since ? 0.9 : 0.7,
    subject: { kind: 'Node', name: node.name },
    since,
    ...noAction(`Node ${node.name} is well now; a cordon would only take capacity away.`),
    suggestions: [
      `Look at what happened to ${node.name}${last ? ` at ${sayTime(last.at)}` : ''} (host, network, kubelet log) before it comes again.`,
    ],
  })
}

// The alert speaks of a node the cluster does not know any more: removed, replaced, or never there.

export const nodeNotFound: Analyzer = ({ cluster, subject, now }) => {
  const { node } = subject
  const isSubject = isAboutNodeOnly(subject) || isOnlyNodeNamed(subject)
  if (!cluster || node === undefined || !isSubject || cluster.target.node !== undefined) return []
  const names = cluster.nodes.map(({ name }) => name)
  const [seen] = cluster.nodes
  if (!seen || isNodeListCut(cluster) || names.includes(node)) return []
  const removal = removalOf(cluster, { kind: 'Node', name: node }, now)
  const isMeant = removal?.isMeant === true
  return [
    fault({
      kind: isMeant ? 'node_removed' : 'node_not_found',
      situation: isMeant ? 'works_as_designed' : 'not_found',
      statement: `Node ${node} does not exist in this cluster any more: ${removal?.sentence ?? 'it was removed or replaced, or the alert comes from elsewhere'}. The nodes are ${names.slice(0, 12).join(', ')}.`,
      evidence: [removal?.evidence, cite(seen.exhibit, JSON.stringify(seen.name))],
      confidence: isMeant ? removal.confidence : 0.6,
      subject: { kind: 'Node', name: node },
      since: removal?.at,
      ...noAction('What is not there cannot be changed, and no other node is touched in its place.'),
      suggestions: [
        isMeant
          ? `The alert about ${node} ends by itself when its series do; silence it until then.`
          : `Find out whether ${node} was taken away on purpose (scaling down, replacement); the alert ends when its series do.`,
      ],
    }),
  ]
}
