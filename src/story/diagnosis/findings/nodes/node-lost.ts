/** A node that does not answer, or says itself that it cannot run pods. */

import type { PodView } from '../../cluster/cluster-scene.ts'
import { cordonGate } from '../../cluster/gates.ts'
import { isNamed, type NodeWatch, readyOf, watchedNodes } from '../../cluster/nodes/node-watch.ts'
import { citeEvent } from '../../cluster/pods/events-about.ts'
import { isLeaving, isSame, subjectPods, workloadOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween, sayAgo, sayDuration, sayTime } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { shortagesOf } from '../../signals/host-figures.ts'
import { aside, CAUSED_BY_MISSING_PODS } from '../cluster-fault.ts'

/** Its pods read as they were last reported, and those that wait for it read as unplaced. */
const EXPLAINED = [
  ...CAUSED_BY_MISSING_PODS,
  'node_pressure',
  'evicted_pods',
  'stuck_terminating',
  'crash_loop',
  'insufficient_resources',
]

export const nodeLost: Analyzer = (scene) =>
  watchedNodes(scene)
    .filter(({ node }) => !node.isReady)
    .map((watch) => (watch.isConcerned ? findingOf(watch, scene) : aside(findingOf(watch, scene))))

function findingOf(watch: NodeWatch, scene: Scene): Finding {
  const { now } = scene
  const { cluster, node, victims } = watch
  const ready = readyOf(node)
  const shortages = shortagesOf(scene, node).map(({ text, evidence }) => ({ text, evidence: [evidence] }))
  const hints = [...shortages, ...hintsBefore(watch)]
  return fault({
    kind: 'node_lost',
    statement: `${saySilence(watch, now)}${hints.map(({ text }) => ` ${text}`).join('')}${sayPods(watch, scene)}`,
    facts: hints,
    evidence: [
      cite(node.exhibit, JSON.stringify(node.name)),
      ready?.reason && citeField(node.exhibit, 'reason', ready.reason),
      ready?.message && cite(node.exhibit, ready.message),
      silenceEvents(watch).slice(-1).map(citeEvent),
      victims.slice(0, 2).map(({ exhibit, name }) => cite(exhibit, JSON.stringify(name))),
    ],
    confidence: isByPlace(watch) || (silenceEvents(watch).length === 0 && node.taints.length === 0) ? 0.8 : 0.9,
    subject: { kind: 'Node', name: node.name },
    since: ready?.since,
    explains: EXPLAINED,
    ...cordonGate({ cluster, now, node, why: `Node ${node.name} is not ready, so nothing new should be sent there.` }),
    suggestions: [
      `Look at the machine behind ${node.name} (console, kubelet, network); restart or replace it.`,
      ...sayComeback(watch),
    ],
  })
}

/** Only the same namespace at the same time ties it to the alert. */
function isByPlace({ cluster, node, victims }: NodeWatch): boolean {
  const own = subjectPods(cluster)
  return !isNamed(cluster, node) && victims.every((pod) => !own.some((one) => isSame(one, pod)))
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
  const sets = new Set(
    pods.flatMap((pod) => (pod.owner?.kind === 'StatefulSet' ? (workloadOf(cluster, pod)?.name ?? []) : [])),
  )
  const others = pods.some(({ owner }) => owner?.kind !== 'StatefulSet')
  return [
    ...(sets.size > 0
      ? [
          `StatefulSet ${[...sets].join(', ')} makes its pod anew only when the old one is known to have ended: once the machine is certainly off, delete node ${node.name} or taint it node.kubernetes.io/out-of-service.`,
        ]
      : []),
    ...(others || sets.size === 0
      ? [
          'Its pods come up elsewhere by themselves; deleting them does not help, since nothing on the node confirms it.',
        ]
      : []),
  ]
}

function saySilence({ node }: NodeWatch, now: Date): string {
  const ready = readyOf(node)
  const since = ready?.since ? ` since ${sayTime(ready.since)} (${sayAgo(ready.since, now)})` : ''
  const why = ready?.message ? `: ${ready.message}` : ''
  if (ready?.status === 'Unknown' || ready === undefined)
    return `Node ${node.name} is gone: its Ready condition is ${ready?.status ?? 'not there'} (${ready?.reason ?? 'no reason given'})${since}${why.replace(/\.$/, '')}. The kubelet or the whole host is dead or cut off.`
  return `Node ${node.name} is not ready${since} (${ready.reason ?? 'no reason given'})${why.replace(/\.$/, '')}.`
}

function silenceEvents({ events }: NodeWatch) {
  return events.filter(({ reason }) => reason === 'NodeNotReady')
}

/** What it complained of before it fell silent. */
const HINT =
  /OOM|Deadlock|Kernel|Reboot|Shutdown|EvictionThresholdMet|FreeDiskSpaceFailed|ImageGCFailed|ContainerGCFailed|PLEG|FilesystemIsReadOnly|Corrupt|Insufficient|Pressure/i

function hintsBefore({ events, node }: NodeWatch): Finding['facts'] {
  const silentAt = readyOf(node)?.since?.getTime() ?? Number.POSITIVE_INFINITY
  return events
    .filter(({ reason, at }) => HINT.test(reason) && (at?.getTime() ?? 0) <= silentAt + 60_000)
    .slice(-2)
    .map((event) => ({
      text: `Before that, at ${sayTime(event.at)}, it told of ${event.reason}: "${event.message}".`,
      evidence: [citeEvent(event)],
    }))
}
