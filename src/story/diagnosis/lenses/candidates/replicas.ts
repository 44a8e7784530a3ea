/** Every replica near the alert as one that might be replaced. */
import type { PodView, WorkloadName } from '../../cluster/cluster-scene.ts'
import { podsOf } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { allWorkloads } from '../../cluster/subject/resolve-target.ts'
import type { SaidLine } from '../../signals/said-lines.ts'
import { UNTIED, type Weighed } from '../../weigh.ts'
import { type Moved, movedIn } from '../figures.ts'
import type { Seen } from '../look-through.ts'
import { linesOf } from '../said.ts'
import { oddFigures, type PodFigures, podFigures } from '../steps/compared-figures.ts'
import { accusedOf, complainsAlone, isTakenBack } from '../steps/heard-replicas.ts'
import { type Circle, circlesIn, isCaught } from '../steps/in-circles.ts'
import { kinPods } from '../steps/kin.ts'
import { hasLostTouch } from '../steps/lost-touch.ts'
import { sufferingHost } from '../steps/one-host.ts'
import { isComplaint, isFar, isRelease } from '../steps/release.ts'
import type { Sight } from '../steps/sight.ts'
import { standsStill } from '../steps/stand-still.ts'
import { isGivenAllWork, isLeftAlone, isOfOneClient, isOfVolume, isTryingAnew } from '../steps/uneven-work.ts'
import { type Candidate, flag, type Signs } from './candidate.ts'
import { isTimely, workloadSigns } from './workload-signs.ts'
import { writtenSigns } from './written-signs.ts'

export function replicaCandidates(sight: Sight): Candidate[] {
  const { cluster, scene, seen } = sight
  const home = cluster.target.namespace ?? scene.subject.namespace
  const isNear = ({ name, namespace }: WorkloadName) => seen.ringOf(name) < UNTIED || namespace === home
  const replicated = allWorkloads(cluster).filter(({ kind }) => REPLICATED.includes(kind))
  const circles = circlesIn(scene.exhibits, seen.onset)
  const heard = { lines: linesOf(scene), moved: movedIn(scene.exhibits), circles }
  // Whoever serves the one host that is felt may stand far from whom the alert is about.
  const isFelt = sufferingHost(cluster, seen) !== undefined
  const servesFelt = ({ kind }: WorkloadName) => isFelt && kind === 'DaemonSet'
  const candidatesOf = (workloads: readonly WorkloadName[]) =>
    workloads.flatMap((workload) => groupCandidates(workload, heard, sight))
  const all = [
    ...candidatesOf(replicated.filter(isNear)),
    ...candidatesOf(replicated.filter((one) => !isNear(one) && servesFelt(one))),
  ]
  const odd = all.filter(({ signs }) => (signs.figures ?? 0) > 0 || (signs.alone ?? 0) > 0)
  return all.map((one) => ({
    ...one,
    signs: { ...one.signs, otherOdd: flag(odd.some((other) => other !== one && !(one.signs.siblingsOdd ?? 0))) },
  }))
}

const REPLICATED: readonly string[] = ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet']

/** Read once for all of them. */
type Shared = { lines: readonly SaidLine[]; moved: readonly Moved[]; circles: readonly Circle[] }
type Group = {
  workload: WorkloadName
  pods: readonly PodView[]
  figures: PodFigures
  accused: string | undefined
  areKin: boolean
  lines: readonly SaidLine[]
}
type Odd = { pod: PodView; odd: readonly { moved: Moved; text: string }[] }

