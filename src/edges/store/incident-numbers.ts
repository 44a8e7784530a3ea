/**
 * Numbers of the day, taken from the store in a transaction of their own, and hardly more than are needed: a gap after a
 * killed process would look like lost incidents. What a group did not use serves the next one. No lock is held while an
 * intake commits.
 */
import type { Clock } from '../../ports/clock.ts'
import { incidentId } from '../../story/incident/incident.ts'
import type { Database } from './database.ts'

export type NumberBlock = { day: string; numbers: number[] }

const TAKE_NUMBERS = `
  WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
  INSERT INTO incident_numbers (day, last)
  SELECT (firebreak_now() AT TIME ZONE 'UTC')::date, $1 FROM quick
  ON CONFLICT (day) DO UPDATE SET last = incident_numbers.last + excluded.last
  RETURNING day::text, last`

export class IncidentNumbers {
  readonly #database: Database
  readonly #clock: Clock
  #left: NumberBlock = { day: '', numbers: [] }

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Enough ids for `count` new incidents; hand back what was not used. */
  async take(count: number): Promise<NumberBlock> {
    const { day } = this.#left
    const kept = this.#left.numbers.splice(0, count)
    if (kept.length === count && day === this.#today()) return { day, numbers: kept }
    const fresh = await this.#fetch(count)
    // Numbers of yesterday are let go; those of today come first.
    const numbers = day === fresh.day ? [...kept, ...fresh.numbers] : fresh.numbers
    this.giveBack({ day: fresh.day, numbers: numbers.splice(count) })
    return { day: fresh.day, numbers }
  }

  #today(): string {
    return this.#clock.now().toISOString().slice(0, 10)
  }

  giveBack({ day, numbers }: NumberBlock): void {
    if (numbers.length === 0) return
    if (this.#left.day !== day) this.#left = { day, numbers: [] }
    this.#left.numbers = [...numbers, ...this.#left.numbers].sort((one, other) => one - other)
  }

  /**
   * On an orderly stop the numbers that are left go back to the store, as far as nobody took one after them: after a
   * restart the next incident then bears the next number, and no gap looks like a lost one.
   */
  async close(): Promise<void> {
    const { day, numbers } = this.#left
    this.#left = { day: '', numbers: [] }
    const last = numbers.at(-1)
    if (last === undefined) return
    const count =
      numbers.length - (numbers.findLastIndex((number, at) => number !== last - (numbers.length - 1 - at)) + 1)
    await this.#database.query('UPDATE incident_numbers SET last = last - $3 WHERE day = $1 AND last = $2', [
      day,
      last,
      count,
    ])
  }

  /**
   * The commit does not wait for the disk: the log is written in order, so an incident that is safe on disk has the
   * number's commit before it.
   */
  async #fetch(count: number): Promise<NumberBlock> {
    const { rows } = await this.#database.query<{ day: string; last: number }>({
      name: 'take-numbers',
      text: TAKE_NUMBERS,
      values: [count],
    })
    const { day, last } = rows[0] as { day: string; last: number }
    return { day, numbers: Array.from({ length: count }, (_, index) => last - count + 1 + index) }
  }
}

export function idTaker({ day, numbers }: NumberBlock): () => string {
  let taken = 0
  return () => {
    const number = numbers[taken]
    if (number === undefined) throw new Error('More incidents than numbers: a group opens at most one for each alert.')
    taken += 1
    return incidentId(day, number)
  }
}
