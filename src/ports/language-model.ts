/** What the house asks of a language model. */
export type ModelStatus = 'connected' | 'disconnected' | 'not_configured'

export type ModelHealth = {
  /** From the last call or, where there was none lately, from a cheap question. Never a guess. */
  status(): Promise<ModelStatus>
}
