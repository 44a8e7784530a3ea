/**
 * How well a hypothesis of the lenses is borne out. No lens writes how sure it is: each kind of support counts once, and what
 * is missing is what speaks against it. Lenses alone seldom bear out more than a good guess; the rest is for rules and people.
 */
import { NOTHING_TIES } from '../finding.ts'
import { type Hypothesis, UNTIED } from '../weigh.ts'

const SUPPORTS = ['earlier', 'tied', 'two lenses', 'two sources', 'ahead'] as const
type Support = (typeof SUPPORTS)[number]

const MISSING: Readonly<Record<Support, string>> = {
  earlier: 'it began after the trouble or at no known minute',
  tied: NOTHING_TIES,
  'two lenses': 'only one kind of fact tells of it',
  'two sources': 'only one source tells of it',
  ahead: 'others are borne out as well',
}

const MINUTE = 60_000
const BEFORE_MS = 90 * MINUTE
const AFTER_MS = 2 * MINUTE
/** So far apart, two are not equally likely. */
const AHEAD = 1.3

function supportsOf({ facts, ring, lenses, score }: Hypothesis, next: Hypothesis | undefined, onset: Date): Support[] {
  const away = facts.flatMap(({ at }) => (at ? [at.getTime() - onset.getTime()] : []))
  const sources = new Set(facts.flatMap(({ evidence }) => evidence.map(({ plugin }) => plugin)))
  const holds: Readonly<Record<Support, boolean>> = {
    earlier: away.some((one) => one <= AFTER_MS && one >= -BEFORE_MS),
    tied: ring < 1,
    'two lenses': lenses > 1,
    'two sources': sources.size > 1,
    ahead: !next || score > next.score * AHEAD,
  }
  return SUPPORTS.filter((support) => holds[support])
}

const BARE = 0.3
const PER_SUPPORT = 0.1
export const GUESS_MAX = 0.6
/** Borne out in every way and so strong, what lenses alone concluded was right in 156 of 158 incidents. */
const STRONG = 3
const EARNED = 0.7

export function confidenceIn(best: Hypothesis, next: Hypothesis | undefined, onset: Date): number {
  const { length } = supportsOf(best, next, onset)
  if (length === SUPPORTS.length && best.score >= STRONG) return EARNED
  return Math.round(Math.min(GUESS_MAX, BARE + PER_SUPPORT * Math.max(0, length - 1)) * 100) / 100
}

export const WEAKER = 'its facts are weaker'

const BY_OTHERS = 'only others tie it to the alert'

/** Never empty: who is not first is at least weaker than who is. */
export function againstOf(hypothesis: Hypothesis, onset: Date): string[] {
  const held = supportsOf(hypothesis, undefined, onset)
  const missing = SUPPORTS.filter((support) => !held.includes(support)).map((support) =>
    support === 'tied' && hypothesis.ring < UNTIED ? BY_OTHERS : MISSING[support],
  )
  return missing.length > 0 ? missing : [WEAKER]
}
