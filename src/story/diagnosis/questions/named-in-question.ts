/** Whom a question means: names that stand in the evidence, and what people call such things ("the cache"). */
import { isAkin, ownerName, plainName } from '../lenses/entity-of.ts'
import { relativesOf } from '../lenses/relatives.ts'
import { COMMON } from '../lenses/whom-to-ask.ts'

/** Words by which people ask, and which name nobody. */
const ASKING =
  /^(why|who|whom|whose|how|the|not|and|but|for|are|was|did|has|had|any|all|its|it's|out|off|see|tell|show|know|mean|cause|caused|causes|change|changed|changes|happen|happened|happening|restart|restarted|roll|back|rollback|scale|plan|fix|incident|diagnosis|evidence|proof|node|nodes|pod|pods|host|hosts|server|servers|service|services|deployment|deployments|container|containers|namespace|cluster|database|databases|table|tables|log|logs|metric|metrics|figure|figures)$/i
const INCIDENT = /\bINC-\d{8}-\d{3,9}\b/gi
const WORD = /[a-z0-9][a-z0-9._:/-]{1,80}/gi
const NAMES_MAX = 12

export function namedInQuestion(question: string, known: readonly string[]): string[] {
  const text = question.replaceAll(INCIDENT, ' ')
  const said = (text.match(WORD) ?? [])
    .map((word) => plainName(word.replace(/[.:/-]+$/, '')))
    .filter((word) => word.length >= 3 && !COMMON.test(word) && !ASKING.test(word))
  const meant = [...said, ...relativesOf(text)]
  const named = known.filter((name) => meant.some((word) => isAkin(word, name)))
  return [...new Set([...named.map(ownerName), ...said.filter(isPlainlyName)])].slice(0, NAMES_MAX)
}

/** Nobody writes `orders-db-0` or `10.0.0.7` unless he means it. */
function isPlainlyName(word: string): boolean {
  return /[a-z].*[-_.\d]|\d\.\d/i.test(word) && !/^\d+(st|nd|rd|th|s|m|h|d|%)?$/i.test(word)
}
