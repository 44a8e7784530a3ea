/** One clock for all times of a page: the reader's own, or UTC. Chosen once and kept in this browser. */
import { useSyncExternalStore } from 'react'

export type Clock = 'mine' | 'utc'

export const KEPT_CLOCK = 'firebreak-clock'
const listeners = new Set<() => void>()
let chosen: Clock = typeof localStorage === 'undefined' ? 'mine' : readClock(localStorage.getItem(KEPT_CLOCK))

export function readClock(kept: string | null): Clock {
  return kept === 'utc' ? 'utc' : 'mine'
}

export function clockInForce(): Clock {
  return chosen
}

/** Whoever tells a time asks for this, so that it is told anew when the clock is switched. */
export function useClock(): Clock {
  return useSyncExternalStore(listen, clockInForce)
}

export function switchClock(to: Clock): void {
  chosen = to
  for (const tell of listeners) tell()
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}
