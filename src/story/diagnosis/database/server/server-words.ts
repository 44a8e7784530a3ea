/** What a server's log says of its own end, from the gravest word down, and what each means. */
import type { Seen } from '../../cluster/cluster-scene.ts'
import type { LoggedLine } from './log-lines.ts'

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
