import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process'

/** A program to run, and as whom. `through` is a command it is started by, such as `unshare …`. */
type Program = {
  command: string
  args: readonly string[]
  through?: readonly string[]
  uid?: number
  gid?: number
  /** Nothing but the PATH unless given: a store needs none of our secrets. */
  env?: NodeJS.ProcessEnv
  stdio?: StdioOptions
}

/** The kernel interrupts the program when we end; but we may have ended before it was asked to, so the parent is checked once more. */
const ASK_KERNEL = ['setpriv', '--pdeathsig', 'INT', '--']
const ONLY_UNDER_PARENT = 'test "$PPID" = "$1" || exit 1; shift; exec "$@"'

/**
 * Starts a program that ends when this process ends, even by kill -9. It has a process group of its own, so that Ctrl-C
 * in a terminal reaches us alone and the stores stay up until the service has drained.
 */
export function spawnOwned(program: Program): ChildProcess {
  const kernelWatches = runs(ASK_KERNEL)
  const guard = kernelWatches ? [...ASK_KERNEL, 'sh', '-c', ONLY_UNDER_PARENT, 'sh', String(process.pid)] : []
  const [command = program.command, ...args] = [...(program.through ?? []), ...guard, program.command, ...program.args]
  const child = spawn(command, args, {
    detached: true,
    stdio: program.stdio ?? ['ignore', 'pipe', 'pipe'],
    env: program.env ?? { PATH: process.env.PATH },
    ...(program.uid === undefined ? {} : { uid: program.uid }),
    ...(program.gid === undefined ? {} : { gid: program.gid }),
  })
  if (!kernelWatches) watchFromOutside(child)
  return child
}

/** Says whether a command that starts other commands can be used here, by starting `true` with it. */
export function runs(through: readonly string[]): boolean {
  const [command = 'true', ...args] = [...through, 'true']
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

/** Where the kernel cannot be asked, a shell waits for our end of a pipe to close, which it does however we end. */
function watchFromOutside(child: ChildProcess): void {
  if (child.pid === undefined) return
  const watcher = spawn('sh', ['-c', 'read -r nothing; kill -INT "$1"', 'sh', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  child.once('exit', () => watcher.kill())
}
