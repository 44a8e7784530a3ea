/**
 * How much speaks for a release as what brought the trouble. Each kind of sign counts once, as much as it has been worth, and
 * is a sentence a person reads; what acquits a release does so whatever else speaks for it.
 */
import type { ClusterScene, Difference } from '../../cluster/cluster-scene.ts'
import { accusedPod } from '../../cluster/pods/workload-pods.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { UNTIED, type Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import type { Deed } from '../fact.ts'
import type { Seen } from '../look-through.ts'
import type { Sight } from './sight.ts'

/** A line of such strength tells of an error or warns. */
export const COMPLAINS = 0.6

type Release = Weighed & { at: Date; deed: Extract<Deed, { kind: 'release' }> }

export type Guilt = { release: Release; weight: number; signs: readonly string[] }

export function isRelease(fact: Weighed): fact is Release {
  return fact.deed?.kind === 'release' && fact.at !== undefined
}

type Sign = { weight: number; says: string; holds: boolean }

/** What shows in its own figures or in how it is run weighs most: words and nearness speak of the innocent as well. */
export function guiltOf(release: Release, sight: Sight): Guilt {
  const { seen } = sight
  const { differences } = release.deed
  const minutes = minutesBetween(release.at, seen.onset)
  const all: readonly Sign[] = [
    { weight: 3, says: 'it changed how the program is run', holds: differences.some(isSetting) },
    { weight: 1, says: 'it brought a new major version', holds: differences.some(isMajor) },
    { weight: 3, says: 'its own figures changed with it', holds: stepped(release, seen, AT_ONCE_MINUTES).length > 0 },
    {
      weight: 1,
      says: 'the trouble began within minutes of it',
      holds: minutes >= -1 && minutes <= promptFor(differences),
    },
    { weight: 1, says: 'it complains since then', holds: complains(release, seen) },
    { weight: 1, says: 'what is complained of stands in what it changed', holds: isSpelledOut(release, seen) },
    { weight: 1, says: 'others complain of it by name', holds: isNamed(release, seen) },
    { weight: 1, says: 'it stands near whom the alert means', holds: isNear(release, sight) },
    { weight: -3, says: '', holds: stoodBeyond(seen) },
  ]
  const found = all.filter(({ holds }) => holds)
  return {
    release,
    weight: isAcquitted(release, sight) ? 0 : found.reduce((sum, { weight }) => sum + weight, 0),
    signs: found.filter(({ weight }) => weight > 0).map(({ says }) => says),
  }
}

/** Nothing is known to undo, a rule has cleared it, or an older revision would meet the same. */
function isAcquitted(release: Release, { cluster, seen, heard }: Sight): boolean {
  const { entity, deed } = release
  return (
    deed.differences.length === 0 ||
    heard.isAcquitted(entity) ||
    ranWell(release, seen) ||
    isWrittenUnder(release, seen) ||
    isRefusedEntry(release, cluster) ||
    isAnothers(release, seen.facts, cluster) ||
    !isSuffering(seen)
  )
}

/** Tied to it, or at home where the alert is and with facts that lead to it. */
function isNear({ entity, deed }: Release, { scene: { subject }, cluster, seen }: Sight): boolean {
  const homes = [subject.namespace, ...cluster.target.workloads.map(({ namespace }) => namespace)]
  const ring = seen.hypotheses.find((one) => isAkin(one.entity, entity))?.ring ?? UNTIED
  return seen.ringOf(entity) < UNTIED || (ring < UNTIED && homes.includes(deed.workload.namespace))
}

const SINCE_MINUTES = 10
const AT_ONCE_MINUTES = 6
const CODE_MINUTES = 12
const SETTING_MINUTES = 35

/** New code is met by every request, and either its figures change at once or it was survived; a setting bites when something fills up. */
function ranWell(release: Release, seen: Seen): boolean {
  const minutes = minutesBetween(release.at, seen.onset)
  const isSlow = release.deed.differences.some(isSetting) || stepped(release, seen, AT_ONCE_MINUTES).length > 0
  return minutes > (isSlow ? SETTING_MINUTES : CODE_MINUTES)
}

function promptFor(differences: readonly Difference[]): number {
  return differences.some(isSetting) ? 20 : AT_ONCE_MINUTES
}

function isSetting({ field }: Difference): boolean {
  return !field.endsWith('.image')
}

/** The first number of a version of several: those of one count builds. */
function isMajor({ field, from, to }: Difference): boolean {
  const [before, after] = [from, to].map((image) => /:v?(\d+)\.\d[^/]*$/.exec(String(image))?.[1])
  return field.endsWith('.image') && before !== undefined && after !== undefined && before !== after
}

