/** Fences a program with bubblewrap, where the machine has it and lets it work. */
import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'

export const BUBBLEWRAP = '/usr/bin/bwrap'
const run = promisify(execFile)

/** System folders a program needs to start at all; nothing of ours and no home is among them. */
const SYSTEM = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/etc/ld.so.cache',
  '/etc/ssl',
  '/etc/nsswitch.conf',
  '/etc/services',
  '/etc/localtime',
]
/** What a look at the host needs besides: names, the resolver, the sockets of systemd and its journal. */
const HOST = [
  '/etc/hosts',
  '/etc/resolv.conf',
  '/etc/passwd',
  '/etc/group',
  '/etc/machine-id',
  '/run/systemd',
  '/run/dbus',
  '/var/log/journal',
  '/run/log/journal',
  '/sys',
]

const ALONE = [
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
  '--tmpfs',
  '/tmp',
  '--dev',
  '/dev',
]
/** What is written to these is memory of this machine, and older bubblewraps cannot say how much; so nothing is. */
const SEALED = ['--remount-ro', '/tmp', '--remount-ro', '/dev', '--remount-ro', '/']

export type Fence =
  | { kind: 'files'; readable: readonly string[] }
  | { kind: 'host' }
  | { kind: 'mounts' }
  | { kind: 'guest'; readable: readonly string[] }

export function fenced(argv: readonly string[], fence: Fence, bubblewrap = BUBBLEWRAP): string[] {
  const shared = fence.kind === 'host' || fence.kind === 'guest' ? ['--share-net'] : []
  // The order matters to bubblewrap: what is bound later covers what was there.
  const whole = fence.kind === 'mounts' ? ['--ro-bind', '/', '/'] : []
  return [bubblewrap, ...whole, ...ALONE, ...shared, ...pathsOf(fence), ...SEALED, '--', ...argv]
}

/** Processes of the host are seen through its own /proc, read-only; the program still has a PID namespace of its own. */
function pathsOf(fence: Fence): string[] {
  if (fence.kind === 'files') return [...bind(SYSTEM), '--proc', '/proc', ...bind(fence.readable)]
  if (fence.kind === 'guest')
    return [...bind(SYSTEM), '--proc', '/proc', ...bind(['/etc/hosts', '/etc/resolv.conf']), ...bind(fence.readable)]
  if (fence.kind === 'mounts') return ['--ro-bind', '/proc', '/proc']
  return [...bind(SYSTEM), '--ro-bind', '/proc', '/proc', ...bind(HOST)]
}

function bind(paths: readonly string[]): string[] {
  return paths.flatMap((path) => ['--ro-bind-try', path, path])
}

/** Asked once: in a container without user namespaces bubblewrap is there and still does not work. */
export async function canFence(bubblewrap = BUBBLEWRAP): Promise<boolean> {
  try {
    await access(bubblewrap)
    const [program = '', ...rest] = fenced(['/usr/bin/true'], { kind: 'files', readable: [] }, bubblewrap)
    await run(program, rest, { timeout: 5_000 })
    return true
  } catch {
    // Whatever the reason, the answer is that there is no fence; status and results say so.
    return false
  }
}
