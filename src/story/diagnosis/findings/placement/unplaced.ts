/**
 * Pods that no node takes: what stands in the way, in the scheduler's words and by what nodes and pod say themselves.
 */

import type { Difference, Fields } from '../../cluster/cluster-scene.ts'
import { noAction, rollbackGate } from '../../cluster/gates.ts'
import { isNodeListCut } from '../../cluster/nodes/node-watch.ts'
import {
  growthFact,
  isOpenTo,
  type NodeFit,
  type Obstacle,
  type Placement,
  sayPod,
  sayScheduler,
  unplacedPods,
} from '../../cluster/placement/placement.ts'
import type { RefusalKind } from '../../cluster/placement/refused-creations.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { number, record, records, text } from '../../cluster/reading/loose-fields.ts'
import { citeDifferences, differencesIn } from '../../cluster/releases/revision-history.ts'
import { sayAgo, sayAmount } from '../../cluster/saying/say.ts'
import { sayChanges } from '../../cluster/saying/say-change.ts'
import { type PodInQuestion, podsInQuestion } from '../../cluster/subject/in-question.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { CAUSED_BY_MISSING_PODS, objectOf } from '../cluster-fault.ts'
import { tellCordon, tellPorts, tellResources, tellSelector, tellTaint } from './what-refuses.ts'

const ROWS: Partial<Record<RefusalKind, (placement: Placement, scene: Scene) => Obstacle>> = {
  ...{ resources: tellResources, selector: tellSelector, taint: tellTaint, spread: tellSpread },
  ...{ ports: tellPorts, cordon: tellCordon, other: tellOther },
}

export const unplaced: Analyzer = (scene) => {
  const placements = unplacedPods(scene)
  const told = placements.flatMap((placement) => {
    const tell = ROWS[placement.decisive]
    return tell ? [findingOf(placement, tell(placement, scene), scene.now)] : []
  })
  return [...told, ...podsInQuestion(scene).flatMap((one) => boundToNobody(one, scene))]
}

function findingOf(placement: Placement, obstacle: Obstacle, now: Date): Finding {
  const { cluster, pod, workload, history, evidence, since } = placement
  const { kind, why, isSeen, guilty = [], stays, suggestions, node, step = noAction(stays) } = obstacle
  const undo = { workload, guilty, since: pod.createdAt, why: whyUndone(guilty) }
  return fault({
    kind,
    statement: `${sayPod(placement)} cannot be placed${why}${sayCame(history, guilty)} ${sayScheduler(placement)}`,
    facts: growthFact(placement, now),
    evidence: [[...evidence, ...obstacle.evidence], citeDifferences(history, guilty, 2)],
    confidence: isSeen ? 0.9 : 0.7,
    subject: node === undefined ? objectOf(pod, workload) : { kind: 'Node', name: node },
    since,
    explains: CAUSED_BY_MISSING_PODS,
    ...(guilty.length > 0 ? rollbackGate({ cluster, now }, undo) : step),
    suggestions,
  })
}

function sayCame(history: PodInQuestion['history'], guilty: readonly Difference[]): string {
  return guilty.length > 0 ? ` This came with revision ${history?.newest.revision}: ${sayChanges(guilty)}.` : ''
}

function whyUndone(guilty: readonly Difference[]): string {
  return `The revision before did not ask for this: ${sayChanges(guilty)}.`
}

function tellOther({ workload, pod }: Placement): Obstacle {
  return {
    kind: 'unplaced',
    ...{ why: '.', evidence: [], isSeen: false },
    stays: 'A new pod from the same template would wait for the same reason.',
    suggestions: [`Change what keeps ${workload?.name ?? pod.name} from every node.`],
  }
}

/** Given by name to a node that does not exist: no scheduler looks at it, and no kubelet starts it. */
function boundToNobody({ pod, workload, history }: PodInQuestion, { cluster, now }: Scene): Finding[] {
  const known = cluster?.nodes.map(({ name }) => name) ?? []
  const isBound = pod.phase === 'Pending' && pod.nodeName !== undefined && !known.includes(pod.nodeName)
  if (!cluster || known.length === 0 || !isBound || isNodeListCut(cluster)) return []
  const guilty = differencesIn(history, /nodeName/)
  return [
    fault({
      kind: 'no_such_node',
      evidence: [citeField(pod.exhibit, 'nodeName', pod.nodeName ?? '')],
      subject: objectOf(pod, workload),
      since: pod.createdAt,
      explains: CAUSED_BY_MISSING_PODS,
      statement: `Pod ${pod.name}${workload ? ` of ${workload.kind} ${workload.name}` : ''} waits since ${sayAgo(pod.createdAt, now)} for node ${pod.nodeName}, which does not exist: it was assigned there by name (spec.nodeName). The nodes are ${known.slice(0, 10).join(', ')}.${sayCame(history, guilty)}`,
      confidence: 0.9,
      ...rollbackGate({ cluster, now }, { workload, guilty, since: pod.createdAt, why: whyUndone(guilty) }),
      suggestions: [`Remove nodeName from the template of ${workload?.name ?? pod.name}, or name a node that exists.`],
    }),
  ]
}

// A replica too many for a hard rule that keeps replicas apart, or zones that must stay even while one of them is
// full.

const DOMAINS_SHOWN = 6

function tellSpread(placement: Placement): Obstacle {
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
  const places = domains.map(({ value }) => value)
  const wanted = wantedReplicas(placement)
  switch (rule.wish) {
    case 'anti-affinity':
      return `a hard pod anti-affinity rule (required, topologyKey ${rule.key}) allows one replica per ${rule.key}; ${wanted === undefined ? 'more are' : `${wanted} replicas are`} wanted and ${domains.length === 0 ? 'no place is left' : `there are ${domains.length} such places (${places.slice(0, DOMAINS_SHOWN).join(', ')})`}.`
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
  const eligible = fits.filter(isOpenTo)
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
