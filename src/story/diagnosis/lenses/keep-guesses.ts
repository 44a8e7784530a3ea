/** The likeliest of what was seen, kept apart from the conclusion: where nothing is proven, a person begins with them. */
import type { Guess } from '../../incident/diagnosis.ts'
import type { Scene } from '../scene.ts'
import { againstOf, WEAKER } from './grade.ts'
import type { Seen } from './look-through.ts'
import { keyFindingOf, leading } from './tell-facts.ts'

const GUESSES_KEPT = 2

export function keptGuesses({ hypotheses, onset }: Pick<Seen, 'hypotheses' | 'onset'>, scene: Scene): Guess[] {
  const guesses = hypotheses.map((hypothesis) => ({
    entity: hypothesis.entity,
    findings: leading(hypothesis).flatMap((fact) => keyFindingOf(fact, scene)),
    against: againstOf(hypothesis, onset),
  }))
  const kept = guesses.filter(({ findings }) => findings.length > 0).slice(0, GUESSES_KEPT)
  // Nobody stands before the first, so it is weaker than nobody.
  return kept.map((guess, at) =>
    at === 0 ? { ...guess, against: guess.against.filter((words) => words !== WEAKER) } : guess,
  )
}
