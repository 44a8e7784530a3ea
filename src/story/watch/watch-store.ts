import type { CheckState } from './judge-reading.ts'
import type { Reading, WatchedCheck } from './reading.ts'

export type WatchedState = WatchedCheck & CheckState

/** What the watch remembers between two rounds, whichever instance makes the next one. */
export type WatchStore = {
  /** Takes the next round where it is due, for one instance only; else answers how long it is until then. */
  claimRound(everySeconds: number): Promise<{ isOurs: boolean; dueInSeconds: number }>
  /** Does the work while no other instance does the same; a round that outlasts the interval is not begun twice. */
  alone(work: () => Promise<void>): Promise<void>
  load(): Promise<WatchedState[]>
  save(states: readonly WatchedState[]): Promise<void>
}

/** One kind of things in the world that can be read. */
export type Watcher = {
  kind: Reading['kind']
  /** Asked at each round; one that has nothing to watch costs nothing. */
  isWanted(): Promise<boolean>
  /** A target that cannot be read is a reading too; it throws only where nothing at all can be said. */
  read(given: { firing: readonly string[]; signal: AbortSignal }): Promise<Reading[]>
}
