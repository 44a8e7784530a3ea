/**
 * Spares a model server that fails, and us the waiting. After some failed turns in a row its host is left alone for a
 * while; then a single turn may try, and what becomes of it decides for all.
 */
const FAILURES_MAX = 5
const REST_MS = 30_000

type Line = { failures: number; restsUntil: number; isTrying: boolean }

/** `undecided` is a turn its own asker gave up. */
type Outcome = 'answered' | 'failed' | 'undecided'

export class Breaker {
  #lines = new Map<string, Line>()
  #monotonicMs: () => number

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** Whether a turn may start now. Whoever is let in notes its outcome. */
  admit(host: string): boolean {
    const line = this.#lines.get(host)
    if (line === undefined || line.failures < FAILURES_MAX) return true
    if (line.isTrying || this.#monotonicMs() < line.restsUntil) return false
    line.isTrying = true
    return true
  }

  note(host: string, outcome: Outcome): void {
    if (outcome === 'answered') {
      this.#lines.delete(host)
      return
    }
    const { failures = 0, restsUntil = 0 } = this.#lines.get(host) ?? {}
    const line = { failures, restsUntil, isTrying: false }
    if (outcome === 'failed') Object.assign(line, { failures: failures + 1, restsUntil: this.#monotonicMs() + REST_MS })
    this.#lines.set(host, line)
  }
}
