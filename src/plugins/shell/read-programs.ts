/**
 * The programs that may be run to look, each with its sub-commands, flags and arguments spelled out. What is not listed is
 * refused: "read-only" tools write files and start programs in surprising ways (sort -o, find -exec, journalctl --vacuum-size).
 */
type ArgumentKind = 'path' | 'word' | 'pattern'

export type FlagValue = 'none' | 'number' | 'word' | 'time'

export type ReadProgram = {
  path: string
  /** Exact spelling; no abbreviation, no bundling unless the bundle itself is listed. */
  flags: Readonly<Record<string, FlagValue>>
  /** Words that must come first, if the program has sub-commands: one of these sequences. */
  subCommands?: readonly (readonly string[])[]
  /** False where the program takes `--` for a wrong option. Plain names never begin with a dash, so it loses nothing. */
  knowsDoubleDash?: false
  /** What may follow, in order; the last kind may repeat up to `argumentsMax`. */
  arguments: readonly ArgumentKind[]
  argumentsMax: number
  /** How much of the machine it has to see; see `Shell`. */
  fence: 'files' | 'host' | 'mounts'
}

const LINES = { '-n': 'number', '-c': 'number' } as const

export const READ_PROGRAMS: Readonly<Record<string, ReadProgram>> = {
  uptime: host('/usr/bin/uptime', { '-p': 'none', '-s': 'none' }),
  df: {
    ...host('/usr/bin/df', {
      '-h': 'none',
      '-i': 'none',
      '-T': 'none',
      '-P': 'none',
      '-k': 'none',
      '-hT': 'none',
      '-hi': 'none',
    }),
    fence: 'mounts',
  },
  free: host('/usr/bin/free', { '-h': 'none', '-m': 'none', '-b': 'none', '-k': 'none', '-w': 'none' }),
  uname: host('/usr/bin/uname', { '-a': 'none', '-r': 'none', '-s': 'none', '-m': 'none' }),
  // No columns of one's own, no `e`: they would show other processes' environment.
  ps: host('/usr/bin/ps', { '-ef': 'none', '-A': 'none' }),
  ss: host('/usr/bin/ss', {
    '-tlnp': 'none',
    '-tln': 'none',
    '-tn': 'none',
    '-s': 'none',
    '-tan': 'none',
    '-uln': 'none',
  }),
  ip: {
    ...host('/usr/sbin/ip', { '-br': 'none', '-4': 'none', '-6': 'none', '-s': 'none' }),
    subCommands: [['addr'], ['addr', 'show'], ['route'], ['route', 'show'], ['link'], ['link', 'show']],
  },
  date: host('/usr/bin/date', { '-u': 'none' }),
  getent: {
    ...host('/usr/bin/getent', {}),
    subCommands: [['hosts'], ['ahosts'], ['services']],
    arguments: ['word'],
    argumentsMax: 1,
  },
  dig: {
    ...host('/usr/bin/dig', { '+short': 'none', '+noall': 'none', '+answer': 'none', '-t': 'word' }),
    arguments: ['word'],
    argumentsMax: 2,
    knowsDoubleDash: false,
  },
  journalctl: {
    ...host('/usr/bin/journalctl', {
      '--no-pager': 'none',
      '-u': 'word',
      '-n': 'number',
      '-p': 'word',
      '--since': 'time',
      '--until': 'time',
      '-k': 'none',
      '-b': 'none',
      '-o': 'word',
    }),
  },
  systemctl: {
    ...host('/usr/bin/systemctl', { '--no-pager': 'none', '--failed': 'none', '--all': 'none', '-l': 'none' }),
    // Not `show`: it prints a unit's environment.
    subCommands: [['status'], ['list-units'], ['is-active'], ['is-failed']],
    arguments: ['word'],
    argumentsMax: 3,
  },
  cat: files('/usr/bin/cat', { '-n': 'none' }, ['path'], 5),
  head: files('/usr/bin/head', LINES, ['path'], 5),
  tail: files('/usr/bin/tail', LINES, ['path'], 5),
  wc: files('/usr/bin/wc', { '-l': 'none', '-c': 'none', '-w': 'none' }, ['path'], 5),
  grep: files(
    '/usr/bin/grep',
    {
      '-i': 'none',
      '-n': 'none',
      '-c': 'none',
      '-v': 'none',
      '-E': 'none',
      '-F': 'none',
      '-m': 'number',
      '-A': 'number',
      '-B': 'number',
      '-C': 'number',
    },
    ['pattern', 'path'],
    6,
  ),
}

function host(path: string, flags: ReadProgram['flags']): ReadProgram {
  return { path, flags, arguments: [], argumentsMax: 0, fence: 'host' }
}

function files(
  path: string,
  flags: ReadProgram['flags'],
  kinds: readonly ArgumentKind[],
  argumentsMax: number,
): ReadProgram {
  return { path, flags, arguments: kinds, argumentsMax, fence: 'files' }
}
