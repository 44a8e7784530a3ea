/** The cluster's own DNS: down for all because of how it is configured, or one replica of it wedged. */

import type { ClusterScene, DescribedPod, LogLine, PodView, Shown } from '../../cluster/cluster-scene.ts'
import { noAction, restartGate } from '../../cluster/gates.ts'
import { isSame } from '../../cluster/pods/workload-pods.ts'
import { record, text } from '../../cluster/reading/loose-fields.ts'
import { countDns, dnsPods, isAboutDns } from '../../cluster/routes/dns-pods.ts'
import { lineOf, minutesBetween, sayAgo, sayTime } from '../../cluster/saying/say.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { aside, CAUSED_BY_LOST_ROUTE } from '../cluster-fault.ts'

const EXPLAINED = [
  ...CAUSED_BY_LOST_ROUTE,
  ...['configuration_error', 'wrong_liveness_probe', 'liveness_fails', 'bad_revision'],
]
const SETTLED_MINUTES = 3

export const clusterDns: Analyzer = (scene) => {
  const { cluster, subject } = scene
  if (!cluster) return []
  const sick = dnsPods(cluster).filter(({ pod }) => !pod.isReady && pod.deletedAt === undefined)
  const isConcerned = isAboutDns({ subject, cluster }) || sick.some(({ pod }) => pod.name === cluster.target.pod?.name)
  const [first] = sick
  if (!first) return isConcerned ? upstreamSilent(cluster) : []
  const { all, ready } = countDns(cluster)
  const tell = ready > 0 && isWedged(first, scene) ? wedged : down
  const found = tell(first, { ...scene, cluster }, ready, all)
  return [isConcerned ? found : aside(found)]
}

type Sight = Scene & { cluster: ClusterScene }

/** It runs, was not restarted, has had time to settle, and others of its kind do well on the same configuration. */
function isWedged({ pod, startedAt }: Shown<DescribedPod>, { now }: Scene): boolean {
  const isRunning = pod.phase === 'Running' && pod.containers.every(({ running }) => running)
  const hasSettled = !startedAt || minutesBetween(startedAt, now) > SETTLED_MINUTES
  return isRunning && pod.restartCount === 0 && hasSettled
}

function wedged(one: Shown<DescribedPod>, scene: Sight, ready: number, all: number): Finding {
  const { pod } = one
  const { now, cluster } = scene
  const since = pod.conditions.find(({ type }) => type === 'Ready')?.since
  const words = lastWords(cluster, one)
  return fault({
    kind: 'dns_replica_wedged',
    statement: `DNS replica ${pod.name} is stuck: it runs and is not ready${since ? ` since ${sayTime(since)} (${sayAgo(since, now)})` : ''}, while ${ready} of ${all} replicas are ready on the same configuration${words ? `; its log ends with "${lineOf(words)}"` : ''}. A fresh process would connect anew.`,
    evidence: [
      cite(pod.exhibit, JSON.stringify(pod.name)),
      citeField(one.exhibit, 'ready', false),
      words && cite(words.exhibit, words.line.text),
    ],
    confidence: words ? 0.85 : 0.7,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    since,
    explains: EXPLAINED,
    ...restartGate({ cluster, now, pod, why: `Only ${pod.name} is stuck; the other DNS replicas serve meanwhile.` }),
    suggestions: [
      `If it comes again, see why ${pod.name} lost its connection (node ${pod.nodeName ?? 'unknown'}, API server).`,
    ],
  })
}

function down(one: Shown<DescribedPod>, scene: Sight, ready: number, all: number): Finding {
  const { pod } = one
  const { now, cluster } = scene
  const words = faultWords(cluster)
  const map = corefile(cluster)
  const written = one.references.find(({ kind, lastWrite }) => kind === 'ConfigMap' && lastWrite)
  const isLoop = words !== undefined && /loop/i.test(words.line.text)
  return fault({
    kind: 'cluster_dns',
    statement: `The cluster's DNS fails: ${ready} of ${all} DNS pods are ready, pod ${pod.name} is not.${words ? ` It says: "${lineOf(words)}".` : ''}${isLoop ? ' It forwards queries to itself, in a loop.' : ''}${map ? ` Its configuration (ConfigMap ${map.name}) says: "${map.forward}".` : ''}${written?.lastWrite ? ` ConfigMap ${written.name} was last written at ${sayTime(written.lastWrite)} (${sayAgo(written.lastWrite, now)}).` : ''} Whatever asks for a name in this cluster fails with it.`,
    evidence: [
      cite(pod.exhibit, JSON.stringify(pod.name)),
      words && cite(words.exhibit, words.line.text),
      map && cite(map.exhibit, map.forward),
      written && cite(one.exhibit, JSON.stringify(written.name)),
    ],
    confidence: words ? 0.9 : 0.6,
    subject: { kind: 'Pod', namespace: pod.namespace, name: pod.name },
    since: written?.lastWrite,
    explains: EXPLAINED,
    ...noAction(
      'All replicas read the same configuration, so a restart would end the same way; and restarting the clients does not bring names back.',
    ),
    suggestions: [
      words && isLoop
        ? 'Point the forward of the Corefile to a resolver outside the cluster and let CoreDNS read it again.'
        : 'Correct what the DNS pods complain of; take the last change of their ConfigMap back if it fits in time.',
    ],
  })
}

