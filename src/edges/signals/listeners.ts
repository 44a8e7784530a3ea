import type { Topic } from '../../ports/signals.ts'

/** Who wants to hear of a topic. */
export function createListeners() {
  const byTopic = new Map<Topic, Set<() => void>>()
  return {
    add(topic: Topic, listener: () => void): () => void {
      const listeners = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
    call(topic: Topic): void {
      for (const listener of byTopic.get(topic) ?? []) listener()
    },
    callAll(): void {
      for (const topic of byTopic.keys()) this.call(topic)
    },
    clear(): void {
      byTopic.clear()
    },
  }
}
