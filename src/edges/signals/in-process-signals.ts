import type { Signals, Topic } from '../../ports/signals.ts'
import { createListeners } from './listeners.ts'

/** For one instance alone: what `REDIS_URL=embedded:` means. */
export function createInProcessSignals(): Signals {
  const listeners = createListeners()
  return {
    // Like a hint over the wire, it arrives after the publisher has gone on.
    publish: (topic: Topic) => void setImmediate(() => listeners.call(topic)),
    subscribe: (topic, listener) => listeners.add(topic, listener),
    status: () => 'embedded',
    close: async () => listeners.clear(),
  }
}
