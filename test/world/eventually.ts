import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asking costs what is waited for its time, so whoever has waited long already asks less often, and a question that takes
 * long to answer is asked seldom: most of a run's reading was such waiting.
 */
const PAUSE_MS_MIN = 20
const PAUSE_MS_MAX = 250
const PAUSE_PER_ASKING = 10

/**
 * Asks until the answer is neither undefined nor false; says what it waited for when none came in time. It is patient: a
 * machine may be eight times overloaded, and what never comes fails soon enough, before the limit of a test.
 */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  withinSeconds = 240,
): Promise<Exclude<T, undefined | false>> {
  const began = performance.now()
  for (;;) {
    const askedAt = performance.now()
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer as Exclude<T, undefined | false>
    const now = performance.now()
    const waitedMs = now - began
    if (waitedMs > withinSeconds * 1000) throw new Error(`Waited ${withinSeconds} seconds in vain: ${what}.`)
    const pauseMs = Math.max(PAUSE_MS_MIN, waitedMs / 10, (now - askedAt) * PAUSE_PER_ASKING)
    await delay(Math.min(pauseMs, PAUSE_MS_MAX))
  }
}

/** A process that has ended but was not yet buried by its parent does not run. */
export async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/\) [ZX] /.test(stat)
}
