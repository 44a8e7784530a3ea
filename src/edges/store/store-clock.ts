/** The store's time, kept as a difference to our own clock so that asking costs nothing. */
import type { Clock } from '../../ports/clock.ts'
import type { Queryable } from './database.ts'

/** `keep` compares once, then again and again; it answers how to stop. */
type StoreClock = Clock & { keep(): Promise<() => void> }

const COMPARE_MS = 2_000

export function createStoreClock(database: Queryable): StoreClock {
  let differenceMs = 0
  const compare = async () => {
    const asked = Date.now()
    const { rows } = await database.query<{ now: Date }>('SELECT firebreak_now() AS now')
    // The store answered somewhere between asking and now; the middle errs least.
    if (rows[0]) differenceMs = rows[0].now.getTime() - (asked + Date.now()) / 2
  }
  return {
    now: () => new Date(Date.now() + differenceMs),
    async keep() {
      await compare()
      // While the store is away the last difference holds.
      const timer = setInterval(() => void compare().catch(() => {}), COMPARE_MS).unref()
      return () => clearInterval(timer)
    },
  }
}
