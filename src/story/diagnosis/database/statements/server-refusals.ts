/** What a server says to clients and statements it turns away, whatever program speaks: its rules, its memory, its files. */
import type { Failure } from './statement-rise.ts'

export const SERVER_REFUSALS: readonly Failure[] = [
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
