/** The figures of replicas side by side: which of them one pod left alone, while its siblings stand where they stood; or did not leave, while they all did. */
import type { PodView } from '../../cluster/cluster-scene.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { ownerName } from '../entity-of.ts'
import { isOfRollout, type Moved, sayMove, sayValue } from '../figures.ts'
import { isChance, isTrouble, kindOf, OF_RUNTIME } from '../moved.ts'
import { isCalled } from './kin.ts'

/** By figure, then by pod. */
export type PodFigures = ReadonlyMap<string, ReadonlyMap<string, Moved>>

/** Whoever is measured under his name or address: a pod, a host. */
type Measured = Pick<PodView, 'name' | 'podIP'>

/** One figure a kind, and one of all kinds together: what a pod does for several partitions is one pod's work. `areKin`: each is the only pod of its workload, and may be called after it. */
export function podFigures(moved: readonly Moved[], pods: readonly Measured[], areKin = false): PodFigures {
  const own = moved.flatMap((one) => {
    const pod = podOf(one, pods) ?? (areKin ? kinOf(one, pods) : undefined)
    return pod && !isOfRollout(one) && !OF_RUNTIME.test(one.name) && !('le' in one.labels)
      ? [{ one, pod: pod.name, view: pod }]
      : []
  })
  const kinds = Map.groupBy(own, ({ one, view }) => `${one.name} ${kindOf(besides(one.labels, view))}`)
  const sums = Map.groupBy(own, ({ one }) => one.name)
  return new Map([...kinds, ...sums].map(([figure, group]) => [figure, summed(group)]))
}

/** Whoever is meant by a label, what else they say is the kind. */
function besides(labels: Moved['labels'], pod: Measured): Moved['labels'] {
  return Object.fromEntries(
    Object.entries(labels).map(([label, value]) => [
      label,
      isNamed(value, pod) || isCalled(label, value, ownerName(pod.name)) ? '' : value,
    ]),
  )
}

const MEASURED = ['pod', 'pod_name', 'kubernetes_pod_name', 'instance']

/** Whose figure it is; where those who measure are others, whom another label names: a source, a peer, a backend. */
function podOf({ labels }: Moved, pods: readonly Measured[]): Measured | undefined {
  const { pod, pod_name: named, kubernetes_pod_name: longer, instance } = labels
  const stated = pod ?? named ?? longer
  const own = pods.find((one) => (stated === undefined ? isNamed(instance, one) : stated === one.name))
  const others = Object.entries(labels).flatMap(([label, value]) => (MEASURED.includes(label) ? [] : value))
  return own ?? pods.find((one) => others.some((value) => isNamed(value, one)))
}

function kinOf({ labels }: Moved, pods: readonly Measured[]): Measured | undefined {
  const all = Object.entries(labels)
  return pods.find((pod) => all.some(([label, value]) => isCalled(label, value, ownerName(pod.name))))
}

/** By its name or its address, with a port or without. */
function isNamed(value: string | undefined, { name, podIP }: Measured): boolean {
  const bare = value?.replace(/:\d+$/, '')
  return bare !== undefined && (bare === name || bare === podIP)
}

function summed(group: readonly { one: Moved; pod: string }[]): Map<string, Moved> {
  const byPod = Map.groupBy(group, ({ pod }) => pod)
  return new Map(
    [...byPod].map(([pod, all]) => {
      const [first, ...others] = all.map(({ one }) => one).sort((a, b) => b.strength - a.strength) as [
        Moved,
        ...Moved[],
      ]
      const sum = (pick: (one: Moved) => number) => [first, ...others].reduce((total, one) => total + pick(one), 0)
      return [pod, { ...first, from: sum(({ from }) => from), to: sum(({ to }) => to), last: sum(({ last }) => last) }]
    }),
  )
}

/** How many times of what it was a figure is now. */
export function stepsOf(moved: Moved | undefined): number {
  if (!moved || (moved.from === 0 && moved.last === 0)) return 1
  return moved.from === 0 ? Number.POSITIVE_INFINITY : moved.last / moved.from
}

const CLEAR = 0.3

/** No handful of events more or less. */
export function isClearStep(moved: Moved | undefined): boolean {
  return moved !== undefined && moved.strength >= CLEAR && !isChance(moved, moved.from, moved.last)
}

const STEPPED = 1.5
const STEADY = 2.3
const BEFORE_MINUTES = 30
const AFTER_MINUTES = 30
const TIMES = 3

type OddFigure = { moved: Moved; text: string }

/** Each figure once, by its name. */
export function oddFigures(figures: PodFigures, pod: string, onset: Date): OddFigure[] {
  const odd = new Map<string, OddFigure>()
  for (const byPod of figures.values()) {
    const own = byPod.get(pod)
    const siblings = [...byPod].flatMap(([name, one]) => (name === pod ? [] : [one]))
    if (
      own &&
      siblings.length > 0 &&
      isStepped(own, onset) &&
      siblings.every(isSteady) &&
      isApart([own], siblings) &&
      wasAlike(own, siblings)
    )
      odd.set(familyOf(own.name), { moved: own, text: sayMove(own) })
    else if (own && isLeftBehind(own, siblings, onset)) {
      const [{ last = 0, at } = own] = siblings
      const text = `${sayMove(own)}, where its siblings went to ${sayValue(last, own)}`
      odd.set(familyOf(own.name), { moved: { ...own, at }, text })
    }
  }
  return [...odd.values()]
}

