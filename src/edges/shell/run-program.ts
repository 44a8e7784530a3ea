/** One run of one program, ended with its whole group when its time is up, nobody waits, or it says too much. */
import { type ChildProcess, spawn } from 'node:child_process'
import { refuseLate } from '../../ports/deadline.ts'
import type { ShellRequest, ShellRun } from '../../ports/shell.ts'

const OUTPUT_BYTES_MAX = 64 * 1024
/** A grandchild may keep the pipes open after the program has ended. */
const PIPE_GRACE_MS = 200
const ENVIRONMENT = { PATH: '/usr/bin:/usr/sbin:/bin:/sbin', LANG: 'C.UTF-8' }

type Limits = Pick<ShellRequest, 'timeoutSeconds' | 'signal' | 'before'>

export async function runProgram(
  argv: readonly string[],
  { timeoutSeconds, signal, before }: Limits,
): Promise<ShellRun> {
  signal.throwIfAborted()
  const [program = '', ...rest] = argv
  refuseLate(before)
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
    signal.throwIfAborted()
    const isCut = stdout.isCut() || stderr.isCut()
    return { exitCode, stdout: stdout.text(), stderr: stderr.text(), isCut, isTimedOut }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    letGo(child)
  }
}

/** What it left running is no longer listened to: its words would be nobody's answer. */
function letGo(child: ChildProcess): void {
  child.stdout?.removeAllListeners('data').destroy()
  child.stderr?.removeAllListeners('data').destroy()
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
