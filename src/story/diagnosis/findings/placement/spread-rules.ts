/** A replica too many for a hard rule that keeps replicas apart, or zones that must stay even while one of them is full. */
import type { Fields } from '../../cluster/cluster-scene.ts'
import { isControlPlane, type NodeFit } from '../../cluster/placement/node-fit.ts'
import type { Obstacle, Placement } from '../../cluster/placement/placement.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { number, record, records, text } from '../../cluster/reading/loose-fields.ts'
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
  switch (rule.wish) {
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

// Rules that keep the replicas of a workload apart, and how the replicas stand now.

type SpreadRule = { wish: 'anti-affinity' | 'affinity' | 'spread'; key: string; skew: number }

/** Only the hard ones that the scheduler speaks of; what is merely preferred keeps nobody waiting. */
function hardRules({ described, message }: Placement): SpreadRule[] {
  const { affinity, topologySpreadConstraints } = record(record(described?.whole).pod)
  const all = [
    ...required(record(affinity).podAntiAffinity, 'anti-affinity'),
    ...required(record(affinity).podAffinity, 'affinity'),
    ...records(topologySpreadConstraints)
      .filter(({ whenUnsatisfiable }) => whenUnsatisfiable !== 'ScheduleAnyway')
      .map(({ topologyKey, maxSkew }) => rule('spread', topologyKey, number(maxSkew) ?? 1)),
  ]
  return all.filter(({ wish }) => WORDS[wish].test(message))
}

const WORDS: Readonly<Record<SpreadRule['wish'], RegExp>> = {
  'anti-affinity': /anti-affinity/,
  affinity: /pod affinity/,
  spread: /topology spread/,
}

function required(part: unknown, wish: SpreadRule['wish']): SpreadRule[] {
  const terms = records(record(part).requiredDuringSchedulingIgnoredDuringExecution)
  return terms.map(({ topologyKey }: Fields) => rule(wish, topologyKey, 0))
}

function rule(wish: SpreadRule['wish'], key: unknown, skew: number): SpreadRule {
  return { wish, key: text(key) ?? '', skew }
}

/** A value of the rule's label: how many replicas stand there, and which nodes the pod could otherwise go to. */
type Domain = { value: string; replicas: number; fits: readonly NodeFit[] }

/** The fewest replicas first. */
function domainsOf({ cluster, workload, fits }: Placement, { key }: SpreadRule): Domain[] {
  const eligible = fits.filter((fit) => fit.unmet.length === 0 && fit.taints.length === 0 && !isControlPlane(fit))
  const groups = Map.groupBy(eligible, ({ node }) => node.labels[key])
  const replicas = workload
    ? podsOf(cluster, workload).filter(({ phase }) => phase !== 'Succeeded' && phase !== 'Failed')
    : []
  return [...groups]
    .flatMap(([value, there]) => {
      if (value === undefined) return []
      const here = replicas.filter(({ nodeName }) => there.some(({ node }) => node.name === nodeName))
      return [{ value, replicas: here.length, fits: there }]
    })
    .sort((one, other) => one.replicas - other.replicas)
}
