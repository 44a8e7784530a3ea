/** Errors of statements in a log, sorted by what they mean. A SQLSTATE says it best; else the server's own words do. */
import type { Seen } from '../cluster/cluster-scene.ts'
import type { LoggedLine } from './log-lines.ts'

type Failure = {
  state: string
  words: RegExp
  meaning: string
  /** The program and the schema do not fit each other: one of them changed. */
  isMismatch: boolean
  advice: string
}

const FAILURES: readonly Failure[] = [
  {
    state: '42703',
    words: /column "?[\w.]+"? (of relation \S+ )?does not exist/i,
    meaning: 'a column that does not exist is asked for',
    isMismatch: true,
    advice: 'Bring program and schema together: run the missing migration, or go back to the release that fits.',
  },
  {
    state: '42P01',
    words: /relation "?[\w.]+"? does not exist/i,
    meaning: 'a table that does not exist is asked for',
    isMismatch: true,
    advice: 'Bring program and schema together: run the missing migration, or go back to the release that fits.',
  },
  {
    state: '42883',
    words: /function \S+ does not exist/i,
    meaning: 'a function that does not exist is called',
    isMismatch: true,
    advice: 'Run the missing migration, or go back to the release that fits.',
  },
  {
    state: '42804',
    words: /is of type \S+ but expression is of type/i,
    meaning: 'a value has another type than its column',
    isMismatch: true,
    advice: 'Bring program and schema together.',
  },
  {
    state: '23502',
    words: /violates not-null constraint/i,
    meaning: 'a value that must be there is missing',
    isMismatch: true,
    advice: 'Give the column a default, or go back to the release that fills it.',
  },
  {
    state: '23505',
    words: /duplicate key value violates unique constraint/i,
    meaning: 'a key that is already there is written again',
    isMismatch: false,
    advice: 'Use INSERT … ON CONFLICT, or find who writes the same key twice.',
  },
  {
    state: '23503',
    words: /violates foreign key constraint/i,
    meaning: 'a row refers to one that is not there',
    isMismatch: false,
    advice: 'Look at the order in which the application writes these rows.',
  },
  {
    state: '23514',
    words: /violates check constraint/i,
    meaning: 'a value breaks a rule of its table',
    isMismatch: false,
    advice: 'Check the value in the application, or change the rule.',
  },
  {
    state: '40001',
    words: /could not serialize access/i,
    meaning: 'transactions that cannot be put in order are refused',
    isMismatch: false,
    advice: 'Retry on SQLSTATE 40001, and keep transactions short.',
  },
  {
    state: '57014',
    words: /canceling statement due to (statement|lock) timeout/i,
    meaning: 'statements run into their timeout',
    isMismatch: false,
    advice: 'Find what makes the statements slow.',
  },
  {
    state: '22P02',
    words: /invalid input syntax for type/i,
    meaning: 'a value cannot be read as its type',
    isMismatch: false,
    advice: 'Check the value before it is sent.',
  },
]

export type FailureGroup = Failure & { lines: readonly Seen<LoggedLine>[] }

/** The most frequent first. */
export function failuresIn(lines: readonly Seen<LoggedLine>[]): FailureGroup[] {
  const groups = Map.groupBy(lines, ({ thing }) => FAILURES.find((failure) => isOf(thing.line, failure)))
  return [...groups]
    .flatMap(([failure, found]) => (failure === undefined ? [] : [{ ...failure, lines: found }]))
    .sort((one, other) => other.lines.length - one.lines.length)
}

function isOf(line: string, { state, words }: Failure): boolean {
  return words.test(line) || new RegExp(`\\b${state}\\b`).test(line)
}