/** What is given all the work, or all its trouble by one client, would be so in a new process as well. */
function groupCandidates(workload: WorkloadName, { lines, moved, circles }: Shared, sight: Sight): Candidate[] {
  const { cluster, seen } = sight
  const own = podsOf(cluster, workload).filter(({ deletedAt }) => deletedAt === undefined)
  const kin = kinPods(workload, cluster)
  const pods = kin.length > 0 ? kin : own
  const figures = podFigures(moved, pods, kin.length > 0)
  const group: Group = {
    workload,
    pods,
    figures,
    lines,
    accused: accusedOf(lines, seen.onset, pods),
    areKin: kin.length > 0,
  }
  const all = pods.map((pod) => ({ pod, odd: oddFigures(figures, pod.name, seen.onset) }))
  const isTurning = isCaught(workload.name, workload.namespace, seen.ringOf(workload.name), circles)
  const shared = { ...workloadSigns(workload.name, workload.namespace, sight), ...writtenSigns(workload.name, sight) }
  return (
    all
      .filter((one) => own.some(({ name }) => name === one.pod.name))
      .filter(({ pod }) => !isOfOneClient(pod, seen.facts))
      // What only one counts may be refusals: who says what he lost is not taken for the busiest.
      .filter(({ pod }) => isAloneLost(pod, pods, group, sight) || !isGivenAllWork(pod, pods, figures))
      .filter((one) => !isOfVolume(one.pod, cluster, seen.facts))
      .filter(({ pod }) => !isTryingAnew(pod, seen.facts))
      .filter((one) => !isTurning || isOddOne(one, group, sight))
      .filter((one) => !isLeftAlone(one.pod, pods, seen.onsetSeen ?? seen.onset))
      .map((one) => candidateOf(one, { group, all, shared, sight }))
  )
}

/** It is the only one that holds things up: its figures stepped apart, or it alone has complaints. */
function isOddOne({ pod, odd }: Odd, { pods, lines, accused }: Group, { seen, cluster }: Sight): boolean {
  const isAlone = complainsAlone(lines, seen, pod, pods, cluster.pods) !== undefined
  return odd.length > 0 || isAlone || accused === pod.name
}

type Given = { group: Group; all: readonly Odd[]; shared: Signs; sight: Sight }

function candidateOf(one: Odd, { group, all, shared, sight }: Given): Candidate {
  const { workload, pods } = group
  const { namespace, name } = one.pod
  const single = {
    ...shared,
    ...oddSigns(one, group, sight),
    ...podSigns(one.pod, group, sight),
    ...hostSigns(one.pod, workload, sight),
    siblingsOdd: flag(all.some(({ pod, odd }) => pod !== one.pod && odd.length > 0)),
  }
  const says = `a new process in place of pod ${name}`
  const ofSome = group.areKin
    ? `${says}, one of ${pods.length} that run the same image,`
    : `${says}, one of ${pods.length} of ${workload.name},`
  return {
    family: 'restart',
    action: { plugin: 'restart_pod', parameters: { namespace, pod_name: name } },
    atFault: { kind: 'Pod', namespace, name },
    says: pods.length === 1 ? says : ofSome,
    signs: { ...single, ...together(single, pods.length) },
  }
}

/** By what it differs from its siblings, in figures and in words. */
function oddSigns({ pod, odd }: Odd, { pods, accused, lines }: Group, { seen, cluster }: Sight): Signs {
  const own = ownFacts(pod, seen)
  const lasting = own.filter((one) => !isTakenBack(one, lines))
  const differs = own.filter(({ lens }) => lens === 'differs')
  const hasSiblings = pods.length > 1
  return {
    figures: flag(odd.length > 0),
    figures2: flag(odd.length > 1),
    differs: Math.min(1, Math.max(0, ...differs.map(({ score }) => score)) * 2),
    differs2: flag(new Set(differs.map(({ text }) => text.slice(0, text.indexOf('{')))).size > 1),
    differsIll: flag(differs.some(({ isIll }) => isIll)),
    aloneLong: flag(hasSiblings && isAloneIll(pod, pods, lasting, lines)),
    alone: flag(hasSiblings && complainsAlone(lines, seen, pod, pods, cluster.pods) !== undefined),
    accused: flag(accused === pod.name),
    ownFar: flag(own.some((one) => isFar(one) && isTimely(one, seen.onset))),
    lostAlone: flag(isAloneLost(pod, pods, { lines }, { cluster })),
    stillAlone: flag(hasSiblings && isAloneStill(pod, pods, lines, cluster.pods)),
    ownComplaint: flag(own.some((one) => isComplaint(one) && isTimely(one, seen.onset))),
  }
}

/** It has something to complain of and its siblings, who are heard as well, have not, for however long that is so. */
function isAloneIll(
  { name }: PodView,
  pods: readonly PodView[],
  own: readonly Weighed[],
  lines: Group['lines'],
): boolean {
  const isHeard = lines.some(({ pod }) => pod !== name && pods.some((one) => one.name === pod))
  return isHeard && own.some(({ lens, isIll, pods: all = [] }) => lens === 'said' && isIll && all.join() === name)
}

