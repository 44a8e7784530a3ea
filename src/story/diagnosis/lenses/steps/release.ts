/** A release as one of the facts, and what its own figures and words show of it. */
import type { Difference } from '../../cluster/cluster-scene.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin, ownerName } from '../entity-of.ts'
import type { Deed } from '../fact.ts'
import type { Seen } from '../look-through.ts'

/** A line of such strength tells of an error or warns. */
const COMPLAINS = 0.6
/** A figure that stands so many times from where it stood is far from it. */
export const TIMES = 3
export const AT_ONCE_MINUTES = 6

export type Release = Weighed & { at: Date; deed: Extract<Deed, { kind: 'release' }> }

export function isRelease(fact: Weighed): fact is Release {
  return fact.deed?.kind === 'release' && fact.at !== undefined
}

/** What a step back to a revision would undo; to none that is named, the newest. */
export function releaseOf(facts: readonly Weighed[], { namespace, name, revision }: Returned): Release | undefined {
  const all = facts
    .filter(isRelease)
    .filter(({ entity, deed }) => entity === name && [undefined, deed.workload.namespace].includes(namespace))
  return (
    all.find(({ deed }) => revision !== undefined && deed.backTo === revision) ??
    all.find(({ deed }) => deed.backTo === undefined)
  )
}

type Returned = { namespace?: string | undefined; name: unknown; revision: unknown }

export function isSetting({ field }: Difference): boolean {
  return !field.endsWith('.image')
}

export function isComplaint({ lens, strength }: Weighed): boolean {
  return lens === 'said' && strength > COMPLAINS
}

export function isOwn(fact: Weighed, entity: string): boolean {
  return isAkin(ownerName(fact.entity), entity)
}

export function isSoonAfter(released: Date, at: Date | undefined, within: number): boolean {
  const minutes = at ? minutesBetween(released, at) : Number.POSITIVE_INFINITY
  return minutes >= -1 && minutes <= within
}

/** It stands far from where it stood, and no pod came or went for it. */
export function isFar({ lens, isOfRollout, isQuiet, growth = 1, fromNothing = 0, demand = 1 }: Weighed): boolean {
  const isFigure = lens === 'moved' || lens === 'fired'
  const isFromNothing = fromNothing >= 1 || demand === Number.POSITIVE_INFINITY
  return isFigure && !isOfRollout && !isQuiet && (growth >= TIMES || growth <= 1 / TIMES || isFromNothing)
}

/** Figures of its own, or that bear its name, which stand far from where they stood. */
export function stepped({ entity, at: released }: { entity: string; at: Date }, { facts }: Seen, within: number) {
  return facts.filter(
    (one) =>
      isFar(one) &&
      isSoonAfter(released, one.at, within) &&
      (bearsName(one, entity) ||
        [one.entity, ...one.names, ...labelled(one.text)].some((name) => isAkin(ownerName(name), entity))),
  )
}

/** `token_issuer_tokens_issued` is measured by token-issuer, whatever its labels leave out. */
export function bearsName({ text }: Pick<Weighed, 'text'>, entity: string): boolean {
  return text.startsWith(`${entity.replaceAll('-', '_')}_`)
}

/** Whom any of its labels names: the writer, the caller, the client. What one pod of another measures may be that pod's own. */
export function labelled(text: string): string[] {
  return /[{ ]pod=/.test(text) ? [] : [...text.matchAll(/=([^,{}]+)(?=[,}])/g)].map(([, value = '']) => value)
}

/** The cluster itself warns of it, or says that something of it is not so, from the minutes of the release on. */
export function isUnwellSince({ entity, at: released }: Release, { facts }: Seen): boolean {
  return facts.some(
    (one) => one.lens === 'state' && isOwn(one, entity) && isSoonAfter(released, one.at, AT_ONCE_MINUTES),
  )
}

const AROUND_MINUTES = 10

/** Of all that moved with the trouble its own figures did first; those of whom the alert means do anyway. */
export function movedFirst({ entity }: Release, { facts, onset, ringOf }: Seen): boolean {
  if (ringOf(entity) === 0) return false
  const moves = facts.filter((one) => isFar(one) && one.at && Math.abs(minutesBetween(one.at, onset)) <= AROUND_MINUTES)
  const firstOf = (all: readonly Weighed[]) =>
    Math.min(...all.map(({ at }) => at?.getTime() ?? Number.POSITIVE_INFINITY))
  const others = moves.filter((one) => !isOwn(one, entity))
  return others.length > 0 && firstOf(moves.filter((one) => isOwn(one, entity))) < firstOf(others)
}
