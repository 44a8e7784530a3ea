/** What a node may have only so much of, as it measures itself: how much is in use there, and how much on its peers. */
import type { EvidenceReference } from '../../incident/diagnosis.ts'
import type { ClusterScene, NodeView } from '../cluster/cluster-scene.ts'
import { cite } from '../evidence.ts'
import type { Scene } from '../scene.ts'
import { isOfNode } from './host-figures.ts'
import { lastOf } from './points.ts'
import { metrics } from './promql.ts'
import { overTime, type SignalQuestion, type Span } from './signal-question.ts'
import type { Figure } from './signal-scene.ts'

type Limited = { what: string; used: string; limit: string; isLeft?: true }

const LIMITED: readonly Limited[] = [
  {
    what: 'connection tracking table (conntrack)',
    used: 'node_nf_conntrack_entries',
    limit: 'node_nf_conntrack_entries_limit',
  },
  { what: 'limit of open files', used: 'node_filefd_allocated', limit: 'node_filefd_maximum' },
  { what: 'limit of threads', used: 'node_processes_threads', limit: 'node_processes_max_threads' },
  { what: 'ARP table', used: 'node_arp_entries', limit: 'node_sysctl_net_ipv4_neigh_default_gc_thresh3' },
  { what: 'memory', used: 'node_memory_MemAvailable_bytes', limit: 'node_memory_MemTotal_bytes', isLeft: true },
]
const FULL_SHARE = 0.95
/** Peers as full as this are in the same state, and then it does not tell the place. */
const PEER_SHARE = 0.85

/** Of all nodes at once: what matters is how one differs. */
export function limitsQuestion(span: Span): SignalQuestion {
  return overTime(
    'host',
    metrics(
      LIMITED.flatMap(({ used, limit }) => [used, limit]),
      {},
    ),
    span,
  )
}

type FullLimit = { text: string; evidence: readonly EvidenceReference[] }

export function fullLimits({ signals, cluster }: Scene, node: NodeView): FullLimit[] {
  const figures = (signals?.figures ?? []).filter(({ family }) => family === 'host')
  const peers = (cluster?.nodes ?? []).filter(({ name }) => name !== node.name)
  return LIMITED.flatMap((limited) => {
    const own = shareOn(node, limited, figures)
    const others = peers.flatMap((peer) => shareOn(peer, limited, figures) ?? [])
    const most = Math.max(0, ...others.map(({ share }) => share))
    if (!own || own.share < FULL_SHARE || most > PEER_SHARE) return []
    const beside = others.length > 0 ? `, on its peers at most ${percent(most)}` : ''
    const sample = own.figure.points.at(-1)?.sample
    return [
      {
        text: `Its ${limited.what} is ${percent(own.share)} used there (${limited.used})${beside}.`,
        evidence: sample === undefined ? [] : [cite(own.figure.exhibit, sample)],
      },
    ]
  })
}

function shareOn(
  node: ClusterScene['nodes'][number] | NodeView,
  { used, limit, isLeft }: Limited,
  figures: readonly Figure[],
) {
  const own = figures.filter((figure) => isOfNode(node, figure))
  const figure = own.find(({ name }) => name === used)
  const whole = own.find(({ name }) => name === limit)
  const [part, all] = [figure && lastOf(figure), whole && lastOf(whole)]
  if (!figure || part === undefined || !all) return undefined
  return { figure, share: isLeft ? 1 - part / all : part / all }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
