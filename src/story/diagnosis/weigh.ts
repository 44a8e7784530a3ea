/**
 * Facts by how telling and how near they are, and hypotheses: an entity and what happened to it. One lens counts its best
 * fact and a part of the next ones; further sources lift it; who only complains of somebody in trouble himself is set back.
 */
import type { Graph } from './graph.ts'
import { isAkin, ownerName } from './lenses/entity-of.ts'
import type { Fact, LensName } from './lenses/fact.ts'

export type Weighed = Fact & { ring: number; score: number }
export type Hypothesis = { entity: string; facts: readonly Weighed[]; lenses: number; score: number; ring: number }

const WEIGHTS: Record<LensName, number> = {
  changed: 1,
  state: 0.95,
  said: 1,
  differs: 0.8,
  moved: 0.75,
  fired: 0.8,
  known: 1,
}
const PER_RING = 0.6
/** Of whom nothing is known that ties him to the alert. */
export const UNTIED = 3

export type RingOf = (name: string) => number

/** How many ties lie between somebody and those the alert names. */
export function ringsAround(graph: Graph, starts: readonly string[]): RingOf {
  const rings = graph.rings(starts)
  return (name) => {
    const known = rings.get(name.toLowerCase()) ?? rings.get(ownerName(name).toLowerCase())
    return known ?? (starts.some((start) => isAkin(start, name)) ? 0 : UNTIED)
  }
}

export function weighFacts(facts: readonly Fact[], ringOf: RingOf, onset: Date): Weighed[] {
  const weighed = facts.map((fact) => {
    const ofNames = fact.names.map((name) => ringOf(name) + (fact.lens === 'said' || fact.lens === 'changed' ? 0.5 : 0))
    const ring = Math.min(ringOf(fact.entity), ...ofNames)
    const chance = ring >= UNTIED && !isTimely(fact.at, onset) ? MERE_CHANCE : 1
    return { ...fact, ring, score: WEIGHTS[fact.lens] * fact.strength * PER_RING ** ring * chance }
  })
  return weighed.sort((one, other) => other.score - one.score)
}

/** Where nothing else ties it, only the minute speaks for it. */
const MERE_CHANCE = 0.4
const TIMELY_BEFORE_MS = 20 * 60_000
const TIMELY_AFTER_MS = 5 * 60_000

function isTimely(at: Date | undefined, onset: Date): boolean {
  const away = at ? at.getTime() - onset.getTime() : Number.POSITIVE_INFINITY
  return away <= TIMELY_AFTER_MS && away >= -TIMELY_BEFORE_MS
}

const SHARES = [1, 0.25, 0.1]
const PER_SOURCE = 0.15
const SOURCES_MAX = 3
const MERELY_COMPLAINS = 0.55

export function hypothesesOf(facts: readonly Weighed[]): Hypothesis[] {
  const groups = Map.groupBy(facts, ({ entity }) => ownerName(entity).toLowerCase())
  const all = [...groups.values()].map(hypothesisOf)
  const troubled = all.filter(({ facts: own }) => own.some(({ lens, score }) => lens !== 'fired' && score > 0.25))
  return all
    .map((one) => ({ ...one, score: one.score * (complainsOf(one, troubled) ? MERELY_COMPLAINS : 1) }))
    .sort((one, other) => other.score - one.score)
}

function hypothesisOf(facts: readonly Weighed[]): Hypothesis {
  const byLens = [...Map.groupBy(facts, ({ lens }) => lens).values()]
  const sum = byLens.reduce(
    (all, own) =>
      all + own.slice(0, SHARES.length).reduce((part, { score }, at) => part + score * (SHARES[at] ?? 0), 0),
    0,
  )
  const sources = 1 + PER_SOURCE * (Math.min(SOURCES_MAX, byLens.length) - 1)
  const [first] = facts as [Weighed, ...Weighed[]]
  return {
    entity: ownerName(first.entity),
    facts,
    lenses: byLens.length,
    score: sum * sources,
    ring: Math.min(...facts.map(({ ring }) => ring)),
  }
}

/** All that it says is about another who has troubles of his own. */
function complainsOf({ entity, facts }: Hypothesis, troubled: readonly Hypothesis[]): boolean {
  if (facts.some(({ lens }) => lens === 'changed' || lens === 'differs')) return false
  const named = facts.filter(({ lens }) => lens === 'said').flatMap(({ names }) => names)
  return troubled.some((other) => !isAkin(other.entity, entity) && named.some((name) => isAkin(name, other.entity)))
}