const SIBLINGS_LEAST = 2

/** All stood at one and the same number, and all but this one went to the next: a version, a generation, a map that was read. */
function isLeftBehind(own: Moved, siblings: readonly Moved[], onset: Date): boolean {
  const [first] = siblings
  if (!first || siblings.length < SIBLINGS_LEAST || own.isRate || own.from !== own.last) return false
  const minutes = first.at ? minutesBetween(onset, first.at) : Number.POSITIVE_INFINITY
  const isTimely = minutes >= -BEFORE_MINUTES && minutes <= AFTER_MINUTES
  const haveGone = siblings.every(({ from, last }) => from === own.from && last === first.last && last !== own.last)
  return isTimely && haveGone && Number.isInteger(own.last) && Number.isInteger(first.last)
}

function familyOf(name: string): string {
  return name.replace(/_(sum|count|total|bucket|seconds|created)$/g, '')
}

function isStepped(one: Moved | undefined, onset: Date): boolean {
  const minutes = one?.at ? minutesBetween(onset, one.at) : Number.POSITIVE_INFINITY
  const times = stepsOf(one)
  return minutes >= -BEFORE_MINUTES && minutes <= AFTER_MINUTES && (times >= STEPPED || times <= 1 / STEPPED)
}

/** Siblings that take over what one leaves undone do more; none of them does many times more or less. */
function isSteady(one: Moved | undefined): boolean {
  const times = stepsOf(one)
  return one === undefined || (times <= STEADY && times >= 1 / STEADY) || isChance(one, one.from, one.last)
}

/** All of the ones lie beyond all of the others, and far. */
function isApart(ones: readonly Moved[], others: readonly Moved[]): boolean {
  const [low, high] = rangeOf(others)
  const [least, most] = rangeOf(ones)
  const [away, nearest] = least > high ? [least - high, high] : [low - most, low]
  if (away <= 0 || ones.some((one) => isChance(one, one.last, nearest))) return false
  if (others.length > 1) return away >= 1.5 * Math.max(high - low, 0.25 * Math.max(Math.abs(high), Math.abs(low)))
  return least >= TIMES * nearest || nearest >= TIMES * most
}

function rangeOf(all: readonly Moved[]): [number, number] {
  const values = all.map(({ last }) => last)
  return [Math.min(...values), Math.max(...values)]
}

/** In one figure these pods together stand apart from all the others. */
export function areApart(figures: PodFigures, pods: readonly string[]): boolean {
  return [...figures.values()].some((byPod) => {
    const ones = pods.flatMap((pod) => byPod.get(pod) ?? [])
    const others = [...byPod].flatMap(([name, one]) => (pods.includes(name) ? [] : [one]))
    return ones.length === pods.length && others.length >= SIBLINGS_LEAST && isApart(ones, others)
  })
}

/** Whatever of one went far with the trouble went so for each of its siblings, where they are measured too. */
export function wentAlike(figures: PodFigures, name: string, onset: Date): boolean {
  const gone = [...figures.values()].filter(
    (all) => all.size > SIBLINGS_LEAST && isStepped(all.get(name), onset) && !isSteady(all.get(name)),
  )
  return gone.length > 0 && gone.every((all) => [...all.values()].every((one) => isAlike(all.get(name), one)))
}

/** The same way, and at least half as far. */
function isAlike(own: Moved | undefined, other: Moved): boolean {
  const [times, others] = [stepsOf(own), stepsOf(other)]
  return times > 1 ? others >= Math.max(times / 2, STEPPED) : others <= Math.min(times * 2, 1 / STEPPED)
}

const ALIKE_TIMES = 2.5

/** Before it did what they did: a leader's work is nobody else's, and that he stops is no replica's trouble. */
function wasAlike(own: Moved, siblings: readonly Moved[]): boolean {
  const values = siblings.map(({ from }) => from).sort((one, other) => one - other)
  const [low = 0, high = 0] = [values[0], values.at(-1)]
  const isWithin = own.from <= high * ALIKE_TIMES && own.from >= low / ALIKE_TIMES
  return isWithin || isChance(own, own.from, own.from > high ? high : low)
}

const MAIN_SHARE = 0.2

/** What is counted about as often as anything it does: not one refusal in a thousand. */
export function isMainWork(one: Moved, figures: PodFigures, pod: string): boolean {
  const isWork = (each: Moved) => each.isRate && !isTrouble(each) && !/_(bytes|seconds)(_total|_sum)?$/.test(each.name)
  const most = Math.max(
    0,
    ...[...figures.values()]
      .flatMap((byPod) => byPod.get(pod) ?? [])
      .filter(isWork)
      .map(({ from }) => from),
  )
  return isWork(one) && one.from > 0 && one.from >= MAIN_SHARE * most
}
