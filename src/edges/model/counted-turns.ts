/** Counts what a model does and costs, for the metrics; what it answers passes through unchanged. */
import type { Cost } from '../../guidance/settings/model-prices.ts'
import { type LanguageModel, type ModelTurn, ModelUnavailable, type ModelUsage } from '../../ports/language-model.ts'

export type CountTurn = (turn: { outcome: string; seconds: number; usage?: ModelUsage; cost?: Cost }) => void

/** In money, where prices are given. */
export type PriceOf = (turn: ModelTurn) => Promise<Cost | undefined>

export function countTurns(model: LanguageModel, count: CountTurn, priceOf: PriceOf): LanguageModel {
  return {
    async takeTurn(question) {
      const began = performance.now()
      const seconds = () => (performance.now() - began) / 1000
      try {
        const turn = await model.takeTurn(question)
        const outcome = turn.ending === 'refused' ? 'refused' : 'answered'
        const took = seconds()
        // A turn whose price cannot be read is a turn all the same.
        const cost = await priceOf(turn).catch(() => undefined)
        count({ outcome, seconds: took, usage: turn.usage, ...(cost && { cost }) })
        return turn
      } catch (error) {
        count({ outcome: error instanceof ModelUnavailable ? error.failure : 'cancelled', seconds: seconds() })
        throw error
      }
    },
  }
}
