/**
 * What one search may cost the store. Searches share their connections with the alert door, so that they are bounded in
 * time and in number: one that takes too long answers with what it has, and says so.
 */
import { type Database, inTransaction, isTimedOut, type Queryable } from './database.ts'

/** For all that one search asks of the store, its waiting for a turn included. */
const SEARCH_WITHIN_MS = 5_000
const SPELLING_WITHIN_MS = 1_500
/** A quarter of the connections that an instance has. */
const STATEMENTS_AT_ONCE_MAX = 4
const SPELLINGS_AT_ONCE_MAX = 2

const NOT_ALL = 'Not everything was searched, because that took too long; there may be more.'
const NO_SPELLINGS = 'Words that no entry holds were not looked up by similar spelling, because that took too long.'

type Ask<Result> = (connection: Queryable) => Promise<Result>

export type SearchBudget = {
  /** Answers `instead` when the time is over. */
  ask<Result>(work: Ask<Result>, instead: Result): Promise<Result>
  /** The same for what is dear and can be done without: in less time, and by few at once. */
  askForSpellings<Result>(work: Ask<Result>, instead: Result): Promise<Result>
  /** What was left out, for people. */
  notes: Set<string>
}

/** Answers a new budget for each search of this instance. */
export function createSearchBudgets(database: Database): () => SearchBudget {
  const inTurn = createTurns(STATEMENTS_AT_ONCE_MAX)
  const spellings = { underWay: 0 }
  return () => {
    const endsAt = performance.now() + SEARCH_WITHIN_MS
    const notes = new Set<string>()
    const within = async <Result>(work: Ask<Result>, instead: Result, limit: { ms: number; note: string }) => {
      const answer = await inTurn(() => askWithin(database, Math.min(limit.ms, endsAt - performance.now()), work))
      if (answer !== LATE) return answer
      notes.add(limit.note)
      return instead
    }
    return {
      notes,
      ask: (work, instead) => within(work, instead, { ms: SEARCH_WITHIN_MS, note: NOT_ALL }),
      async askForSpellings(work, instead) {
        if (spellings.underWay >= SPELLINGS_AT_ONCE_MAX) {
          notes.add(NO_SPELLINGS)
          return instead
        }
        spellings.underWay += 1
        try {
          return await within(work, instead, { ms: SPELLING_WITHIN_MS, note: NO_SPELLINGS })
        } finally {
          spellings.underWay -= 1
        }
      },
    }
  }
}

const LATE = Symbol('late')

async function askWithin<Result>(
  database: Database,
  milliseconds: number,
  work: Ask<Result>,
): Promise<Result | typeof LATE> {
  // To the store 0 would mean without end.
  if (milliseconds < 1) return LATE
  try {
    return await inTransaction(database, async (connection) => {
      await connection.query(`SET LOCAL statement_timeout = ${Math.floor(milliseconds)}`)
      return work(connection)
    })
  } catch (error) {
    if (isTimedOut(error)) return LATE
    throw error
  }
}

/** So many at once; the others wait, first come first served. */
function createTurns(max: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let free = max
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => void waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
