/** Errors of statements in a log, sorted by what they mean. A SQLSTATE says it best; else the server's own words do. */

import type { Seen } from '../../cluster/cluster-scene.ts'
import type { LoggedLine } from '../server/log-lines.ts'
import type { Failure } from './statement-rise.ts'

const OF_SCHEMA = 'This is a limit of the schema: every such write fails, from whatever release,'

// What a server says to clients and statements it turns away, whatever program speaks: its rules, its memory, its
// files.

const SERVER_REFUSALS: readonly Failure[] = [
  {
    state: '28000',
    isKnownByWords: true,
    words: /no pg_hba\.conf entry for|pg_hba\.conf rejects/i,
    meaning: 'the server lets nobody in from there (pg_hba.conf)',
    verdict: (line) =>
      /no encryption|SSL off/i.test(line)
        ? 'pg_hba.conf has no line for this address, role and database without encryption: the client has to use TLS, or a line is missing.'
        : 'pg_hba.conf has no line for this address, role and database; a fresh process meets the same rule.',
    advice:
      'Add the line to pg_hba.conf and reload, or let the client connect from an address and with TLS (sslmode=require) as the rules ask for.',
  },
  {
    state: '53200',
    isKnownByWords: true,
    words: /out of shared memory|max_locks_per_transaction/i,
    meaning: 'the server’s table of locks is full (max_locks_per_transaction)',
    verdict: () =>
      'A statement or a transaction locks more tables, partitions and indexes than there is room for; that room is shared by all sessions.',
    advice:
      'Let the statement touch fewer partitions (a condition the planner can prune by, smaller batches), or raise max_locks_per_transaction, which needs a restart of the server.',
  },
  {
    state: '53400',
    words: /temporary file size exceeds temp_file_limit/i,
    meaning: 'a statement would write more temporary files than temp_file_limit allows',
    verdict: () => 'The limit protects the disk; the statement sorts or joins too much for work_mem.',
    advice: 'Look at the plan of the statement, and raise work_mem for it alone rather than the limit.',
  },
  {
    state: '58P01',
    isKnownByWords: true,
    words: /could not access file "\$libdir|could not load library|could not open extension control file/i,
    meaning: 'the library of an extension is missing on the server',
    verdict: () =>
      'The database uses an extension whose files this server does not have, as after another image or a new major version.',
    advice: 'Install the extension’s package for this very version of the server, or go back to the image that had it.',
  },
  {
    state: '26000',
    words: /prepared statement "[^"]*" (?:does not exist|already exists)/i,
    meaning: 'a prepared statement is not on the connection that it is used on',
    verdict: () =>
      'A pooler hands out another server connection with each transaction, and the driver believes it keeps its own.',
    advice:
      'Switch prepared statements off in the driver (prepareThreshold=0, statement_cache_size=0), or let the pooler track them (PgBouncer max_prepared_statements) or pool by session.',
  },
  {
    state: '0A000',
    isKnownByWords: true,
    words: /cached plan must not change result type/i,
    meaning: 'a table was changed under statements that are prepared already',
    verdict: () =>
      'It passes when the connections are opened anew; a migration changed the columns while they were open.',
    advice: 'Let the pools open their connections anew after a migration; name columns instead of SELECT *.',
  },
  {
    state: 'XX001',
    words: /invalid page in block|could not read block \d+|unexpected zero page|missing chunk number/i,
    meaning: 'data on the server’s disk is damaged or cannot be read',
    verdict: () => 'Nothing should be written, vacuumed or restarted before there is a copy of the files.',
    advice:
      'Stop writing, copy the data directory, check the disk, and restore from a backup or fail over to a standby.',
  },
  {
    state: '55P03',
    words: /canceling statement due to lock timeout|could not obtain lock on/i,
    meaning: 'statements give up waiting for a lock (lock_timeout)',
    isSymptom: true,
    verdict: () => 'Somebody else holds the lock they need.',
    advice: 'Find who holds the lock (lock_waits while it happens), and repeat the statement when it is free.',
  },
]

