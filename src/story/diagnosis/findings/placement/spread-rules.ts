/** A replica too many for a hard rule that keeps replicas apart, or zones that must stay even while one of them is full. */
import type { NodeFit } from '../../cluster/placement/node-fit.ts'
import type { Obstacle, Placement } from '../../cluster/placement/placement.ts'
import { domainsOf, hardRules, type SpreadRule } from '../../cluster/placement/spread.ts'
import { differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayAmount } from '../../cluster/saying/say.ts'
import { citeField } from '../../evidence.ts'

const DOMAINS_SHOWN = 6

export function tellSpread(placement: Placement): Obstacle {
  const { pod, workload, described, history, fits } = placement
  const rules = hardRules(placement)
  return {
    kind: 'spread_rules',
    why: `: ${rules.map((rule) => sayRule(placement, rule)).join(' ') || 'a hard rule about where other pods run keeps it from every node.'}`,
    evidence: described ? rules.slice(0, 2).map(({ key }) => citeField(described.exhibit, 'topologyKey', key)) : [],
    isSeen: rules.length > 0 && fits.length > 0,
    guilty: differencesIn(history, /affinity|topologySpread/i),
    stays:
      'The rule holds as it was written: neither a restart nor a cordon changes where the pod may go. Fewer replicas, more nodes or a softer rule are for its owner to choose.',
    suggestions: [
      `Lower the replicas of ${workload?.name ?? pod.name} to what the rule allows, add nodes, or make the rule a preferred one.`,
    ],
  }
}

function sayRule(placement: Placement, rule: SpreadRule): string {
  const domains = domainsOf(placement, rule)
  const wanted = wantedReplicas(placement)
  switch (rule.kind) {
    case 'anti-affinity':
      return `a hard pod anti-affinity rule (required, topologyKey ${rule.key}) allows one replica per ${rule.key}; ${wanted === undefined ? 'more are' : `${wanted} replicas are`} wanted and ${
        domains.length === 0
          ? 'no place is left'
          : `there are ${domains.length} such places (${domains
              .slice(0, DOMAINS_SHOWN)
              .map(({ value }) => value)
              .join(', ')})`
      }.`
    case 'affinity':
      return `a hard pod affinity rule (required, topologyKey ${rule.key}) wants it beside other pods, and no node it may run on has them.`
    case 'spread':
      return `a topology spread constraint (topologyKey ${rule.key}, maxSkew ${rule.skew}, DoNotSchedule) keeps the replicas even, which stand ${domains.map(({ value, replicas }) => `${replicas} in ${value}`).join(', ')}.${sayObstacles(placement, rule)}`
  }
}

/** Where the rule would let it go, something else is in the way. */
function sayObstacles(placement: Placement, rule: SpreadRule): string {
  const domains = domainsOf(placement, rule)
  const fewest = domains[0]?.replicas ?? 0
  const allowed = domains.filter(({ replicas }) => replicas + 1 - fewest <= rule.skew)
  const obstacles = allowed.flatMap(({ fits }) => fits.flatMap((fit) => sayObstacle(fit) ?? []))
  if (obstacles.length === 0) return ''
  return ` It may only go to ${allowed.map(({ value }) => value).join(' or ')}, where it cannot: ${obstacles.slice(0, DOMAINS_SHOWN).join('; ')}.`
}

function sayObstacle({ node, tooSmall, full, isCordoned, isUnwell }: NodeFit): string | undefined {
  if (isUnwell) return `node ${node.name} is not well`
  if (isCordoned) return `node ${node.name} is cordoned`
  const short = [...tooSmall, ...full].map(
    ({ resource, asked, free, total }) =>
      `${sayAmount(resource, Math.max(0, free ?? total))} ${resource} free of ${sayAmount(resource, total)}, ${sayAmount(resource, asked)} asked`,
  )
  return short.length > 0 ? `node ${node.name} has insufficient ${short.join(', ')}` : undefined
}

function wantedReplicas({ cluster, workload }: Placement): number | undefined {
  const all = [...cluster.deployments, ...cluster.statefulSets]
  return all.find(({ namespace, name }) => namespace === workload?.namespace && name === workload.name)?.replicas
}
