/** Which entries answer a question best: by the words they hold, by the very text, by meaning; and why. */
import { asWritten } from './as-written.ts'
import type { Idea } from './read-question.ts'

/** Where an entry holds an idea; its title says more of it than its text. */
export type Place = 'title' | 'label' | 'text'

export type Holding = {
  said?: Place | undefined
  /** In another wording. */
  alike?: Place | undefined
  /** How alike the nearest spelling is, from 0 to 1; only asked for where no entry holds the idea. */
  near?: number | undefined
}

export type Candidate = {
  id: string
  /** One for each idea of the question. */
  holdings: readonly Holding[]
  characters: number
}

export type Weighed = {
  id: string
  score: number
  /** How much it holds, from 0 to 1, of what any entry holds: words that nobody wrote are no fault of this one. */
  coverage: number
  holdsAll: boolean
  why: readonly string[]
}

const WEIGHTS: Readonly<Record<Place, number>> = { title: 1, label: 0.75, text: 0.5 }
const ALIKE = 0.8
const NEAR = 0.5
/** A long entry holds many words by chance. */
const LENGTH_PENALTY = 0.08

/** `question` is what was asked, word for word; `holders` counts, for each idea, the entries of the whole base that hold it: the fewer, the more it says. */
export function weigh(
  ideas: readonly Idea[],
  candidates: readonly Candidate[],
  { entries, holders, question = '' }: { entries: number; holders: readonly number[]; question?: string },
): Weighed[] {
  const rarity = holders.map((count) => (count === 0 ? 0 : Math.log(1 + entries / (0.5 + count))))
  const rarityOfAll = rarity.reduce((sum, one) => sum + one, 0) || 1
  return candidates
    .map(({ id, holdings, characters }) => {
      const strengths = holdings.map(strengthOf)
      const coverage = sumOf(strengths, (strength, index) => (strength > 0 ? (rarity[index] ?? 0) : 0)) / rarityOfAll
      const held = sumOf(strengths, (strength, index) => strength * (rarity[index] ?? 0))
      const score = (held * (0.5 + coverage)) / (1 + LENGTH_PENALTY * Math.log(1 + characters / 1000))
      return {
        id,
        score,
        coverage,
        holdsAll: strengths.every((strength) => strength > 0),
        why: reasonsOf(ideas, holdings, question),
      }
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
}

function strengthOf({ said, alike, near = 0 }: Holding): number {
  return Math.max(said ? WEIGHTS[said] : 0, alike ? ALIKE * WEIGHTS[alike] : 0, NEAR * near)
}

function sumOf(numbers: readonly number[], part: (number: number, index: number) => number): number {
  return numbers.reduce((sum, number, index) => sum + part(number, index), 0)
}

function reasonsOf(ideas: readonly Idea[], holdings: readonly Holding[], question: string): string[] {
  const asked = (fits: (holding: Holding) => boolean) => {
    const fitting = ideas.filter((_, index) => fits(holdings[index] ?? {}))
    return asWritten(
      fitting.map((idea) => idea.asked),
      question,
    )
  }
  const words = asked(({ said }) => said !== undefined)
  const meant = asked(({ said, alike }) => said === undefined && alike !== undefined)
  const near = asked((holding) => holding.near !== undefined)
  return [
    ...(words.length > 0 ? [`holds the words: ${words.join(', ')}`] : []),
    ...(meant.length > 0 ? [`says in other words: ${meant.join(', ')}`] : []),
    ...(near.length > 0 ? [`holds words spelled like: ${near.join(', ')}`] : []),
  ]
}

/** A way of finding, its finds best first. */
type Ranking = { weight: number; ids: readonly string[] }

/** Far down a list one place more or less says little; 60 is what is usually taken. */
const SMOOTHING = 60

/** Reciprocal rank fusion: ways of finding whose scores cannot be compared, joined by their ranks. */
export function fuse(rankings: readonly Ranking[]): string[] {
  const scores = new Map<string, number>()
  for (const { weight, ids } of rankings) {
    ids.forEach((id, index) => {
      scores.set(id, (scores.get(id) ?? 0) + weight / (SMOOTHING + index + 1))
    })
  }
  // Sorting is stable: among equals the one that the first way found first stays first.
  return [...scores].sort(([, one], [, other]) => other - one).map(([id]) => id)
}