const TIMES = 3

/** Figures of its own, or that bear its name, which stand far from where they stood. */
export function stepped(
  { entity, at: released }: { entity: string; at: Date },
  { facts }: Seen,
  within: number,
): Weighed[] {
  return facts.filter(
    ({ lens, at, isOfRollout, growth = 1, fromNothing = 0, ...one }) =>
      (lens === 'moved' || lens === 'fired') &&
      !isOfRollout &&
      (growth >= TIMES || growth <= 1 / TIMES || fromNothing >= 1) &&
      isSoonAfter(released, at, within) &&
      [one.entity, ...one.names, ...labelled(one.text)].some((name) => isAkin(ownerName(name), entity)),
  )
}

/** Whom any of its labels names: the writer, the caller, the client. What one pod of another measures may be that pod's own. */
function labelled(text: string): string[] {
  return /[{ ]pod=/.test(text) ? [] : [...text.matchAll(/=([^,{}]+)(?=[,}])/g)].map(([, value = '']) => value)
}

function isSoonAfter(released: Date, at: Date | undefined, within: number): boolean {
  const minutes = at ? minutesBetween(released, at) : Number.POSITIVE_INFINITY
  return minutes >= -1 && minutes <= within
}

function complains({ entity, at: released }: Release, { facts }: Seen): boolean {
  return facts.some(
    ({ lens, strength, at, ...one }) =>
      lens === 'said' &&
      strength > COMPLAINS &&
      isAkin(ownerName(one.entity), entity) &&
      isSoonAfter(released, at, SINCE_MINUTES),
  )
}

function isNamed({ entity }: Release, { facts }: Seen): boolean {
  return facts.some(
    ({ lens, strength, ...one }) =>
      lens === 'said' &&
      strength > COMPLAINS &&
      !isAkin(ownerName(one.entity), entity) &&
      one.names.some((name) => isAkin(name, entity)),
  )
}

const WORD = /[a-z][\w.-]{4,}/gi
const SHOWING = ['said', 'moved', 'fired', 'state']

/** A queue that is no longer read, a host that is called instead, a bound that is met. */
function isSpelledOut({ entity, deed }: Release, { facts }: Seen): boolean {
  const words = deed.differences
    .filter(isSetting)
    .flatMap(({ field, from, to }) => JSON.stringify([field.split('.').at(-1), from, to]).match(WORD) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !COMMON.test(word) && !isAkin(word, entity))
  return facts.some(
    ({ lens, text }) => SHOWING.includes(lens) && words.some((word) => text.toLowerCase().includes(word)),
  )
}

const COMMON = /^(value|container|command|false|https?|limits|requests|memory|image)$/

/** Its own figure stood beyond its bound before it moved, and did not move far. */
function stoodBeyond({ facts }: Seen): boolean {
  return facts.some(({ stoodBeyond: stood, growth = 1 }) => stood && growth < TIMES && growth > 1 / TIMES)
}

/** A figure that is no longer measured shows no trouble: something must complain, fail, or stand elsewhere than before. */
function isSuffering({ facts }: Seen): boolean {
  const isMeasured = !facts.some(({ isGone }) => isGone)
  return facts.some(
    ({ lens, strength }) =>
      (lens === 'said' && strength > COMPLAINS) ||
      lens === 'state' ||
      ((lens === 'fired' || lens === 'moved') && isMeasured),
  )
}

/** Where the cluster lets none of its pods in, it lets those of the revision before in no more. */
function isRefusedEntry({ entity }: Release, { events }: ClusterScene): boolean {
  return events.some(({ reason, name }) => reason === 'FailedCreate' && isAkin(name, entity))
}

const WRITTEN_MINUTES = 180

/** What it reads was written as well: an older revision would read the same. */
function isWrittenUnder({ entity }: Release, { facts, onset }: Seen): boolean {
  return facts.some(
    ({ deed, at, ...one }) =>
      deed?.kind === 'written' && one.entity === entity && at && minutesBetween(at, onset) < WRITTEN_MINUTES,
  )
}

/** What the released complains of is one pod of somebody else. */
function isAnothers({ entity }: Release, facts: readonly Weighed[], cluster: ClusterScene): boolean {
  return facts.some(
    ({ lens, strength, text, ...one }) =>
      lens === 'said' &&
      strength > COMPLAINS &&
      isAkin(ownerName(one.entity), entity) &&
      accusedPod(cluster, text, entity) !== undefined,
  )
}
