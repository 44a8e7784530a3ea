/** Fences a program with bubblewrap, where the machine has it and lets it work. */
import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'

export const BUBBLEWRAP = '/usr/bin/bwrap'
/** Where a guest finds its way out. */
const GATE = '/run/firebreak/gate'
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
  /** No network at all, but for the way out that `gate` is: a folder with a socket, and the names that lead to it. */
  | { kind: 'guest'; readable: readonly string[]; gate?: string }

export function fenced(argv: readonly string[], fence: Fence, bubblewrap = BUBBLEWRAP): string[] {
  const shared = fence.kind === 'host' ? ['--share-net'] : []
  // The order matters to bubblewrap: what is bound later covers what was there.
  const whole = fence.kind === 'mounts' ? ['--ro-bind', '/', '/'] : []
  return [bubblewrap, ...whole, ...ALONE, ...shared, ...pathsOf(fence), ...SEALED, '--', ...argv]
}

/** Processes of the host are seen through its own /proc, read-only; the program still has a PID namespace of its own. */
function pathsOf(fence: Fence): string[] {
  if (fence.kind === 'files') return [...bind(SYSTEM), '--proc', '/proc', ...bind(fence.readable)]
  if (fence.kind === 'guest')
    return [...bind(SYSTEM), '--proc', '/proc', ...gateOf(fence.gate), ...bind(fence.readable)]
  if (fence.kind === 'mounts') return ['--ro-bind', '/proc', '/proc']
  return [...bind(SYSTEM), '--ro-bind', '/proc', '/proc', ...bind(HOST)]
}

/**
 * It listens there under the ports of the hosts it names, low ones too; in a network of its own that is nobody's loss. That
 * right counts only for whom this network belongs to, and to bubblewrap that is the fence's own user 0, who is nobody outside.
 */
function gateOf(gate: string | undefined): string[] {
  if (gate === undefined) return []
  const names = ['--ro-bind', `${gate}/hosts`, '/etc/hosts']
  return ['--uid', '0', '--gid', '0', '--cap-add', 'CAP_NET_BIND_SERVICE', ...names, '--ro-bind', `${gate}/gate`, GATE]
}

function bind(paths: readonly string[]): string[] {
  return paths.flatMap((path) => ['--ro-bind-try', path, path])
}

/** What worked once works while this process lives; what did not may have met a machine too busy to start it in time. */
const tried = new Map<string, Promise<boolean>>()

export async function canFence(bubblewrap = BUBBLEWRAP): Promise<boolean> {
  const trial = tried.get(bubblewrap) ?? tryFence(bubblewrap)
  tried.set(bubblewrap, trial)
  const works = await trial
  if (!works) tried.delete(bubblewrap)
  return works
}

/** Tried, not looked for: in a container without user namespaces bubblewrap is there and still does not work. */
async function tryFence(bubblewrap: string): Promise<boolean> {
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
