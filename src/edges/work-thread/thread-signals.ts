/** Hints of the working thread: the one that serves hears and speaks for both, so an instance is one listener to the others. */
import type { Signals, Topic } from '../../ports/signals.ts'
import { createListeners } from '../signals/listeners.ts'
import type { Say } from './thread-words.ts'

type ThreadSignals = Signals & { hear(topic: Topic): void }

export function createThreadSignals(say: Say): ThreadSignals {
  const listeners = createListeners()
  return {
    publish: (topic) => say({ kind: 'hint', topic }),
    subscribe: (topic, listener) => listeners.add(topic, listener),
    hear: (topic) => listeners.call(topic),
    status: () => 'connected',
    close: async () => listeners.clear(),
  }
}
