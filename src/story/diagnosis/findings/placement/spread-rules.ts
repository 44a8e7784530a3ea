/** A replica too many for a hard rule that keeps replicas apart, or zones that must stay even while one of them is full. */
import type { Difference } from '../../cluster/cluster-scene.ts'
import { noAction, rollbackGate } from '../../cluster/gates.ts'
import type { NodeFit } from '../../cluster/placement/node-fit.ts'
import { growthFact, type Placement, sayPod, sayScheduler, unplacedPods } from '../../cluster/placement/placement.ts'
import { domainsOf, hardRules, type SpreadRule } from '../../cluster/placement/spread.ts'
import { sayAmount } from '../../cluster/reading/amounts.ts'
import { citeDifference, differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import { fault, objectOf } from '../cluster-fault.ts'
import { CAUSED_BY_MISSING_PODS } from '../explained-kinds.ts'

const DOMAINS_SHOWN = 6

export const spreadRules: Analyzer = (scene) =>
  unplacedPods(scene)
    .filter(({ decisive }) => decisive === 'spread')
    .map((placement) => findingOf(placement, scene.now))

function findingOf(placement: Placement, now: Date): Finding {
  const { pod, workload, described, history, evidence, since } = placement
  const rules = hardRules(placement)
  const changed = differencesIn(history, /affinity|topologySpread/i)
  return fault({
    kind: 'spread_rules',
    statement: `${sayPod(placement)} cannot be placed: ${rules.map((rule) => sayRule(placement, rule)).join(' ') || 'a hard rule about where other pods run keeps it from every node.'} ${sayScheduler(placement)}`,
    facts: growthFact(placement, now),
    evidence: [
      ...evidence,
      ...(described ? rules.slice(0, 2).map(({ key }) => citeField(described.exhibit, 'topologyKey', key)) : []),
      ...(history ? changed.slice(0, 2).flatMap((one) => citeDifference(history, one)) : []),
    ],
    confidence: rules.length > 0 && placement.fits.length > 0 ? 0.9 : 0.7,
    subject: objectOf(pod, workload),
    ...(since && { since }),
    explains: CAUSED_BY_MISSING_PODS,
    ...gate(placement, changed, now),
    suggestions: [
      `Lower the replicas of ${workload?.name ?? pod.name} to what the rule allows, add nodes, or make the rule a preferred one.`,
    ],
  })
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

function gate({ cluster, workload, pod }: Placement, guilty: readonly Difference[], now: Date) {
  if (guilty.length === 0)
    return noAction(
      'The rule holds as it was written: neither a restart nor a cordon changes where the pod may go. Fewer replicas, more nodes or a softer rule are for its owner to choose.',
    )
  const why = `The revision before did not have this rule: ${sayChanges(guilty)}.`
  return rollbackGate({ cluster, now }, { workload, guilty, since: pod.createdAt, why })
}