const FAILURES: readonly Failure[] = [
  ...SERVER_REFUSALS,
  {
    state: '2200H',
    words: /reached (?:maximum|minimum) value of sequence|Failed to read auto-increment value/i,
    meaning: 'a sequence has reached the end of its range, so no new row gets a number',
    isLimit: true,
    verdict: () => `${OF_SCHEMA} until sequence and column are widened to bigint.`,
    advice:
      'Widen the number: ALTER SEQUENCE … AS bigint, and the column with everything that refers to it to bigint. Changing the column’s type rewrites the table under an exclusive lock, so plan it. Until then a range nobody uses (for instance the negative numbers) can give new rows their numbers.',
  },
  {
    state: '22003',
    words:
      /\b(?:integer|smallint|bigint|value|numeric field)\b.{0,60}\b(?:out of range|overflow)|Out of range value for column/i,
    meaning: 'a number does not fit the type of its column',
    isLimit: true,
    verdict: (line) =>
      `${OF_SCHEMA} until the column is widened${/\binteger\b/i.test(line) ? ' (integer ends at 2147483647; bigint)' : ''}.`,
    advice: 'Widen the column to bigint or numeric, and look which number has grown so large.',
  },
  {
    state: '22001',
    words: /value too long for type|Data too long for column/i,
    meaning: 'a text is longer than its column allows',
    isLimit: true,
    advice: 'Widen the column, or cut the text in the application.',
  },
  {
    state: '25006',
    words: /cannot execute [A-Z ]+ in a read-only transaction/i,
    meaning: 'something is written to a server that only reads, as a standby does',
    verdict: () => 'Writers belong to the primary.',
    advice:
      'Let writers connect to the primary (target_session_attrs=read-write, the service of the primary), and look whether there was a failover.',
  },
  {
    state: '42501',
    words: /permission denied for (?:table|relation|schema|sequence|function|view|database)/i,
    meaning: 'a right on an object is missing',
    advice: 'Grant the role what it needs; look which migration or owner change took it away.',
  },
  {
    state: '42703',
    words: /column "?[\w.]+"? (of relation \S+ )?does not exist|Unknown column '/i,
    meaning: 'a column that does not exist is asked for',
    isMismatch: true,
    advice: 'Bring program and schema together: run the missing migration, or go back to the release that fits.',
  },
  {
    state: '42P01',
    words: /relation "?[\w.]+"? does not exist|Table '[^']+' doesn't exist/i,
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
    advice: 'Use INSERT … ON CONFLICT, or find who writes the same key twice.',
  },
  {
    state: '23503',
    words: /violates foreign key constraint/i,
    meaning: 'a row refers to one that is not there',
    advice: 'Look at the order in which the application writes these rows.',
  },
  {
    state: '23514',
    words: /violates check constraint/i,
    meaning: 'a value breaks a rule of its table',
    advice: 'Check the value in the application, or change the rule.',
  },
  {
    state: '40001',
    words: /could not serialize access/i,
    meaning: 'transactions that cannot be put in order are refused',
    advice: 'Retry on SQLSTATE 40001, and keep transactions short.',
  },
  {
    state: '57014',
    words: /canceling statement due to statement timeout/i,
    meaning: 'statements run into their timeout (statement_timeout)',
    isSymptom: true,
    verdict: () => 'They take longer than they may; what makes them slow is the cause.',
    advice: 'Find what makes the statements slow: EXPLAIN (ANALYZE, BUFFERS), locks, load.',
  },
  {
    state: '22P02',
    words: /invalid input syntax for type/i,
    meaning: 'a value cannot be read as its type',
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

/** A standby that cancels a query borrows the code of another failure; it is told apart. */
const RECOVERY = /conflict with recovery/i

/** A number alone may be anything; beside the word for it, it is a code. */
function isOf(line: string, { state, words, isKnownByWords }: Failure): boolean {
  if (RECOVERY.test(line)) return false
  if (isKnownByWords) return words.test(line)
  return (
    words.test(line) || new RegExp(`(?:SQLSTATE|ERROR|code|Exception|errno)\\b.{0,40}\\b${state}\\b`, 'i').test(line)
  )
}
