/** What acquits a release, whatever else speaks for it: the revision before would meet the same, or nobody would notice. */
import type { ClusterScene, PodView } from '../../cluster/cluster-scene.ts'
import { accusedPod, isSame, podsOf } from '../../cluster/pods/workload-pods.ts'
import { historyOf, podsByAge } from '../../cluster/releases/revision-history.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Scene } from '../../scene.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin } from '../entity-of.ts'
import type { Seen } from '../look-through.ts'
import { linesOf } from '../said.ts'
import { wordsOf } from '../telling-words.ts'
import { isSaidAlike } from '../templates.ts'
import { tieTo, voicesOf } from '../voices.ts'
import { sharesPhrase } from '../whom-to-ask.ts'
import { lockedOutBy } from './lock-starter.ts'
import { callingHost, sufferingHost } from './one-host.ts'
import {
  AT_ONCE_MINUTES,
  isComplaint,
  isFar,
  isOwn,
  isRelease,
  isSetting,
  isUnwellSince,
  movedFirst,
  type Release,
  stepped,
} from './release.ts'
import type { Sight } from './sight.ts'

/** Nothing is known to undo, a rule has cleared it, or an older revision would certainly meet the same. */
export function isCleared(release: Release, sight: Sight): boolean {
  const { cluster, scene, seen, heard } = sight
  const { differences, backTo } = release.deed
  return (
    differences.length === 0 ||
    (backTo === undefined && heard.isAcquitted(release.entity)) ||
    isRefusedEntry(release, cluster) ||
    lockedOutBy(release, sight) !== undefined ||
    decisionOf(release, scene, cluster) !== undefined ||
    fellowOf(release, seen) !== undefined ||
    olderTrouble(release, seen) !== undefined ||
    toldOutside(release, scene, seen) !== undefined ||
    olderPod(release, cluster, seen) !== undefined ||
    oldWords(release, scene, seen) !== undefined ||
    writtenSince(release, seen) !== undefined ||
    sufferingHost(cluster, seen) !== undefined ||
    callingHost(release.entity, sight) !== undefined
  )
}

/** Why the revision before would meet the same, in a sentence: what a rule that blames a release has not asked. */
export function whyInnocent(release: Release, sight: Sight): string | undefined {
  const { cluster, scene, seen } = sight
  const { entity } = release
  const accused = accusedByIt(release, seen.facts, cluster)
  const fellow = fellowOf(release, seen)
  const older = olderTrouble(release, seen)
  const host = sufferingHost(cluster, seen)
  const pod = olderPod(release, cluster, seen)
  const ticket = decisionOf(release, scene, cluster)
  if (ticket) return `But ${entity} names ${ticket}, of which people wrote beforehand: it was released on purpose.`
  const holder = lockedOutBy(release, sight)
  if (holder) return `But ${entity} waits for a lock that ${holder} holds, and an older revision would wait as well.`
  if (accused) return `But ${entity} complains of ${accused}, which would answer an older revision no better.`
  if (fellow) return `But ${fellow}, which was not released, complains in the same words as ${entity}.`
  if (older) return `But what ${entity} complains of had happened before its release (${older}).`
  const told = toldOutside(release, scene, seen)
  if (told) return `But what ${entity} complains of was told from outside at the same time (${told}).`
  const caller = callingHost(entity, sight)
  if (caller) return `But only those who call ${entity} from ${caller} meet it; others are answered as before.`
  const words = oldWords(release, scene, seen)
  if (words) return `But ${entity} had said the same before its release: "${words}".`
  const written = writtenSince(release, seen)
  if (written) return `But something else was written since its release, nearer to the trouble (${written}).`
  if (pod) return `But ${pod}, which still runs the revision before, complains in the same words.`
  return host && `But all who suffer stand on ${host}, and their siblings elsewhere are well.`
}

function decisionOf(release: Release, scene: Scene, cluster: ClusterScene): string | undefined {
  return ticketOf(release, scene, cluster) ?? versionOf(release, scene)
}

const VERSION = /:v?(\d+\.\d+)([\w.-]*)$/
const SENTENCE_END = /(?<=[.!?])\s+|(?<=。)/

