/** What the house asks of a language model. Everything said to it and by it is plain JSON: turns are stored and replayed. */
export type ModelStatus = 'connected' | 'disconnected' | 'not_configured'

export type ModelHealth = {
  /** From the last call or, where there was none lately, from a cheap question. Never a guess. */
  status(): Promise<ModelStatus>
}

/** A plugin as the model sees it: its own name, dots included, and its JSON Schema. */
export type ModelTool = { name: string; description: string; parameters: object }

export type ModelCall = {
  /** Unique within the conversation it was made in, whatever the model called it. */
  id: string
  tool: string
  parameters: Record<string, unknown>
  /** What the arguments were where they were no JSON object, cut where that is long; the parameters are empty then. */
  malformed?: string
}

export type ModelMessage =
  | { role: 'user'; text: string }
  | { role: 'assistant'; text: string; calls: readonly ModelCall[] }
  | { role: 'tool'; callId: string; tool: string; text: string; isError: boolean }

/** Cached tokens are among the input tokens. */
export type ModelUsage = { inputTokens: number; outputTokens: number; cachedInputTokens: number }

export type ModelTurn = {
  provider: string
  model: string
  text: string
  calls: readonly ModelCall[]
  usage: ModelUsage
  ending: 'calls' | 'text' | 'length' | 'refused'
}

export type ModelQuestion = {
  system: string
  messages: readonly ModelMessage[]
  /** Not empty once the conversation holds calls; the same tools in the same order each turn keep the prefix cached. */
  tools: readonly ModelTool[]
  mustCall?: string
  /** A small model may do, where one is set up. */
  isEasy?: boolean
  /** The first model's budget is spent: only those that stand in for it are asked. */
  isFirstSpent?: boolean
  maxOutputTokens: number
  signal: AbortSignal
}

/** Why no turn came: said on the incident and in status; never for a bad answer that did arrive. */
export type ModelFailure =
  | 'not_configured'
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'refused_key'
  | 'bad_answer'
  | 'breaker_open'
  | 'too_large'
  | 'budget_spent'

/** Its message is safe to show: it holds no key and nothing of what was asked or answered. */
export class ModelUnavailable extends Error {
  readonly failure: ModelFailure

  constructor(failure: ModelFailure, message: string) {
    super(message)
    this.name = 'ModelUnavailable'
    this.failure = failure
  }
}

export type LanguageModel = {
  /** Rejects with ModelUnavailable, or with the reason of the question's own signal. */
  takeTurn(question: ModelQuestion): Promise<ModelTurn>
}
