/**
 * A release that ran well for a while is set back where another change lies nearer to the onset and shows something of its
 * own since: the trouble waited for that one.
 */
import { minutesBetween } from '../cluster/saying/say.ts'
import type { Weighed } from '../weigh.ts'
import { isAkin, ownerName } from './entity-of.ts'

const WELL_MINUTES = 8
const SHORTLY_MINUTES = 12
const AFTER_MINUTES = 3
const SHOWN = 0.1
const SET_BACK = 0.4

export function setBackSurvivors(facts: readonly Weighed[], onset: Date): Weighed[] {
  const deeds = facts.filter(({ deed }) => deed?.kind === 'release' || deed?.kind === 'scaling')
  const nearer = deeds.filter(({ entity, at }) => at && isShortlyBefore(at, onset) && hasShown(entity, facts))
  const isSurvivor = ({ entity, at, deed }: Weighed) =>
    at !== undefined &&
    deed?.kind === 'release' &&
    minutesBetween(at, onset) >= WELL_MINUTES &&
    nearer.some((one) => one.at && minutesBetween(at, one.at) >= WELL_MINUTES && !isAkin(one.entity, entity))
  return facts
    .map((fact) => (isSurvivor(fact) ? { ...fact, score: fact.score * SET_BACK } : fact))
    .sort((one, other) => other.score - one.score)
}

function isShortlyBefore(at: Date, onset: Date): boolean {
  const minutes = minutesBetween(at, onset)
  return minutes <= SHORTLY_MINUTES && minutes >= -AFTER_MINUTES
}

function hasShown(entity: string, facts: readonly Weighed[]): boolean {
  return facts.some(
    (one) =>
      (one.lens === 'moved' || one.lens === 'said') &&
      one.isOfRollout !== true &&
      one.score > SHOWN &&
      isAkin(ownerName(one.entity), entity),
  )
}
