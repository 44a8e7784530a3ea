/** What benches share: real stores, durable as in production, and servers in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import { startEmbeddedRedis } from '../../src/edges/embedded/embedded-redis.ts'
import type { Log } from '../../src/ports/log.ts'
import { cpuSecondsWithChildren } from './load.ts'

export const ADMIN_KEY = 'the-admin-key-of-the-bench'

export type BenchServer = { address: string; pid: number; stop(): Promise<void> }
export type BenchProcess = { child: ChildProcess; stop(): Promise<void> }

export type BenchWorld = {
  /** The service as `firebreak serve` runs it. `nodeOptions` are for whoever profiles. */
  startService(environment?: NodeJS.ProcessEnv): Promise<BenchServer>
  /** A script that prints one line of JSON with its `address` once it listens. */
  startScript(script: string, args: readonly string[]): Promise<BenchServer>
  /** A script that speaks over the channel (`process.send`) and ends with the world. */
  startProcess(script: string, args: readonly string[]): BenchProcess
  databaseUrl: string
  /** As superuser, in the same database. */
  adminUrl: string
  /** The processes of the store, with what they have used of the processors so far. */
  storeCpuSeconds(): Promise<number>
  close(): Promise<void>
}

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts')
const START_MS = 60_000

const log: Log = {
  debug: () => {},
  info: () => {},
  warn: (fields, sentence) => console.error(sentence, fields),
  error: (fields, sentence) => console.error(sentence, fields),
}

export async function openBenchWorld(): Promise<BenchWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-bench-'))
  const closing: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (let step = closing.pop(); step; step = closing.pop()) await step()
  }
  try {
    const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log, durable: true })
    closing.push(() => postgres.stop())
    const redis = await startEmbeddedRedis({ directory: folder, log })
    if (redis) closing.push(() => redis.stop())
    const launch = (script: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) => {
      const launched = startProcess(script, args, { folder, environment })
      closing.push(launched.stop)
      return launched
    }
    const start = async (...given: Parameters<typeof launch>) => listening(launch(...given))
    const stores = { DATABASE_URL: postgres.url, REDIS_URL: redis?.url ?? 'embedded:' }
    return {
      startService: (environment) =>
        start(MAIN, ['serve'], {
          ...stores,
          PORT: '0',
          GATHER_SECONDS: '0',
          API_KEY: ADMIN_KEY,
          LOG_LEVEL: 'info',
          ...environment,
        }),
      startScript: start,
      startProcess: launch,
      databaseUrl: postgres.url,
      adminUrl: inSameDatabase(postgres.adminUrl, postgres.url),
      storeCpuSeconds: () => cpuSecondsWithChildren(postgres.pid),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function inSameDatabase(adminUrl: string, url: string): string {
  return Object.assign(new URL(adminUrl), { pathname: new URL(url).pathname }).href
}

/** As `npm run …` runs Node, in an empty folder and with nothing else of our environment, so that no `.env` and no variable of the machine counts. */
function startProcess(
  script: string,
  args: readonly string[],
  { folder, environment }: { folder: string; environment: NodeJS.ProcessEnv },
): BenchProcess {
  const child = spawn(process.execPath, [...process.execArgv, script, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    // The channel tells the process when we are gone.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { child, stop }
}

async function listening({ child, stop }: BenchProcess): Promise<BenchServer> {
  const address = await addressOf(child).catch(async (error) => {
    await stop()
    throw error
  })
  return { address, pid: child.pid ?? 0, stop }
}

/** The service logs its address when it listens and again when it is ready; a bare server says it once. */
async function addressOf(child: ChildProcess): Promise<string> {
  const patience = AbortSignal.timeout(START_MS)
  const ended = once(child, 'exit', { signal: patience }).then(([code]) => {
    throw new Error(`A server of the bench ended with ${code} before it was ready.`)
  })
  return Promise.race([firstReadyLine(child), ended])
}

async function firstReadyLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  return new Promise((resolve) => {
    // Reading on to the end keeps the pipe from filling up.
    lines.on('line', (line) => {
      const { address, msg } = JSON.parse(line) as { address?: string; msg?: string }
      if (address !== undefined && msg !== 'Firebreak is listening.') resolve(address)
    })
  })
}
