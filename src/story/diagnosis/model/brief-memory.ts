/** Similar incidents of the past for the model: where to look first, and what came of it. Never more than a hint. */
import type { SimilarIncident } from '../../incident/memory.ts'
import { cutToTokens } from './cut-text.ts'

const TOKENS_MAX = 1_200
const CONCLUSION_CHARACTERS_MAX = 500

export function describeMemory(similar: readonly SimilarIncident[]): string {
  return cutToTokens(similar.map(describeOne).join('\n\n'), TOKENS_MAX)
}

function describeOne({ id, title, why, closedAt, conclusion, situation, proof, outcome }: SimilarIncident): string {
  return [
    `${id}, closed ${closedAt.toISOString()} (${why}):`,
    `  title: ${title}`,
    // On lines of their own: where one repeats what gives orders, the rest is still shown.
    `  found${situation === undefined ? '' : ` (${situation})`}: ${shorten(conclusion) || 'nothing'}`,
    ...proof.map(({ plugin, quote }) => `  seen in ${plugin}: ${quote}`),
    `  outcome: ${outcome}`,
  ].join('\n')
}

/** Apart from the rest: the steps are of our own records, and our own names stand in them. */
export function describePastPlans(similar: readonly SimilarIncident[]): string {
  const lines = similar
    .filter(({ plan }) => plan.length > 0)
    .map(({ id, plan, worked }) => `${id}: ${plan.join(', then ')}. ${WORKED[String(worked) as keyof typeof WORKED]}`)
  return cutToTokens(lines.join('\n'), TOKENS_MAX / 2)
}

const WORKED = {
  true: 'It was carried out and verified: it worked.',
  false: 'It was carried out and did not help.',
  null: 'It was not carried out, or nobody could see whether it helped.',
} as const

function shorten(text: string): string {
  return text.length <= CONCLUSION_CHARACTERS_MAX ? text : `${text.slice(0, CONCLUSION_CHARACTERS_MAX)} …`
}
