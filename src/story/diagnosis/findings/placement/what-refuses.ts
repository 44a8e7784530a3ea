/** What keeps a pod from nodes: labels it asks for, taints, a cordon, a port of the node, or want of room. */
import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { Difference, Fields } from '../../cluster/cluster-scene.ts'
import { type FilledIn, filledIn } from '../../cluster/placement/filled-in.ts'
import {
  hasRoom,
  isControlPlane,
  isOpenTo,
  type NodeFit,
  type Obstacle,
  type Placement,
  requestedBy,
  type Shortage,
  type Taint,
  wantedKeys,
  wantedOf,
} from '../../cluster/placement/placement.ts'
import { eventsAbout, podsOf } from '../../cluster/pods/workload-pods.ts'
import { number, record, records, text } from '../../cluster/reading/loose-fields.ts'
import { differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayAgo, sayAmount } from '../../cluster/saying/say.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import { openedAgain } from './open-again.ts'

const NODES_SHOWN = 6
const SAME_AGAIN = 'A new pod from the same template would wait for the same reason.'

export function tellSelector(placement: Placement): Obstacle {
  const { pod, workload, described, history, fits } = placement
  const spec = record(described?.whole.pod)
  const wanted = wantedOf(spec)
  return {
    kind: 'no_matching_node',
    why: `: ${sayWanted(wanted, placement)}${sayNodes(fits)}`,
    evidence:
      described && spec.nodeSelector !== undefined ? [cite(described.exhibit, JSON.stringify(spec.nodeSelector))] : [],
    isSeen: wanted.length > 0 && fits.length > 0,
    guilty: differencesIn(history, /nodeSelector|nodeAffinity|\.affinity\b|^affinity/),
    stays: SAME_AGAIN,
    suggestions: [
      `Give a node the label ${wanted.join(', ') || 'it asks for'}, or correct the selector of ${workload?.name ?? pod.name} (labels asked for: ${wantedKeys(spec).join(', ') || 'see its template'}).`,
    ],
  }
}

/** A node refused for another reason may have the labels, unless it was seen that it has not. */
function sayWanted(wanted: readonly string[], { fits, refusals }: Placement): string {
  const isNone = fits.length > 0 || refusals.every(({ kind }) => kind === 'selector' || kind === 'control_plane')
  const count = refusals.find(({ kind }) => kind === 'selector')?.count
  const nobody = isNone ? 'no node' : `${count ?? 'most'} nodes do not`
  if (wanted.length === 0) return `${nobody} ${isNone ? 'matches' : 'match'} its node selector or affinity.`
  return `it may only run on a node with ${wanted.join(' and ')}, and ${nobody} ${isNone ? 'has' : 'have'} that.`
}

function sayNodes(fits: readonly NodeFit[]): string {
  const labels = fits
    .filter((fit) => !isControlPlane(fit) && fit.unmet.length > 0)
    .slice(0, NODES_SHOWN)
    .map(({ node, unmet }) => `${node.name}: ${unmet.map((one) => /\((.*)\)$/.exec(one)?.[1] ?? one).join(', ')}`)
  return labels.length > 0 ? ` The nodes have: ${labels.join('; ')}.` : ''
}

export function tellTaint({ pod, workload, history, fits, refusals }: Placement): Obstacle {
  const tainted = fits.filter((fit) => fit.unmet.length === 0 && fit.taints.length > 0 && !isControlPlane(fit))
  const usable = tainted.filter(hasRoom)
  const fitting = usable.length > 0 ? usable : tainted
  const said = refusals.flatMap(({ kind, word }) => (kind === 'taint' && word !== undefined ? [`{${word}}`] : []))
  const taints = fitting.length > 0 ? [...new Set(fitting.flatMap((fit) => fit.taints.map(sayTaint)))] : said
  const nodes = fitting.map(({ node }) => node.name).join(', ')
  return {
    kind: 'untolerated_taint',
    why: `: it does not tolerate the taint ${taints.join(' and ')}${fitting.length > 0 ? ` of node ${nodes}, ${usable.length > 0 ? 'which would have room for it' : 'which it may run on otherwise'}` : ''}.`,
    evidence: fitting
      .slice(0, 2)
      .flatMap(({ node, taints: [first] }) => (first ? [citeField(node.exhibit, 'key', first.key)] : [])),
    isSeen: fitting.length > 0,
    guilty: differencesIn(history, /tolerations|nodeSelector|affinity/),
    stays: SAME_AGAIN,
    suggestions: [
      `Add a toleration for ${taints.join(' and ')} to ${workload?.name ?? pod.name}, if it belongs on these nodes; otherwise give it nodes without the taint.`,
    ],
  }
}