/** The version it brought, where people wrote of that very release in one sentence beforehand. */
function versionOf({ entity, deed }: Release, { environment }: Scene): string | undefined {
  const told = environment.notes.flatMap((note) => note.split(SENTENCE_END)).filter((one) => one.includes(entity))
  const brought = deed.differences.map(({ to }) => VERSION.exec(String(to))).filter((parts) => parts !== null)
  return brought.find((parts) => told.some((one) => spelling(parts).test(one)))?.[1]
}

/** `7.0` says 7.0.1 as well; `7.0.2` is another one. */
function spelling([, version = '', rest = '']: readonly string[]): RegExp {
  const [minor, patch] = [version, rest].map((part) => part.replaceAll('.', String.raw`\.`))
  return new RegExp(String.raw`(?<![\d.])${minor}(?:${patch})?(?!\.?\d)`)
}

const TICKET = /\b[A-Z]{2,10}-\d{2,}\b/g

/** The number of a decision that people wrote down beforehand, where the released names it too since then. */
function ticketOf({ at, deed }: Release, { environment }: Scene, cluster: ClusterScene): string | undefined {
  const decided = new Set(environment.notes.flatMap((note) => note.match(TICKET) ?? []))
  const pods = decided.size > 0 ? podsOf(cluster, deed.workload) : []
  const said = cluster.logs
    .filter((log) => pods.some((pod) => isSame(pod, log)))
    .flatMap(({ lines }) =>
      lines.filter((line) => line.at && line.at >= at).flatMap(({ text }) => text.match(TICKET) ?? []),
    )
  return said.find((one) => decided.has(one))
}

const CODE_MINUTES = 12
const SETTING_MINUTES = 35
const LATE_MINUTES = 60

/** New code is met by every request, and either its figures change at once or it was survived; a setting bites when something fills up or comes due. */
export function ranWell(release: Release, seen: Seen): boolean {
  const minutes = minutesBetween(release.at, seen.onset)
  const isSet = release.deed.differences.some(isSetting)
  if (isSet && (isUnwellSince(release, seen) || movedFirst(release, seen))) return minutes > LATE_MINUTES
  return minutes > (isSet || stepped(release, seen, AT_ONCE_MINUTES).length > 0 ? SETTING_MINUTES : CODE_MINUTES)
}

/** Where the cluster lets none of its pods in, it lets those of the revision before in no more. */
function isRefusedEntry({ entity }: Release, { events }: ClusterScene): boolean {
  return events.some(({ reason, name }) => reason === 'FailedCreate' && isAkin(name, entity))
}

/** What the released complains of is one pod of somebody else. */
function accusedByIt({ entity }: Release, facts: readonly Weighed[], cluster: ClusterScene): string | undefined {
  const own = facts.filter((one) => isComplaint(one) && isOwn(one, entity))
  return own.map(({ text }) => accusedPod(cluster, text, entity)?.name).find((name) => name !== undefined)
}

/** Somebody who was not released complains in the same words, and not of him. */
function fellowOf({ entity }: Release, { facts }: Seen): string | undefined {
  const complaints = facts.filter(isComplaint)
  const released = facts.filter(isRelease).map((one) => one.entity)
  const own = loudest(complaints.filter((one) => isOwn(one, entity))).map(wordsIn)
  return complaints.find(
    (one) =>
      !released.some((name) => isOwn(one, name)) &&
      !wordsIn(one).includes(entity) &&
      own.some((words) => isSaidAlike(words, wordsIn(one))),
  )?.entity
}

const QUIETER = 0.85

/** Beside an error, what many programs warn of at all times tells nothing. */
function loudest(complaints: readonly Weighed[]): readonly Weighed[] {
  const most = Math.max(0, ...complaints.map(({ strength }) => strength))
  return complaints.filter(({ strength }) => strength >= QUIETER * most)
}

/** One of its pods that still runs an older revision complains in the same words since it began. */
function olderPod({ entity, deed }: Release, cluster: ClusterScene, { facts, onset }: Seen): string | undefined {
  const history = deed.backTo === undefined ? historyOf(cluster, deed.workload) : undefined
  const older = history ? podsByAge(cluster, history).older : []
  const own = facts.filter((one) => isComplaint(one) && isOwn(one, entity)).map(wordsIn)
  const isSaid = (pod: PodView) =>
    cluster.logs.some(
      (log) =>
        isSame(log, pod) &&
        log.lines.some(
          ({ text, at }) => at && at >= onset && own.some((words) => isSaidAlike(words, withoutTime(text))),
        ),
    )
  return older.find(isSaid)?.name
}

