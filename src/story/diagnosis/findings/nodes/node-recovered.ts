/** A node that was unwell for a while and is well again: worth knowing, nothing to do. */

import { spelled } from '../../cluster/asking/look-at-logs.ts'
import { isBadNow, noAction } from '../../cluster/gates.ts'
import { type NodeWatch, readyOf, watchedNodes } from '../../cluster/nodes/node-watch.ts'
import { citeEvent } from '../../cluster/pods/events-about.ts'
import { removalOf } from '../../cluster/pods/removal.ts'
import { sayAgo, sayDuration, sayTime } from '../../cluster/saying/say.ts'
import { isAboutNodeOnly, isOnlyNodeNamed } from '../../cluster/subject/subject-of-alert.ts'
import { cite } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

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
    .map((watch) => findingOf(watch, scene))
}

function findingOf(watch: NodeWatch, { now }: Scene): Finding {
  const { node, events } = watch
  const since = readyOf(node)?.since
  const bad = events.filter(({ reason }) => TROUBLE.includes(reason))
  const last = bad.at(-1)
  const calm = minutesSince([since, last?.at], now)
  const isCalm = calm >= CALM_MINUTES
  const times = bad.reduce((sum, { count }) => sum + count, 0)
  const quiet = `Node ${node.name} is ready${since ? ` since ${sayTime(since)} (${sayAgo(since, now)})` : ' now'} and reports no pressure.`
  return fault({
    kind: isCalm ? 'node_recovered' : 'node_flapping',
    situation: isCalm ? 'recovered' : 'unclear',
    statement: isCalm
      ? `${quiet} ${last ? `Its trouble (${last.reason}${times > 1 ? `, ${times} times` : ''}) was last seen ${sayAgo(last.at, now)} and is over; it has recovered.` : 'No trouble of it is on record any more; it has recovered.'}`
      : `${quiet} That is only ${sayDuration(calm * 60_000)} ago${last ? `, after ${last.reason} (${times} times)` : ''}, so it may not hold${times >= FLAPS_MANY ? ': the node is flapping' : ''}.`,
    evidence: [cite(node.exhibit, JSON.stringify(node.name)), last && citeEvent(last), readyEvents(watch)],
    confidence: last && since ? 0.9 : 0.7,
    subject: { kind: 'Node', name: node.name },
    since,
    ...noAction(`Node ${node.name} is well now; a cordon would only take capacity away.`),
    suggestions: [
      `Look at what happened to ${node.name}${last ? ` at ${sayTime(last.at)}` : ''} (host, network, kubelet log) before it comes again.`,
    ],
  })
}

function minutesSince(moments: readonly (Date | undefined)[], now: Date): number {
  const latest = Math.max(...moments.map((at) => at?.getTime() ?? 0))
  return (now.getTime() - latest) / 60_000
}

function readyEvents({ events }: NodeWatch) {
  return events
    .filter(({ reason }) => reason === 'NodeReady')
    .slice(-1)
    .map(citeEvent)
}

// The alert speaks of a node the cluster does not know any more: removed, replaced, or never there.

export const nodeNotFound: Analyzer = ({ cluster, subject, now }) => {
  const { node } = subject
  const names = cluster?.nodes.map(({ name }) => name) ?? []
  const [seen] = cluster?.nodes ?? []
  const isCut = cluster?.exhibits.some(({ result }) => JSON.stringify(result.data ?? {}).includes('"nodes_left_off"'))
  const isSubject = isAboutNodeOnly(subject) || isOnlyNodeNamed(subject)
  if (!seen || isCut || node === undefined || names.includes(node) || !isSubject) return []
  if (cluster?.target.node !== undefined) return []
  const removal = cluster && removalOf(cluster, { kind: 'Node', name: node }, now)
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
      suggestions: isMeant
        ? [`The alert about ${node} ends by itself when its series do; silence it until then.`]
        : [
            `Find out whether ${node} was taken away on purpose (scaling down, replacement); the alert ends when its series do.`,
          ],
    }),
  ]
}