/** `nvidia.com/gpu=present:NoSchedule`, as kubectl writes it. */
function sayTaint({ key, value, effect }: Taint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`
}

export function tellCordon({ cluster, fits, refusals }: Placement, scene: Scene): Obstacle {
  const fitting = fits.filter((fit) => fit.isCordoned && fit.unmet.length === 0 && hasRoom(fit))
  const nodes =
    fitting.length > 0 ? fitting.map(({ node }) => node) : cluster.nodes.filter((one) => one.isUnschedulable)
  const names = nodes.map(({ name }) => name)
  const [closed] = names.flatMap((name) => eventsAbout(cluster, { kind: 'Node', name }, 'NodeNotSchedulable'))
  const others = refusals.filter(({ kind }) => kind === 'resources').map(({ text }) => text)
  const isWell = nodes.length > 0 && nodes.every(({ isReady }) => isReady)
  const again = openedAgain(nodes, scene)
  return {
    kind: 'forgotten_cordon',
    why: ` because node ${names.join(', ') || '(not seen)'} is cordoned (spec.unschedulable is true)${closed ? `, closed ${sayAgo(closed.at, scene.now)}` : ''}${isWell ? `, although it is ready${fitting.length > 0 ? ' and would have room for it' : ''}` : ''}.${others.length > 0 ? ` The other nodes have no room (${others.join(', ')}).` : ''}${again?.sentence ?? ''}`,
    evidence: [
      ...(again?.evidence ?? []),
      ...nodes.slice(0, 2).map((node) => cite(node.exhibit, JSON.stringify(node.name))),
      ...nodes.slice(0, 1).map((node) => citeField(node.exhibit, 'unschedulable', true)),
    ],
    isSeen: nodes.length > 0,
    stays: `Why the node was closed is not known here; whoever closed it should say that it may be opened again (kubectl uncordon ${names[0] ?? 'NODE'}).`,
    suggestions: [
      `Uncordon ${names.join(', ') || 'the node'} if its maintenance is over.`,
      'If it must stay closed, add capacity elsewhere or run fewer replicas.',
    ],
    step: again?.gated,
    node: names[0],
  }
}

/** A port of the node itself, which every node can give only once. */
export function tellPorts(placement: Placement): Obstacle {
  const { pod, workload, described, history } = placement
  const ports = hostPortsOf(record(described?.whole.pod))
  return {
    kind: 'host_port_taken',
    why: `: it asks for host port ${ports.map(({ port, container }) => `${port} (hostPort of container ${container})`).join(', ') || 'of the node'}, which a node can give only once, and it is taken on every node it may run on${sayHolders(placement)}.`,
    evidence: described ? ports.slice(0, 2).map(({ port }) => citeField(described.exhibit, 'hostPort', port)) : [],
    isSeen: ports.length > 0,
    guilty: differencesIn(history, /ports|hostNetwork/),
    stays:
      'A restart asks for the same port again; fewer replicas, more nodes or no host port are for its owner to choose.',
    suggestions: [
      `Run no more than one replica of ${workload?.name ?? pod.name} per node (a DaemonSet does just that), or use a Service instead of a host port.`,
    ],
  }
}

function hostPortsOf({ containers }: Fields): { port: number; container: string }[] {
  return records(containers).flatMap(({ name, ports }) =>
    records(ports).flatMap(({ hostPort }) => {
      const port = number(hostPort)
      return port === undefined ? [] : [{ port, container: text(name) ?? '' }]
    }),
  )
}

/** Its own replicas are the usual holders. */
function sayHolders({ cluster, workload, fits }: Placement): string {
  const own = workload ? podsOf(cluster, workload).filter(({ nodeName }) => nodeName !== undefined) : []
  const nodes = fits.filter((fit) => !isControlPlane(fit)).length
  if (own.length === 0) return ''
  return ` (${own.length} replicas of it run on ${own.map(({ nodeName }) => nodeName).join(', ')}${nodes > 0 ? `; ${nodes} nodes are there for it` : ''})`
}

// A pod that asks for more than any node it may run on has left.

export function tellResources(placement: Placement, { now }: Scene): Obstacle {
  const candidates = placement.fits.filter((fit) => shortagesOf(fit).length > 0 && isOpenTo(fit))
  const short = shortResources(placement, candidates)
  const origin = originOf(placement, short, now)
  return {
    kind: 'insufficient_resources',
    why: `: ${sayAsked(placement, short)}${sayRoom(candidates)}${origin?.sentence ?? ''}`,
    evidence: [
      ...(origin?.evidence ?? []),
      ...candidates.slice(0, 2).map(({ node }) => citeField(node.exhibit, 'name', node.name)),
    ],
    isSeen: candidates.length > 0,
    guilty: differencesIn(placement.history, /\.resources\b/).filter((difference) => isRaised(difference, short)),
    stays: 'Neither a restart nor a rollback makes room: the request has to become smaller, or the cluster larger.',
    suggestions: [...(origin ? [origin.advice] : []), ...suggestionsOf(placement, candidates, short)],
  }
}

/** A request nobody wrote is not lowered in the template. */
function originOf({ described }: Placement, short: readonly string[], now: Date): FilledIn | undefined {
  const asked = (described?.containers ?? []).flatMap(({ name }) =>
    short.flatMap((resource) => filledIn(described, { container: name, part: 'requests', resource }, now) ?? []),
  )
  return asked[0]
}

function shortagesOf({ tooSmall, full }: NodeFit): Shortage[] {
  return [...tooSmall, ...full]
}

function shortResources({ refusals }: Placement, candidates: readonly NodeFit[]): string[] {
  const said = refusals.flatMap(({ kind, word }) => (kind === 'resources' && word !== undefined ? [word] : []))
  const seen = candidates.flatMap(shortagesOf).map(({ resource }) => resource)
  return [...new Set(said.length > 0 ? said : seen)]
}

function sayAsked({ described }: Placement, short: readonly string[]): string {
  const requests = described && requestedBy(described)
  const asked = short.flatMap((resource) => {
    const amount = requests?.get(resource)
    return amount === undefined ? [] : [`${sayAmount(resource, amount)} ${resource}`]
  })
  const none = `no node it may run on has enough ${short.join(' and ')} free (insufficient ${short.join(', ')}).`
  return asked.length > 0 ? `it requests ${asked.join(' and ')}, and ${none}` : none
}

/** Free against what the node can give, node by node. */
function sayRoom(candidates: readonly NodeFit[]): string {
  const rooms = candidates
    .slice(0, NODES_SHOWN)
    .map((fit) => `${fit.node.name} ${shortagesOf(fit).map(sayFree).join(', ')}`)
  return rooms.length > 0 ? ` Free: ${rooms.join('; ')}.` : ''
}

function sayFree({ resource, free, total, asked }: Shortage): string {
  if (asked > total) return `can give ${sayAmount(resource, total)} ${resource} at all`
  return `${sayAmount(resource, Math.max(0, free ?? 0))} of ${sayAmount(resource, total)} ${resource}`
}

function isRaised({ field, from, to }: Difference, short: readonly string[]): boolean {
  return short.some((resource) => {
    const before = amountAt(from, field, resource)
    const after = amountAt(to, field, resource)
    return after !== undefined && after > (before ?? 0)
  })
}

/** The difference may be of one amount, of the requests, or of all resources. */
function amountAt(value: unknown, field: string, resource: string): number | undefined {
  if (field.endsWith(`requests.${resource}`) || field.endsWith(`requests[${resource}]`)) return readQuantity(value)
  const part = value as ({ requests?: Record<string, unknown> } & Record<string, unknown>) | null
  if (typeof part !== 'object' || part === null) return undefined
  return readQuantity(part.requests?.[resource] ?? (field.endsWith('requests') ? part[resource] : undefined))
}

function suggestionsOf(placement: Placement, candidates: readonly NodeFit[], short: readonly string[]): string[] {
  const isTooLarge = candidates.length > 0 && candidates.every(({ tooSmall }) => tooSmall.length > 0)
  const others = placement.fits.filter((fit) => fit.taints.length > 0 && !isControlPlane(fit))
  const kept = others.map(({ node }) => node.name).join(', ')
  return [
    isTooLarge
      ? `Lower the ${short.join(' and ')} request of ${placement.workload?.name ?? placement.pod.name}, or add a larger node: no node of this cluster can hold it.`
      : `Add a node, free ${short.join(' and ')} on the nodes above, or lower the request of ${placement.workload?.name ?? placement.pod.name}.`,
    ...(kept ? [`Node ${kept} is kept for others by a taint; decide whether this pod may go there.`] : []),
  ]
}
