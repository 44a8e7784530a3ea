/** A node that does not answer, or says itself that it cannot run pods. */

import { citeEvent } from '../cluster/events-about.ts'
import { cordonGate } from '../cluster/gates.ts'
import { type NodeWatch, readyOf, watchedNodes } from '../cluster/node-watch.ts'
import { sayAgo, sayTime } from '../cluster/say-time.ts'
import { cite, citeField } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'
import type { Scene } from '../scene.ts'
import { shortagesOf } from '../signals/host-figures.ts'
import { aside } from './aside.ts'
import { fault } from './cluster-fault.ts'
import { FOR_WANT_OF_PODS } from './explained-kinds.ts'

/** Its pods read as they were last reported, and those that wait for it read as unplaced. */
const EXPLAINED = [
  ...FOR_WANT_OF_PODS,
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
  const { cluster, node, pods } = watch
  const ready = readyOf(node)
  const leaving = pods.filter(({ deletedAt }) => deletedAt)
  const shortages = shortagesOf(scene, node).map(({ text, evidence }) => ({ text, evidence: [evidence] }))
  const hints = [...shortages, ...hintsBefore(watch)]
  return fault({
    kind: 'node_lost',
    statement: `${saySilence(watch, now)}${hints.map(({ text }) => ` ${text}`).join('')}${pods.length > 0 ? ` ${pods.length} pods are on it${leaving.length > 0 ? `, ${leaving.length} of them being moved away but unable to end there` : ''}.` : ''}`,
    facts: hints,
    evidence: [
      cite(node.exhibit, JSON.stringify(node.name)),
      ...(ready?.reason ? [citeField(node.exhibit, 'reason', ready.reason)] : []),
      ...(ready?.message ? [cite(node.exhibit, ready.message)] : []),
      ...silenceEvents(watch).slice(-1).map(citeEvent),
    ],
    confidence: silenceEvents(watch).length > 0 || node.taints.length > 0 ? 0.9 : 0.8,
    subject: { kind: 'Node', name: node.name },
    ...(ready?.since && { since: ready.since }),
    explains: EXPLAINED,
    ...cordonGate({ cluster, now, node, why: `Node ${node.name} is not ready, so nothing new should be sent there.` }),
    suggestions: [
      `Look at the machine behind ${node.name} (console, kubelet, network); restart or replace it.`,
      'Its pods come up elsewhere by themselves; deleting them does not help, since nothing on the node confirms it.',
    ],
  })
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