const OFTEN = 3

/** All it complains of since its release it had said before as often, in pods that may be gone. */
function oldWords({ entity, at }: Release, scene: Scene, { facts }: Seen): string | undefined {
  const own = facts.filter((one) => isComplaint(one) && one.entity === entity && one.at && one.at >= at)
  const lines = linesOf(scene).filter((line) => line.speaker === entity && line.at)
  const isOld = (one: Weighed) => {
    const alike = lines.filter(({ said }) => isSaidAlike(withoutTime(said), withoutTime(wordsIn(one))))
    const older = alike.filter((line) => line.at && line.at < at).length
    return older >= OFTEN && older >= alike.length - older
  }
  return own[0] && own.every(isOld) ? wordsIn(own[0]) : undefined
}

/** The log's own moment is none of its words. */
const withoutTime = (line: string) => line.replace(/^\[?\d{4}-\d\d-\d\d[T ][\d:.,]+(Z|[+-]\d\d:?\d\d)?\]?\s*/, '')

function wordsIn({ text }: Weighed): string {
  return /: "(.*)"/s.exec(text)?.[1] ?? text
}

const TOGETHER_MINUTES = 3
const SHARED_LEAST = 2

/** Who speaks from outside told in the same words and minutes what it complains of, and nothing of whom was released. */
function toldOutside({ entity }: Release, scene: Scene, seen: Seen): string | undefined {
  const own = loudest(seen.facts.filter((one) => isComplaint(one) && one.at && isOwn(one, entity)))
  const alike = (voice: Weighed) =>
    own.some(({ at = seen.onset, text }) => {
      const isThen = voice.at !== undefined && Math.abs(minutesBetween(voice.at, at)) <= TOGETHER_MINUTES
      return (
        isThen && (sharesPhrase(text, wordsIn(voice)) || tieTo(new Set(wordsOf(text)), wordsIn(voice)) >= SHARED_LEAST)
      )
    })
  return voicesOf(scene, seen).find((one) => !one.isAnnounced && !wordsIn(one).includes(entity) && alike(one))?.text
}

const BARELY_AFTER_MINUTES = 3

/** Nothing of its own stepped at once, and what somebody near reads was written under his running pods since, before it began. */
function writtenSince({ entity, at }: Release, seen: Seen): string | undefined {
  if (stepped({ entity, at }, seen, AT_ONCE_MINUTES).length > 0) return undefined
  return seen.facts.find(
    (one) =>
      one.deed?.kind === 'written' &&
      one.deed.isUnderPods &&
      one.ring <= 1 &&
      !isOwn(one, entity) &&
      one.at !== undefined &&
      one.at > at &&
      minutesBetween(seen.onset, one.at) <= BARELY_AFTER_MINUTES,
  )?.text
}

const OLDER_MINUTES = 2
const SURVIVED_MINUTES = 180
const TELLING = 0.4
/** A line of a log tells of a call as well as of a change. */
const MERELY_LOGGED = / logged at /

/** What the released complains of was changed, or stood far from where it stood, before the release. */
function olderTrouble({ entity, at: released }: Release, { facts }: Seen): string | undefined {
  const blamed = facts
    .filter((one) => isComplaint(one) && isOwn(one, entity))
    .flatMap(({ names }) => names)
    .filter((name) => name.length > 4 && !isAkin(name, entity))
  const isBefore = (at: Date | undefined) =>
    at !== undefined && minutesBetween(at, released) > OLDER_MINUTES && minutesBetween(at, released) < SURVIVED_MINUTES
  return facts.find(
    (one) =>
      isBefore(one.at) &&
      !isOwn(one, entity) &&
      one.strength >= TELLING &&
      (isFar(one) || (one.lens === 'changed' && !isRelease(one) && !MERELY_LOGGED.test(one.text))) &&
      blamed.some((name) => [one.entity, ...one.names].some((other) => isAkin(other, name))),
  )?.text
}
