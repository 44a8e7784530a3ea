/** `firebreak …` as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { SERVICE_MAIN } from './service-main.ts'

export type Ended = { code: number | null; signal: NodeJS.Signals | null; out: string; err: string }

export type Running = {
  child: ChildProcess
  /** What was written to standard output so far. */
  said(): string
  /** And to standard error. */
  noted(): string
  ended: Promise<Ended>
}

/**
 * Only what the test gives is in its environment, and its folder is empty, so that no .env is found. A service has one thread,
 * unless the test is about two: to load the house twice takes its time.
 */
export function startCommand(
  t: TestContext,
  args: string[],
  environment: Record<string, string> = {},
  cwd = '/',
  main = SERVICE_MAIN,
): Running {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_NO_WARNINGS: '1', ONE_THREAD: 'true', ...environment }
  const child = spawn(process.execPath, [main, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  t.after(() => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }))
  return { child, said: () => out, noted: () => err, ended }
}

export function runCommand(
  t: TestContext,
  args: string[],
  environment?: Record<string, string>,
  cwd?: string,
): Promise<Ended> {
  return startCommand(t, args, environment, cwd).ended
}
