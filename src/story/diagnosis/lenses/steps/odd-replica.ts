/**
 * The one replica that does otherwise than its siblings since the trouble began, wherever the complaints lead: by its figures,
 * by what it alone says, by its silence, and by whom the errors of others name. A fresh process is a cure where the siblings
 * do the same work well; not where it was given all the work, is new to it, or stands on a host that others suffer on too.
 */
import type { PodView, WorkloadName } from '../../cluster/cluster-scene.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { allWorkloads } from '../../cluster/subject/resolve-target.ts'
import type { SaidLine } from '../../signals/said-lines.ts'
import { UNTIED, type Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import { type Moved, movedIn } from '../figures.ts'
import type { Seen } from '../look-through.ts'
import { linesOf } from '../said.ts'
import { isClearStep, isMainWork, oddFigures, type PodFigures, podFigures, stepsOf } from './compared-figures.ts'
import { accusedOf, complainsAlone, fellSilent } from './heard-replicas.ts'
import { sufferingHost } from './one-host.ts'
import { isFar } from './release.ts'
import type { LensStep, Sight } from './sight.ts'

type Group = { workload: WorkloadName; pods: readonly PodView[]; ring: number; figures: PodFigures }
type Odd = { pod: PodView; group: Group; figures: readonly Moved[]; isAccused: boolean; signs: readonly string[] }

const NEAR = 0
const SIGNS_LEAST = 2
const TOGETHER_MINUTES = 10

export function oddReplica(sight: Sight): LensStep | undefined {
  const { cluster, seen } = sight
  const lines = linesOf(sight.scene)
  const odd = groupsOf(sight).flatMap((group) => oddIn(group, lines, seen))
  const accused = odd.filter(({ isAccused }) => isAccused)
  const meant = odd.filter(({ group }) => group.ring === 0)
  const tied = odd.filter(({ group }) => group.ring < UNTIED)
  const [one, ...more] = [accused, meant, tied, odd].find(({ length }) => length > 0) ?? []
  if (!one || more.length > 0 || isOfHost(one, odd, sight) || sufferingHost(cluster, seen) !== undefined)
    return undefined
  const { pod, isAccused } = one
  if (isYoung(pod, seen.onset, isAccused) || (pod.owner?.kind === 'StatefulSet' && !isAccused)) return undefined
  if (isOfOneClient(pod, seen.facts) || isGivenAllWork(one)) return undefined
  const { namespace, name } = pod
  const why = `${name} alone differs from its siblings since the trouble began (${one.signs.join('; ')}); they bear the load meanwhile, and a new process begins without what it holds.`
  return {
    action: { plugin: 'restart_pod', parameters: { namespace, pod_name: name }, why },
    atFault: { kind: 'Pod', namespace, name },
    calledBy: /restart/i,
    isOdd: true,
    ...(hasMovedWithIt(one, seen) && { tie: 'it alone differs since it began' }),
  }
}

/** Whom the ties lead to, and who lives where the alert is; of one make, all of them ready. */
function groupsOf({ scene: { subject, exhibits }, cluster, seen }: Sight): Group[] {
  const home = cluster.target.namespace ?? subject.namespace
  const moved = movedIn(exhibits)
  return allWorkloads(cluster).flatMap((workload) => {
    const pods = podsOf(cluster, workload).filter(({ deletedAt }) => deletedAt === undefined)
    const ring = seen.ringOf(workload.name)
    const isAlike = pods.every(({ templateHash, isReady }) => isReady && templateHash === pods[0]?.templateHash)
    if (pods.length < 2 || !isAlike || (ring >= UNTIED && workload.namespace !== home)) return []
    return [{ workload, pods, ring, figures: podFigures(moved, pods) }]
  })
}

/** Of whom the alert names one figure of three replicas tells; farther away, or of two, it takes a second sign. */
function oddIn(group: Group, lines: readonly SaidLine[], seen: Seen): Odd[] {
  const { pods, ring, figures: all } = group
  const accused = accusedOf(lines, seen.onset, pods)
  return pods.flatMap((pod) => {
    const stepped = oddFigures(all, pod.name, seen.onset)
    const figures = [...stepped, ...standingApart(pod, stepped, seen)]
    const isAccused = accused === pod.name
    const words = complainsAlone(lines, seen, pod, pods)
    const isSilent = fellSilent(lines, seen.onset, pod, pods)
    const signs = [
      ...figures.map((one) => one.text).slice(0, 2),
      ...(words === undefined ? [] : [`it alone says "${words}"`]),
      ...(isSilent ? ['it says nothing since then'] : []),
      ...(isAccused ? ['the errors of others name it'] : []),
    ]
    const isClear = figures.length > 0 && ring <= NEAR && pods.length > 2
    const isOdd = signs.length >= SIGNS_LEAST && (figures.length > 0 || (isAccused && isSilent))
    return isClear || isOdd ? [{ pod, group, figures: stepped.map(({ moved }) => moved), isAccused, signs }] : []
  })
}

const FAINT = 0.15
const AROUND_MINUTES = 30

/** A role or a level that was its own before tells where something has happened to it as well. */
function standingApart(
  { name }: PodView,
  stepped: readonly { text: string }[],
  { facts, onset }: Seen,
): { text: string }[] {
  const own = facts.filter(({ entity, names }) => entity === name || names.includes(name))
  const hasHappened =
    stepped.length > 0 ||
    own.some(
      ({ lens, at }) =>
        (lens === 'fired' || lens === 'moved' || lens === 'said') &&
        at !== undefined &&
        Math.abs(minutesBetween(onset, at)) <= AROUND_MINUTES,
    )
  const apart = own.filter(({ lens, score }) => lens === 'differs' && score >= FAINT)
  const once = new Map(apart.map((one) => [one.text.slice(0, one.text.indexOf('{')), one]))
  return hasHappened
    ? [...once].flatMap(([figure, one]) => (stepped.some(({ text }) => text.startsWith(figure)) ? [] : [one]))
    : []
}

/** A figure by which it differs did, or any of its own that stands far from where it stood. */
function hasMovedWithIt({ figures, pod: { name } }: Odd, { facts, onset }: Seen): boolean {
  const own = facts.filter((one) => one.entity === name && isFar(one))
  return [...figures, ...own].some(({ at }) => isTogether(at, onset))
}

function isTogether(at: Date | undefined, onset: Date): boolean {
  return at !== undefined && Math.abs(minutesBetween(onset, at)) <= TOGETHER_MINUTES
}

/** Its host differs from the others, or somebody else there does as well. */
function isOfHost({ pod, group }: Odd, all: readonly Odd[], { seen: { facts } }: Sight): boolean {
  const isHostOdd = facts.some(({ lens, entity }) => lens === 'differs' && entity === pod.nodeName)
  return (
    isHostOdd || all.some((one) => one.group !== group && one.figures.length > 0 && one.pod.nodeName === pod.nodeName)
  )
}

const YOUNG_MINUTES = 30
const NEWBORN_MINUTES = 5

/** Its trouble began with it: it is new to the work already, and one newer still would be no better. */
export function isYoung({ createdAt, containers }: PodView, onset: Date, isAccused: boolean): boolean {
  const begun = [createdAt, ...containers.map(({ running }) => running?.startedAt)].flatMap((one) => one ?? [])
  return begun.some((one) => minutesBetween(one, onset) < (isAccused ? NEWBORN_MINUTES : YOUNG_MINUTES))
}

const SIBLINGS_FALL = 0.5
const DEMAND_RISES = 2

/** Its siblings have little left to do, or ever more is asked of it: the work is uneven, and a new process gets the same share. */
export function isGivenAllWork({ pod, group: { pods, figures } }: Odd): boolean {
  const siblings = pods.filter(({ name }) => name !== pod.name)
  return [...figures.values()].some((byPod) => {
    const own = byPod.get(pod.name)
    const isRisen =
      own !== undefined && isMainWork(own, figures, pod.name) && isClearStep(own) && stepsOf(own) >= DEMAND_RISES
    const hasFallen = own !== undefined && stepsOf(own) < 1
    return (
      isRisen ||
      (!hasFallen &&
        siblings.some(({ name }) => isClearStep(byPod.get(name)) && stepsOf(byPod.get(name)) <= SIBLINGS_FALL))
    )
  })
}

const CLIENT =
  /\b(tenant|customer|account|org|organi[sz]ation|project|merchant|shop|user|client|device|site|shard|key)(?:_?id)?["']?[=:]\s*["']?([\w.-]+)/gi

/** What it has to do with one and the same client finds a new process as well. */
export function isOfOneClient({ name }: PodView, facts: readonly Weighed[]): boolean {
  const isOwn = ({ lens, entity, names }: Weighed) =>
    lens === 'said'
      ? [name, ownerName(name)].includes(entity) || name.startsWith(`${entity}-`)
      : [entity, ...names].includes(name)
  const named = facts
    .filter((one) => isOwn(one) && one.score > 0.2)
    .map(({ text }) => clientsIn(text).filter((client) => !isAkin(client.split('=')[1] ?? '', ownerName(name))))
  const clients = new Set(named.flat())
  return [...clients].some((client) => named.filter((one) => one.includes(client)).length >= 2)
}

function clientsIn(text: string): string[] {
  return [...text.matchAll(CLIENT)].map(([, kind = '', value = '']) => `${kind}=${value}`.toLowerCase())
}
