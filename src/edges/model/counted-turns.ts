/** Counts what a model does and costs, for the metrics; what it answers passes through unchanged. */
import { type LanguageModel, ModelUnavailable, type ModelUsage } from '../../ports/language-model.ts'

export type CountTurn = (turn: { outcome: string; seconds: number; usage?: ModelUsage }) => void

export function countTurns(model: LanguageModel, count: CountTurn): LanguageModel {
  return {
    async takeTurn(question) {
      const began = performance.now()
      const seconds = () => (performance.now() - began) / 1000
      try {
        const turn = await model.takeTurn(question)
        count({ outcome: turn.ending === 'refused' ? 'refused' : 'answered', seconds: seconds(), usage: turn.usage })
        return turn
      } catch (error) {
        count({ outcome: error instanceof ModelUnavailable ? error.failure : 'cancelled', seconds: seconds() })
        throw error
      }
    },
  }
}
