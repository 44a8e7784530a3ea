/** What the server is busy with, in its own words. */

import type { Seen } from '../../cluster/cluster-scene.ts'
import type { DatabaseScene, SlowQueries } from '../database-scene.ts'
import { isUpkeep } from '../locks/lock-holders.ts'
import { bytes, percent } from '../session-words.ts'
import type { LoggedLine } from './log-lines.ts'

// Upkeep and backups under way, by what the server reports of their progress and by who runs them.

type Reported = SlowQueries['progress'][number]

export type Operation = Omit<Reported, 'command'> & {
  /** As part of a sentence. */
  what: string
  advice: string
}

const KINDS: readonly { words: RegExp; what: string; advice: string }[] = [
  {
    words: /base_?backup/i,
    what: 'a base backup',
    advice: 'Take base backups from a replica, or limit them (pg_basebackup --max-rate).',
  },
  {
    words: /pg_dump|\bdump\b|backup|backrest|barman|wal-?g\b/i,
    what: 'a backup',
    advice: 'Run the backup at a quieter hour or on a replica, with fewer jobs at once.',
  },
  {
    words: /^(create\s+(unique\s+)?index|reindex)/i,
    what: 'an index build',
    advice:
      'Build indexes at a quieter hour, with fewer max_parallel_maintenance_workers; one that is broken off leaves an invalid index.',
  },
  {
    words: /^autovacuum:.*wraparound/i,
    what: 'an autovacuum against wraparound',
    advice: 'It must come to its end; slow it down with autovacuum_vacuum_cost_delay rather than stop it.',
  },
  {
    words: /^(autovacuum:\s*)?vacuum\s+(\(?[^)]*\bfull\b|full)/i,
    what: 'a VACUUM FULL',
    advice: 'Rewrite tables only in hours without use.',
  },
  {
    words: /^autovacuum:|^vacuum/i,
    what: 'a vacuum',
    advice:
      'Spread vacuum over time: vacuum_cost_delay, autovacuum_vacuum_cost_limit, lower scale factors for the largest tables.',
  },
  { words: /^analyze/i, what: 'an ANALYZE', advice: 'Lower default_statistics_target or run it at a quieter hour.' },
  { words: /^(cluster|refresh)/i, what: 'a rewrite of a table', advice: 'Rewrite tables only in hours without use.' },
  { words: /^copy\b.*\bto\b/is, what: 'an export', advice: 'Run exports on a replica or at a quieter hour.' },
]

/** The longest first. A load by COPY FROM is an application's own work and no upkeep. */
export function operationsOf({ queries }: Pick<DatabaseScene, 'queries'>): Operation[] {
  const reported = (queries?.thing.progress ?? []) as readonly Reported[]
  const running = (queries?.thing.running ?? []).filter(isUpkeep).map((session) => ({
    ...session,
    command: '',
    relation: null,
    phase: null,
    done: null,
    total: null,
    unit: 'blocks' as const,
    since: session.query_start,
    seconds: session.query_seconds,
  }))
  const all = [...reported, ...running.filter(({ pid }) => !reported.some((one) => one.pid === pid))]
  return all.flatMap((one) => operationOf(one) ?? []).sort((one, other) => (other.seconds ?? 0) - (one.seconds ?? 0))
}

function operationOf({ command, ...one }: Reported): Operation | undefined {
  const words = [one.query, `${one.application_name ?? ''} ${one.usename ?? ''} ${command}`]
  const ofWho = KINDS.slice(0, 2).find(({ words: pattern }) => words.some((word) => pattern.test(word.trim())))
  const kind = ofWho ?? KINDS.find(({ words: pattern }) => pattern.test(one.query.trim()))
  return kind && { ...one, what: kind.what, advice: kind.advice }
}

/** Of a phase whose size is known; the server counts each phase anew. */
export function sayProgress({ phase, done, total, unit, relation }: Operation): string {
  if (phase === null) return ''
  const share = done !== null && total ? `, ${percent(Number(done) / Number(total))} of it done` : ''
  const amount = share === '' && unit === 'bytes' && done ? `, ${bytes(Number(done))} so far` : share
  return ` It is at “${phase}”${relation === null ? '' : ` of ${relation}`}${amount}.`
}

// What a server's log says of its own end, from the gravest word down, and what each means.

type Meaning = { words: RegExp; cause: string; advice: string }

const ENDINGS: readonly Meaning[] = [
  {
    words: /no space left on device/i,
    cause: 'the disk is full (No space left on device)',
    advice: 'Make room on the volume or grow it, then start the server; do not delete files in pg_wal.',
  },
  {
    words: /terminated by signal 9|out of memory|oom-?kill/i,
    cause: 'a server process was killed with signal 9, as the kernel does when memory runs out',
    advice: 'Lower work_mem, shared_buffers or the number of connections, or give the server more memory.',
  },
  {
    words: /"?root"? execution of the PostgreSQL server is not permitted/i,
    cause: 'it was started as root, which PostgreSQL refuses',
    advice: 'Let the container run as the postgres user (securityContext.runAsUser).',
  },
  {
    words: /data directory .* has (wrong ownership|invalid permissions|group or world access)|permission denied/i,
    cause: 'it may not use its data directory (ownership or permissions)',
    advice: 'Give the data directory back to the postgres user with mode 0700 (fsGroup, an init container).',
  },
  {
    words: /database files are incompatible with server|initialized by PostgreSQL version/i,
    cause: 'its data was written by another major version',
    advice: 'Start the version that wrote the data, or run pg_upgrade.',
  },
  {
    words: /invalid (primary )?checkpoint record|could not locate a valid checkpoint|PANIC:/i,
    cause: 'it stopped with a PANIC, which means damaged or missing files',
    advice: 'Restore from a backup or fail over; do not run pg_resetwal without a copy of the files.',
  },
  {
    words: /terminated by signal \d+/i,
    cause: 'a server process crashed',
    advice: 'Look for the statement the log names beside the crash, and for an extension or a bug of this version.',
  },
  {
    words: /could not (bind|create any TCP\/IP sockets)|address already in use|lock file .* already exists/i,
    cause: 'another server already runs on this address or data directory',
    advice: 'Find the other postmaster before starting this one.',
  },
  {
    words: /configuration file .* contains errors|unrecognized configuration parameter|invalid value for parameter/i,
    cause: 'its configuration is wrong',
    advice: 'Put the changed setting back.',
  },
  {
    words:
      /received (fast|smart|immediate) shutdown request|terminating connection due to administrator command|received promote request/i,
    cause: 'it was shut down on request, as an administrator or a failover does',
    advice: 'Ask who shut the primary down, and whether the failover was meant.',
  },
]

export type Ending = Meaning & { line: Seen<LoggedLine> }

/** The gravest word of the log; of several lines the last. */
export function endingIn(lines: readonly Seen<LoggedLine>[]): Ending | undefined {
  for (const meaning of ENDINGS) {
    const line = lines.findLast(({ thing }) => meaning.words.test(thing.line))
    if (line) return { ...meaning, line }
  }
  return undefined
}
