/** A node that fell silent can no longer be asked, but what it measured before can: did it run out of memory or of disk? */

import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { ClusterScene, NodeView } from '../cluster/cluster-scene.ts'
import { cite } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { bytes, clockTime, lastOf } from './points.ts'
import { anyOf, type Matchers, metrics } from './promql.ts'
import { overTime, type SignalQuestion, type Span } from './signal-question.ts'
import type { Figure } from './signal-scene.ts'

const MEMORY = { left: 'node_memory_MemAvailable_bytes', whole: 'node_memory_MemTotal_bytes' }
const DISK = { left: 'node_filesystem_avail_bytes', whole: 'node_filesystem_size_bytes' }
/** Where the system and the containers write. */
const MOUNTS = '/|/var|/var/lib|/var/lib/(kubelet|containerd|containers|docker)'

type Asked = { cluster: ClusterScene | undefined; span: Span }

/** Of the one node that is not ready, the alert's own first. */
export function hostQuestion({ cluster, span }: Asked): SignalQuestion[] {
  const silent = cluster?.nodes.filter(({ isReady }) => !isReady) ?? []
  const node = silent.find(({ name }) => name === cluster?.target.node) ?? silent[0]
  if (!node) return []
  const expressions = waysToName(node).flatMap((matchers) => [
    metrics(Object.values(MEMORY), matchers),
    metrics(Object.values(DISK), { ...matchers, mountpoint: { pattern: MOUNTS } }),
  ])
  return [overTime('host', anyOf(expressions), span)]
}

/** Exporters call a node by its name, or by its address with a port. */
function waysToName({ name, address }: NodeView): Matchers[] {
  const hosts = [name, ...(address === undefined ? [] : [address])].map((host) => host.replaceAll('.', '\\.'))
  return [{ node: name }, { instance: { pattern: `(${hosts.join('|')})(:[0-9]+)?` } }]
}

type Shortage = { text: string; evidence: EvidenceReference }

/** What its own last figures show to have run out. */
export function shortagesOf({ signals }: Scene, node: NodeView): Shortage[] {
  const own = (signals?.figures ?? []).filter((figure) => figure.family === 'host' && isOfNode(node, figure))
  return [
    ...[MEMORY, DISK].flatMap(({ left, whole }) =>
      own
        .filter(({ name }) => name === left)
        .flatMap(
          (figure) =>
            shortageIn(
              figure,
              own.find((one) => one.name === whole && isSameDisk(one, figure)),
            ) ?? [],
        )
        .slice(0, 1),
    ),
  ]
}

function isOfNode({ name, address }: NodeView, { labels }: Figure): boolean {
  const host = labels.instance?.replace(/:\d+$/, '')
  return labels.node === name || host === name || (address !== undefined && host === address)
}

function isSameDisk(one: Figure, other: Figure): boolean {
  return one.labels.mountpoint === other.labels.mountpoint && one.labels.device === other.labels.device
}

const SHORT_SHARE = 0.05
/** Where what there is in all is not measured. */
const FALLEN_SHARE = 0.1

function shortageIn(left: Figure, whole: Figure | undefined): Shortage | undefined {
  const [last, most] = [left.points.at(-1), left.points.toSorted((one, other) => other.value - one.value)[0]]
  if (!last || !most) return undefined
  const all = whole && lastOf(whole)
  const isShort = all ? last.value < all * SHORT_SHARE : last.value < most.value * FALLEN_SHARE
  if (!isShort) return undefined
  const what = left.name === MEMORY.left ? 'memory' : `disk space (${left.labels.mountpoint ?? 'unnamed'})`
  const fell = most.value > last.value * 2 ? `, down from ${bytes(most.value)} at ${clockTime(new Date(most.at))}` : ''
  return {
    text: `It had run out of ${what}: at ${clockTime(new Date(last.at))} only ${bytes(last.value)} were left${all ? ` of ${bytes(all)}` : ''}${fell}.`,
    evidence: cite(left.exhibit, last.sample ?? String(left.name)),
  }
}
