/** Programs on this machine: argv only, a scrubbed environment, limits on time and output, and a fence where there is one. */
import { type ChildProcess, spawn } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { isAbsolute, sep } from 'node:path'
import type { Shell, ShellRequest, ShellRun } from '../../ports/shell.ts'
import { canFence, type Fence, fenced } from './sandbox.ts'

const OUTPUT_BYTES_MAX = 64 * 1024
/** A grandchild may keep the pipes open after the program has ended. */
const PIPE_GRACE_MS = 200
const ENVIRONMENT = { PATH: '/usr/bin:/usr/sbin:/bin:/sbin', LANG: 'C.UTF-8' }

export function createLocalShell({ readablePaths }: { readablePaths: readonly string[] }): Shell {
  let fence: Promise<boolean> | undefined
  const isSandboxed = () => {
    fence ??= canFence()
    return fence
  }
  return {
    isSandboxed,
    readablePaths: () => readablePaths,
    readablePath: (path) => findReadable(path, readablePaths),
    async run(request) {
      const argv =
        request.fence === 'free' || !(await isSandboxed())
          ? request.argv
          : fenced(request.argv, fenceOf(request, readablePaths))
      return runProgram(argv, request)
    },
  }
}

function fenceOf({ fence }: ShellRequest, readable: readonly string[]): Fence {
  if (fence === 'files') return { kind: 'files', readable }
  return { kind: fence === 'mounts' ? 'mounts' : 'host' }
}

/** Links are followed first: what counts is where a path really leads. */
async function findReadable(path: string, roots: readonly string[]): Promise<string | undefined> {
  if (!isAbsolute(path)) return undefined
  const real = await realpath(path).catch(() => undefined)
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => undefined)))
  const isInside = realRoots.some((root) => root !== undefined && (real === root || real?.startsWith(root + sep)))
  return isInside ? real : undefined
}

async function runProgram(argv: readonly string[], { timeoutSeconds, signal }: ShellRequest): Promise<ShellRun> {
  const [program = '', ...rest] = argv
  const child = spawn(program, rest, {
    env: ENVIRONMENT,
    cwd: '/',
    shell: false,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => killGroup(child)
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    stop()
  }, timeoutSeconds * 1000)
  signal.addEventListener('abort', stop, { once: true })
  try {
    const [stdout, stderr] = [collect(child.stdout, stop), collect(child.stderr, stop)]
    const exitCode = await ended(child)
    return {
      exitCode,
      stdout: stdout.text(),
      stderr: stderr.text(),
      isCut: stdout.isCut() || stderr.isCut(),
      isTimedOut,
    }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It ended by itself in this very moment.
  }
}

/** Counts as it reads and ends a program that says too much; memory stays bounded whatever it prints. */
function collect(stream: NodeJS.ReadableStream, stop: () => void) {
  const chunks: Buffer[] = []
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    const room = OUTPUT_BYTES_MAX - bytes
    if (room > 0) chunks.push(chunk.subarray(0, room))
    bytes += chunk.length
    if (bytes > OUTPUT_BYTES_MAX) stop()
  })
  return { text: () => Buffer.concat(chunks).toString('utf8'), isCut: () => bytes > OUTPUT_BYTES_MAX }
}

async function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? -1))
    child.once('exit', (code) => setTimeout(() => resolve(code ?? -1), PIPE_GRACE_MS).unref())
  })
}
