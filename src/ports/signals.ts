/**
 * Hints between instances: "look again". They carry no content and nothing is decided from them; whoever hears one
 * reads the store. Losing them costs time and nothing else.
 */
export const TOPICS = ['settings', 'events', 'keys', 'silences'] as const

export type Topic = (typeof TOPICS)[number]

export type SignalsStatus = 'connected' | 'disconnected' | 'embedded'

export type Signals = {
  /** Never fails and never waits for long: a hint that cannot be given is not given. */
  publish(topic: Topic): void
  /** The listener is also called after a lost connection is back, because hints may have been missed. Answers how to stop. */
  subscribe(topic: Topic, listener: () => void): () => void
  status(): SignalsStatus
  close(): Promise<void>
}
