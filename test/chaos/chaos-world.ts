/** What a chaos run breaks: stores of its own, durable as in production, and the service in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import { type EmbeddedRedis, startEmbeddedRedis } from '../../src/edges/embedded/embedded-redis.ts'
import { STANDS_AT } from '../../src/edges/store/failpoint.ts'
import { AT_WORK } from '../../src/edges/work-thread/working-thread.ts'
import type { Log } from '../../src/ports/log.ts'
import { freePort } from '../world/free-port.ts'
import { layCluster } from '../world/laid-cluster.ts'
import { SERVICE_MAIN } from '../world/service-main.ts'
import { REDIS_MISSING } from '../world/stores.ts'

export const CHAOS_KEY = 'the-admin-key-of-the-chaos'

export type ChaosWorld = {
  postgres: EmbeddedPostgres
  redis: EmbeddedRedis
  /** The same one at every start, so that senders and readers find the service again. */
  address: string
  /** Resolves when it serves; on a port of its own where `PORT` says `0`. */
  startService(more?: NodeJS.ProcessEnv): Promise<RunningService>
  /** The same without waiting for it: it may stand still, or be dead, before it serves. */
  spawnService(more?: NodeJS.ProcessEnv, root?: string): SpawnedService
  folder: string
  close(): Promise<void>
}

export type RunningService = {
  address: string
  /** From the start of the process until it took work. */
  startedInMs: number
  /** How it ended by itself; undefined while it runs. */
  end(): string | undefined
  /** It stands still, as on a machine that is suspended, until `goOn`. */
  pause(): void
  goOn(): void
  /** Whether it stands still now. */
  isPaused(): Promise<boolean>
  /** The named point it stands still at. */
  point(): string | undefined
  kill(): Promise<void>
  stop(): Promise<void>
}

/** `ready` is refused when it ends first. */
export type SpawnedService = Omit<RunningService, 'address' | 'startedInMs'> & {
  ready: Promise<Pick<RunningService, 'address' | 'startedInMs'>>
  /** Later, where its work has a thread of its own. */
  atWork: Promise<void>
}

/** The house this program stands in. */
export const ROOT = join(import.meta.dirname, '..', '..')
/** A busy machine is slow, and none of the figures is about that. */
const START_MS = 900_000
const WAKE_MS = 20
const READY = '"Firebreak is ready."'

/** The stores are ended on purpose here, and say so at length. */
const QUIET: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export async function openChaosWorld(environment: NodeJS.ProcessEnv = {}): Promise<ChaosWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-chaos-'))
  const closing: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]
  const close = async () => {
    for (let step = closing.pop(); step; step = closing.pop()) await step()
  }
  try {
    const redis = await startEmbeddedRedis({ directory: folder, log: QUIET })
    if (redis === undefined) throw new Error(REDIS_MISSING)
    closing.push(() => redis.stop())
    await layCluster(folder)
    const postgres = await startEmbeddedPostgres({ dataDirectory: folder, log: QUIET, durable: true })
    closing.push(() => postgres.stop())
    const port = await freePort()
    const given = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      PORT: String(port),
      API_KEY: CHAOS_KEY,
      GATHER_SECONDS: '0',
      ONE_THREAD: String(isShort()),
    }
    const spawnService = (more: NodeJS.ProcessEnv = {}, root = ROOT) => {
      const service = spawnServiceIn(folder, { ...given, LOG_LEVEL: 'info', ...environment, ...more }, root)
      closing.push(service.stop)
      return service
    }
    const startService = (more?: NodeJS.ProcessEnv) => untilReady(spawnService(more))
    return { postgres, redis, folder, address: `http://127.0.0.1:${port}`, startService, spawnService, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** With the tests every start loads the house once; at length, and by `npm run chaos`, it has its two threads as for users. */
function isShort(): boolean {
  const { TEST_REDIS_URL, FIREBREAK_TEST_LONG } = process.env
  return TEST_REDIS_URL !== undefined && FIREBREAK_TEST_LONG !== 'true'
}

export function launchService(folder: string, environment: NodeJS.ProcessEnv): Promise<RunningService> {
  return untilReady(spawnServiceIn(folder, environment, ROOT))
}

async function untilReady({ ready, atWork: _, ...service }: SpawnedService): Promise<RunningService> {
  try {
    return { ...service, ...(await ready) }
  } catch (error) {
    await service.kill()
    throw error
  }
}

/** In an empty folder and with nothing else of our environment, so that no `.env` and no variable of the machine counts. */
function spawnServiceIn(folder: string, environment: NodeJS.ProcessEnv, root: string): SpawnedService {
  const began = performance.now()
  const main = root === ROOT ? SERVICE_MAIN : join(root, 'src', 'main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'serve'], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    // The channel tells the service when we are gone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said = listen(child, environment.ONE_THREAD === 'true' ? READY : AT_WORK)
  const end = (signal: NodeJS.Signals) => async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    // Whoever stands still hears nothing, and on its way out it may come to the next point where it stands still.
    const waking = setInterval(() => child.kill('SIGCONT'), WAKE_MS)
    await once(child, 'exit')
    clearInterval(waking)
  }
  const ready = said.ready.then((address) => ({ address, startedInMs: performance.now() - began }))
  // Whoever waits for it hears of it; nobody may.
  ready.catch(() => {})
  return {
    ready,
    atWork: said.atWork,
    ...{ kill: end('SIGKILL'), stop: end('SIGTERM'), end: () => endOf(child, said.last) },
    pause: () => void child.kill('SIGSTOP'),
    goOn: () => {
      // Whoever has said where it will stand, and does not stand there yet, hears nothing of this and will stand there.
      if (isStopped(child.pid)) said.forgetPoint()
      child.kill('SIGCONT')
    },
    isPaused: async () => isStopped(child.pid),
    point: said.point,
  }
}

/** The kernel's own word for it: the letter after the name of the program. */
function isStopped(pid: number | undefined): boolean {
  try {
    return /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false // It has ended.
  }
}

function endOf({ exitCode, signalCode }: ChildProcess, last: readonly string[]): string | undefined {
  if (exitCode === null && signalCode === null) return undefined
  return `The service ended with ${exitCode ?? signalCode}. It said:\n${last.join('\n')}`
}

type Said = {
  ready: Promise<string>
  atWork: Promise<void>
  last: readonly string[]
  point(): string | undefined
  forgetPoint(): void
}

/** Reading on to the end keeps the pipes from filling up. */
function listen(child: ChildProcess, working: string): Said {
  const last: string[] = []
  const atWork = Promise.withResolvers<void>()
  let point: string | undefined
  const ready = new Promise<string>((resolve, reject) => {
    const hear = (line: string) => {
      if (last.push(line) > 20) last.shift()
      if (line.startsWith(STANDS_AT)) point = line.slice(STANDS_AT.length)
      if (line.includes(working)) atWork.resolve()
      if (line.includes(READY)) resolve(String((JSON.parse(line) as { address?: string }).address))
    }
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', hear)
    const tell = (what: string) => () => reject(new Error(`The service ${what}. It said:\n${last.join('\n')}`))
    child.once('exit', tell('ended before it was ready'))
    setTimeout(tell('was not ready in time'), START_MS).unref()
  })
  const forgetPoint = () => {
    point = undefined
  }
  return { ready, atWork: atWork.promise, last, point: () => point, forgetPoint }
}

/** Skips a test on a machine that has no Redis; with CI=true the test run has refused to begin there. */
export function lacksRedis(t: TestContext): boolean {
  const isMissing = process.env.TEST_REDIS_URL === undefined
  if (isMissing) t.skip(REDIS_MISSING)
  return isMissing
}
