/** A pod that asks for more than any node it may run on has left. */
import { readQuantity } from '../../../../plugins/kubernetes/quantity.ts'
import type { Difference } from '../../cluster/cluster-scene.ts'
import { type FilledIn, filledIn } from '../../cluster/placement/filled-in.ts'
import { isControlPlane, type NodeFit, requestedBy, type Shortage } from '../../cluster/placement/node-fit.ts'
import type { Obstacle, Placement } from '../../cluster/placement/placement.ts'
import { differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayAmount } from '../../cluster/saying/say.ts'
import { citeField } from '../../evidence.ts'

const NODES_SHOWN = 6

export function tellResources(placement: Placement, now: Date): Obstacle {
  const candidates = placement.fits.filter((fit) => shortagesOf(fit).length > 0 && isCandidate(fit))
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

function isCandidate(fit: NodeFit): boolean {
  return fit.unmet.length === 0 && fit.taints.length === 0 && !isControlPlane(fit)
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
  return [
    isTooLarge
      ? `Lower the ${short.join(' and ')} request of ${placement.workload?.name ?? placement.pod.name}, or add a larger node: no node of this cluster can hold it.`
      : `Add a node, free ${short.join(' and ')} on the nodes above, or lower the request of ${placement.workload?.name ?? placement.pod.name}.`,
    ...(others.length > 0
      ? [
          `Node ${others.map(({ node }) => node.name).join(', ')} is kept for others by a taint; decide whether this pod may go there.`,
        ]
      : []),
  ]
}
