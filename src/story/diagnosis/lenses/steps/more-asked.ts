/** Whether more is asked than before, of whom; and what else may have filled somebody up. */
import { minutesBetween } from '../../cluster/saying/say.ts'
import type { Weighed } from '../../weigh.ts'
import { isAkin } from '../entity-of.ts'
import { type Moved, sayMove } from '../figures.ts'
import type { Seen } from '../look-through.ts'
import { growthOf, isChance } from '../moved.ts'
import { isAround } from './full-replicas.ts'

const GROWTH = 1.5
const SETTLED_MINUTES = 60
/** So shortly before, a change of whoever stands near may be why more is asked. */
const NEAR_MINUTES = 8
const NEAR = 2.5
const COMPLAINS = 0.7

/** Of whoever stands near, or of anybody where the alert is: who fills a queue seldom bears its name. */
export function moreAsked(
  { facts, onset }: Seen,
  home: string | undefined,
  moved: readonly Moved[],
): string | undefined {
  const asked = facts.filter(({ demand = 1, at }) => demand >= GROWTH && isAround(at, onset))
  const first =
    asked.find(({ ring }) => ring <= NEAR) ?? asked.find(({ place }) => place !== undefined && place === home)
  const climbed = moved.find((one) => one.labels.namespace === home && isAround(one.at, onset) && hasClimbed(one))
  return first?.text ?? (climbed && sayMove(climbed))
}

const ASKING = [
  ...['client', 'caller', 'user_agent', 'source', 'source_app', 'source_workload', 'origin'],
  ...['tenant', 'tenant_id', 'customer', 'customer_id', 'account', 'account_id', 'merchant', 'shop', 'org', 'org_id'],
]

/** One program or one customer alone asks for more, and the others for no more than before: it is he who is to be looked at. */
export function isAskedByOne(own: readonly Moved[], onset: Date): boolean {
  const asked = own.filter((one) => growthOf(one).demand !== undefined)
  return ASKING.some((label) => {
    const split = asked.filter(({ labels }) => labels[label] !== undefined)
    const [first, ...further] = split.filter((one) => (growthOf(one).demand ?? 1) >= GROWTH && isAround(one.at, onset))
    const others = split.filter((one) => one.name === first?.name && one !== first)
    return first !== undefined && further.length === 0 && others.length > 0
  })
}

const CLIMBED = 0.05

/** What rises for an hour is too uneven to be a step, and ends far above where it was. */
function hasClimbed(one: Moved): boolean {
  const { demand = 1 } = growthOf(one)
  return (
    demand > 1 &&
    one.strength >= CLIMBED &&
    one.from > 0 &&
    one.last >= GROWTH * one.from &&
    !isChance(one, one.from, one.last)
  )
}

/** It was changed itself not long before, somebody near right before, somebody behind it is slower, or what it says names somebody else. */
export function isOtherwiseExplained(name: string, { facts, onset, starts }: Seen): boolean {
  const callers = facts.filter((one) => one.lens === 'said' && one.names.some((other) => isAkin(other, name)))
  const served = [name, ...starts, ...callers.map(({ entity }) => entity)]
  const isSince = (at: Date | undefined, minutes: number) => at !== undefined && minutesBetween(at, onset) < minutes
  return facts.some((one) => {
    const isOwn = isAkin(one.entity, name)
    const isFewer = isOwn && one.deed?.kind === 'scaling' && one.deed.to < one.deed.from
    const isChanged = one.deed !== undefined && !isFewer && isSince(one.at, isOwn ? SETTLED_MINUTES : NEAR_MINUTES)
    return (
      (isChanged && (isOwn || one.ring <= NEAR)) ||
      (isSlower(one, served) && isAround(one.at, onset)) ||
      (isOwn &&
        one.lens === 'said' &&
        one.strength > COMPLAINS &&
        one.names.some((other) => /[a-z]/i.test(other) && !isAkin(other, name) && isKnown(other, facts)))
    )
  })
}

const SLOWER = 2
const TIME = /^\w*(latency|duration|seconds|_ms)\b/
/** Of those who wait for the full. */
const WAITING = /wait|queue|oldest|lag|backlog|delay|pending|_age/

/** A dependency that takes its time fills all who call it, and more callers make it worse; that those who are served wait does not. */
export function isSlower({ lens, text, entity, growth = 1 }: Weighed, served: readonly string[]): boolean {
  const [figure = ''] = text.split('{')
  const words = figure.split('_')
  const isServed = served.some((one) => isAkin(entity, one) || one.split('-').some((word) => words.includes(word)))
  return lens === 'moved' && growth >= SLOWER && TIME.test(figure) && !WAITING.test(figure) && !isServed
}

/** Somebody facts are told of, not just any word with a hyphen. */
function isKnown(name: string, facts: Seen['facts']): boolean {
  return facts.some(({ entity, score }) => score > 0.2 && isAkin(entity, name))
}
