/** Whom a question means: names that stand in the evidence or in the environment context, and what people call such things ("the cache"). */
import type { EnvironmentMap } from '../../../guidance/environment/environment-map.ts'
import { isAkin, ownerName, plainName } from '../lenses/entity-of.ts'
import { relativesOf } from '../lenses/relatives.ts'
import { COMMON } from '../lenses/whom-to-ask.ts'
import { SIGHT_BY_NAME, type Thing, thingsIn } from './everyday-things.ts'

/** Words by which people ask, and which name nobody. */
const ASKING =
  /^(why|who|whom|whose|how|the|not|and|but|for|are|was|did|has|had|any|all|its|it's|out|off|see|tell|show|know|mean|cause|caused|causes|change|changed|changes|happen|happened|happening|restart|restarted|roll|back|rollback|scale|plan|fix|incident|diagnosis|evidence|proof|node|nodes|pod|pods|host|hosts|server|servers|service|services|deployment|deployments|container|containers|namespace|cluster|database|databases|table|tables|log|logs|metric|metrics|figure|figures)$/i
const INCIDENT = /\bINC-\d{8}-\d{3,9}\b/gi
const WORD = /[a-z0-9][a-z0-9._:/-]{1,80}/gi
const NAMES_MAX = 12

type Known = { inFacts: readonly string[]; environment: EnvironmentMap }

/** One of those meant; `inContext` where the environment context knows it. */
export type Named = Thing & { inContext: boolean }

export function namedInQuestion(question: string, { inFacts, environment }: Known): Named[] {
  const text = question.replaceAll(INCIDENT, ' ')
  const said = (text.match(WORD) ?? [])
    .map((word) => plainName(word.replace(/[.:/-]+$/, '')))
    .filter((word) => word.length >= 3 && !COMMON.test(word) && !ASKING.test(word))
  const things = thingsIn(text)
  const called = [...said, ...things.flatMap(({ names }) => names)]
  const seen = inFacts.filter((name) => isAnyAkin([name], [...called, ...relativesOf(text)]))
  const context = contextNames(environment).filter(({ alike }) => isAnyAkin(alike, called))
  const met = [...seen, ...context.flatMap(({ alike }) => alike)]
  const names = [
    ...[...seen.map(ownerName), ...context.map(({ name }) => name)].map((name) => ofName(name, things)),
    ...things.filter((thing) => !isAnyAkin(thing.names, met)),
    ...said.filter(isPlainlyName).map((name) => ofName(name, things)),
  ]
  const once = new Map(names.toReversed().map((thing) => [thing.called.toLowerCase(), thing]))
  return [...once.values()]
    .toReversed()
    .slice(0, NAMES_MAX)
    .map((thing) => ({ ...thing, inContext: context.some(({ name }) => isAnyAkin([name], thing.names)) }))
}

function ofName(name: string, things: readonly Thing[]): Thing {
  const sight = things.find(({ names }) => isAnyAkin(names, [name]))?.sight ?? SIGHT_BY_NAME
  return { called: name, names: [name], sight }
}

/** What the environment context names, and by what else it may be meant: "redis" is the middleware of that type. */
function contextNames({ services, databases, middleware }: EnvironmentMap): { name: string; alike: string[] }[] {
  return [
    ...services.flatMap(({ name, dependencies }) =>
      [name, ...dependencies].map((one) => ({ name: one, alike: [one] })),
    ),
    ...databases.map(({ name, type, databases: all }) => ({ name, alike: [name, type, ...all] })),
    ...middleware.map(({ name, type }) => ({ name, alike: [name, type] })),
  ]
    .map(({ name, alike }) => ({ name, alike: alike.filter((one) => one !== '') }))
    .filter(({ name }) => name !== '')
}

function isAnyAkin(some: readonly string[], others: readonly string[]): boolean {
  return some.some((one) => others.some((other) => isAkin(one, other) || isPartOf(one, other) || isPartOf(other, one)))
}

/** Of two letters too: `orders-db` is a db. */
function isPartOf(word: string, name: string): boolean {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .includes(word.toLowerCase())
}

/** One of these names stands in the text, whole. */
export function speaksOf(text: string, names: readonly string[]): boolean {
  return names.some((name) => (text.length >= name.length && isAkin(text, name)) || isPartOf(name, text))
}

/** Nobody writes `orders-db-0` or `10.0.0.7` unless he means it. */
function isPlainlyName(word: string): boolean {
  return /[a-z].*[-_.\d]|\d\.\d/i.test(word) && !/^\d+(st|nd|rd|th|s|m|h|d|%)?$/i.test(word)
}
