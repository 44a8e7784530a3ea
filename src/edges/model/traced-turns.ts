/** Every turn of the model as a span: who answered, what it cost and how it ended; never what was said. */
import { type LanguageModel, type ModelTurn, ModelUnavailable } from '../../ports/language-model.ts'
import type { SpanFacts, Traces } from '../../ports/traces.ts'

export function traceTurns(model: LanguageModel, traces: Traces): LanguageModel {
  return {
    takeTurn: (question) =>
      traces.span({ name: 'model turn', factsOf, outcomeOfFailure }, () => model.takeTurn(question)),
  }
}

function factsOf({ provider, model, ending, usage }: ModelTurn): SpanFacts {
  return { provider, model, outcome: ending === 'refused' ? 'refused' : 'answered', ...usage }
}

function outcomeOfFailure(error: unknown): string {
  return error instanceof ModelUnavailable ? error.failure : 'cancelled'
}
