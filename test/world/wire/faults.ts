import type { WireRequest } from './exchange.ts'

/**
 * What goes wrong. `hang` and `cut` spare the world; `hang after` and `cut after` let the request take effect and lose
 * only the answer, as a crash between two machines does. `hold` waits until the test calls `release()`; `arrive late` cuts
 * the sender off at once and lets the request take effect when the test calls it.
 */
export type Misfortune =
  | 'hang'
  | 'hang after'
  | 'cut'
  | 'cut after'
  | 'cut midway'
  | 'hold'
  | 'arrive late'
  | { slowMs: number }
  | { status: number; message?: string }

export type Fault = {
  /** Any method where it is absent. */
  method?: string
  /** Tried on path and query; any path where it is absent. */
  path?: RegExp
  /** How many requests it strikes; default 1. */
  times?: number
  does: Misfortune
}

export type PlacedFault = {
  /** How many requests it has struck. */
  hits(): number
  /** Strikes no more, and lets go what it holds. */
  release(): void
}

type Standing = Fault & { left: number; hits: number; released: Promise<void> }

export type Struck = { does: Misfortune; released: Promise<void> }

export class Faults {
  #standing: Standing[] = []

  add(fault: Fault): PlacedFault {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const standing: Standing = { ...fault, left: fault.times ?? 1, hits: 0, released }
    this.#standing.push(standing)
    const release = () => {
      standing.left = 0
      resolve()
    }
    return { hits: () => standing.hits, release }
  }

  /** The first fault that fits strikes, and only that one. */
  take({ method, path }: WireRequest): Struck | undefined {
    const fits = (fault: Standing) =>
      fault.left > 0 && (fault.method ?? method) === method && (fault.path?.test(path) ?? true)
    const fault = this.#standing.find(fits)
    if (fault === undefined) return undefined
    fault.left -= 1
    fault.hits += 1
    return fault
  }
}
