/** What speaks for a release as what brought the trouble. */
import type { Difference } from '../../cluster/cluster-scene.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { UNTIED } from '../../weigh.ts'
import { isAkin } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import { AT_ONCE_MINUTES, isOwn, isRelease, isSetting, type Release, TIMES } from './release.ts'
import type { Sight } from './sight.ts'

/** Tied to it, or at home where the alert is and with facts that lead to it. */
export function isNear({ entity, deed }: Release, { scene: { subject }, cluster, seen }: Sight): boolean {
  const homes = [subject.namespace, ...cluster.target.workloads.map(({ namespace }) => namespace)]
  const ring = seen.hypotheses.find((one) => isAkin(one.entity, entity))?.ring ?? UNTIED
  return seen.ringOf(entity) < UNTIED || (ring < UNTIED && homes.includes(deed.workload.namespace))
}

const NEAREST_MINUTES = 3
const RIVAL_MINUTES = 60

/** It came right before, and another that is in question clearly earlier. */
export function isNearest({ entity, at }: Release, { facts, onset }: Seen): boolean {
  const others = facts.filter((one) => isRelease(one) && !isOwn(one, entity)).flatMap((one) => one.at ?? [])
  const isEarlier = (one: Date) =>
    minutesBetween(one, at) >= NEAREST_MINUTES && minutesBetween(one, onset) <= RIVAL_MINUTES
  const minutes = minutesBetween(at, onset)
  const isLast = others.every(
    (one) => isEarlier(one) || minutesBetween(onset, one) > 0 || minutesBetween(one, onset) > RIVAL_MINUTES,
  )
  return minutes >= -1 && minutes <= NEAREST_MINUTES && isLast && others.some(isEarlier)
}

export function promptFor(differences: readonly Difference[]): number {
  return differences.some(isSetting) ? 20 : AT_ONCE_MINUTES
}

/** The first number of a version of several: those of one count builds. */
export function isMajor({ field, from, to }: Difference): boolean {
  const [before, after] = [from, to].map((image) => /:v?(\d+)\.\d[^/]*$/.exec(String(image))?.[1])
  return field.endsWith('.image') && before !== undefined && after !== undefined && before !== after
}

const WORD = /[a-z][\w.-]{4,}/gi
/** So long a part of a setting's name says what it is about. */
const PART_LEAST = 4
const SHOWING = ['said', 'moved', 'fired', 'state']

/** A queue that is no longer read, a host that is called instead, a bound that is met. */
export function isSpelledOut({ entity, deed }: Release, { facts }: Seen): boolean {
  const words = deed.differences
    .filter(isSetting)
    .flatMap(({ field, from, to }) => JSON.stringify([field.split('.').at(-1), from, to]).match(WORD) ?? [])
    .flatMap((word) => [word, ...word.split('_').filter((part) => part.length > PART_LEAST)])
    .map((word) => word.toLowerCase())
    .filter((word) => !COMMON.test(word) && !isAkin(word, entity))
  return facts.some(
    ({ lens, text }) => SHOWING.includes(lens) && words.some((word) => text.toLowerCase().includes(word)),
  )
}

const COMMON =
  /^(value|container|command|false|https?|limits|requests|memory|image|timeout|cache|client|server|count|level|service|default|enabled|config|address|worker|workers|seconds|minutes)$/

/** Its own figure stood beyond its bound before it moved, and did not move far. */
export function stoodBeyond({ facts }: Seen): boolean {
  return facts.some(({ stoodBeyond: stood, growth = 1 }) => stood && growth < TIMES && growth > 1 / TIMES)
}