function isAloneLost(
  pod: PodView,
  pods: readonly PodView[],
  { lines }: Pick<Group, 'lines'>,
  { cluster }: Pick<Sight, 'cluster'>,
): boolean {
  const lost = pods.filter((one) => hasLostTouch(one, lines, cluster.pods))
  return lost.length === 1 && lost[0] === pod
}

function isAloneStill(
  pod: PodView,
  pods: readonly PodView[],
  lines: Group['lines'],
  everybody: readonly PodView[],
): boolean {
  const still = pods.filter((one) => standsStill(one, lines, everybody))
  return still.length === 1 && still[0] === pod
}

function ownFacts({ name }: PodView, { facts }: Seen): readonly Weighed[] {
  return facts.filter(
    ({ entity, names, pods: speakers = [] }) =>
      entity === name || names.includes(name) || (speakers.length === 1 && speakers[0] === name),
  )
}

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** What kind of replica it is, and what was done to it. */
function podSigns(pod: PodView, { workload, pods }: Group, { cluster, seen }: Sight): Signs {
  const { onset, facts } = seen
  const siblings = pods.filter((one) => one !== pod)
  const read = cluster.described.filter((one) => one.pod.name === pod.name).flatMap(({ references }) => references)
  const isFresh = (at: Date) => minutesBetween(at, onset) < HOUR_MINUTES && minutesBetween(at, onset) > -5
  return {
    single: flag(pods.length === 1),
    two: flag(pods.length === 2),
    stateful: flag(pod.owner?.kind === 'StatefulSet'),
    old: flag(pod.createdAt !== undefined && minutesBetween(pod.createdAt, onset) > DAY_MINUTES),
    siblingsReady: flag(siblings.length > 0 && siblings.every(({ isReady }) => isReady)),
    otherTemplate: flag(siblings.some(({ templateHash }) => templateHash !== pod.templateHash)),
    restarts: flag(pod.restartCount > 0),
    eldest: flag(siblings.length > 0 && siblings.every((one) => isYounger(one, pod))),
    released: flag(facts.some((one) => isRelease(one) && one.entity === workload.name && isFresh(one.at))),
    writtenSince: flag(read.some(({ isWrittenAfterPodStart }) => isWrittenAfterPodStart)),
  }
}

/** It came an hour later at least. */
function isYounger({ createdAt }: PodView, { createdAt: other }: PodView): boolean {
  return createdAt !== undefined && other !== undefined && minutesBetween(other, createdAt) >= HOUR_MINUTES
}

function hostSigns(pod: PodView, workload: WorkloadName, sight: Sight): Signs {
  const ofHost = sight.seen.facts.filter(({ entity }) => entity === pod.nodeName)
  return {
    hostOdd: flag(ofHost.some(({ lens }) => lens === 'differs')),
    hostState: flag(ofHost.some(({ lens }) => lens === 'state')),
    hostOthers: flag(isHostShared(pod, workload, sight)),
  }
}

/** What tells only together with another. */
function together(signs: Signs, replicas: number): Signs {
  const has = (...names: readonly string[]) => names.some((name) => (signs[name] ?? 0) > 0)
  const isAloneOdd = replicas > 1 && has('figures', 'differs', 'alone', 'accused') && !has('siblingsOdd')
  return {
    oddFar: flag(isAloneOdd && has('ownFar')),
    oddNear: flag(isAloneOdd && has('ring0')),
    oddSaid: flag(isAloneOdd && has('alone') && has('figures', 'differs')),
    oddWell: flag(isAloneOdd && has('siblingsReady') && !has('released')),
  }
}

/** Somebody else on its host has complaints or far figures of one pod too. */
function isHostShared({ nodeName }: PodView, workload: WorkloadName, { cluster, seen }: Sight): boolean {
  const neighbours = cluster.pods.filter(
    (one) => one.nodeName === nodeName && !one.name.startsWith(`${workload.name}-`),
  )
  return neighbours.some(({ name }) =>
    seen.facts.some(
      (one) =>
        (isComplaint(one) || isFar(one)) &&
        isTimely(one, seen.onset) &&
        (one.pods ? one.pods.length === 1 && one.pods[0] === name : one.entity === name),
    ),
  )
}
