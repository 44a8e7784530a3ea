/** What the house asks of an embedding model: texts as vectors, so that what means the same lies close together. */
export type EmbeddingsState =
  | { isReady: true /** Names the model and its server: vectors of another are of no use. */; model: string }
  | { isReady: false /** Undefined where nobody asked for embeddings. */; reason?: string }

/** `refused` concerns the texts that were sent, everything else the server or its settings. */
export type EmbeddingsFailure = 'refused' | 'refused_key' | 'busy' | 'unreachable' | 'bad_answer' | 'resting'

/** Its message is safe to show: it holds no key and nothing of what was sent. */
export class EmbeddingsUnavailable extends Error {
  readonly failure: EmbeddingsFailure

  constructor(failure: EmbeddingsFailure, message: string) {
    super(message)
    this.name = 'EmbeddingsUnavailable'
    this.failure = failure
  }
}

export type Embeddings = {
  state(): Promise<EmbeddingsState>
  /** One vector of length one for each text. Rejects with EmbeddingsUnavailable, or with the reason of the signal. */
  embed(
    texts: readonly string[],
    bounds: { signal?: AbortSignal; timeoutMs: number },
  ): Promise<{ model: string; vectors: readonly (readonly number[])[] }>
}