type Words = { line: LogLine; exhibit: Exhibit }

/** Complaints of the server itself; queries it merely answers with "no" are none. */
const FAULT =
  /\[?FATAL|plugin\/loop|Loop \(|Error during parsing|plugin\/errors|plugin\/forward|panic|listen .*(in use|denied)|\[ERROR\]/i

function faultWords(cluster: ClusterScene): Words | undefined {
  const lines = linesOf(cluster)
  return (
    lines.find(({ line }) => /FATAL|Loop|parsing/i.test(line.text)) ?? lines.find(({ line }) => FAULT.test(line.text))
  )
}

function linesOf(cluster: ClusterScene, owners = dnsPods(cluster).map(({ pod }) => pod)): Words[] {
  return cluster.logs
    .filter((log) => owners.some((pod) => isSame(pod, log)))
    .flatMap(({ lines, exhibit }) => lines.map((line) => ({ line, exhibit })))
}

/** The end of its own log, where it tells of trouble. */
function lastWords(cluster: ClusterScene, { pod }: DescribedPod): Words | undefined {
  return linesOf(cluster, [pod]).findLast(({ line }) =>
    /WARN|ERROR|lost|timeout|fail|refused|not ready|waiting/i.test(line.text),
  )
}

function corefile({ objects }: ClusterScene): { name: string; forward: string; exhibit: Exhibit } | undefined {
  for (const { kind, name, whole, exhibit } of objects) {
    const held = kind === 'ConfigMap' ? text(record(whole.data).Corefile) : undefined
    const forward = held?.split('\n').find((line) => /^\s*(forward|proxy)\s/.test(line))
    if (forward !== undefined) return { name, forward: forward.trim().replace(/\s*\{$/, ''), exhibit }
  }
  return undefined
}

/** All replicas are ready, but whom they ask does not answer. */
function upstreamSilent(cluster: ClusterScene): Finding[] {
  const failing = linesOf(cluster).filter(({ line }) =>
    /plugin\/errors.*(i\/o timeout|connection refused|no route|unreachable)/.test(line.text),
  )
  const [first] = failing
  const [pod] = dnsPods(cluster)
  if (!first || !pod) return []
  const isOne = isSaidByOne(cluster, failing)
  const upstream = /->\s?([\d.]+:\d+)|dial \w+ ([\d.]+:\d+)/.exec(first.line.text)
  return [
    fault({
      kind: 'dns_upstream',
      statement: `The cluster's DNS pods are ready, but the resolver they forward to${upstream ? ` (${upstream[1] ?? upstream[2]})` : ''} does not answer${isOne === undefined ? '' : ` one of them, pod ${isOne.name} on node ${isOne.nodeName ?? 'unknown'}; the others do not complain, so it is the way from there`}: "${lineOf(first)}" (${failing.length} times).`,
      evidence: [cite(first.exhibit, first.line.text)],
      confidence: failing.length > 2 ? 0.8 : 0.5,
      subject: { kind: 'Pod', namespace: pod.pod.namespace, name: (isOne ?? pod.pod).name },
      since: first.line.at,
      explains: EXPLAINED,
      ...noAction('The DNS pods do what they can; restarting them does not make the resolver behind them answer.'),
      suggestions: ['See why the upstream resolver does not answer (network, its own health), or forward to another.'],
    }),
  ]
}

/** The one of several that were read. */
function isSaidByOne(cluster: ClusterScene, failing: readonly Words[]): PodView | undefined {
  const read = dnsPods(cluster).flatMap(({ pod }) => {
    const log = cluster.logs.find((one) => isSame(one, pod))
    return log ? [{ pod, isSaying: failing.some(({ exhibit }) => exhibit === log.exhibit) }] : []
  })
  const [only, ...others] = read.filter(({ isSaying }) => isSaying)
  return others.length === 0 && read.length > 1 ? only?.pod : undefined
}
