/**
 * What `npm test` runs: one real PostgreSQL and one real Redis for all test files, then Node's own test runner over them.
 * Each test takes a database of its own from `test/world/stores.ts`. Whoever sets TEST_DATABASE_ADMIN_URL to the superuser
 * of another PostgreSQL tests with that one.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/edges/embedded/embedded-postgres.ts'
import { startEmbeddedRedis } from '../src/edges/embedded/embedded-redis.ts'
import { spawnOwned } from '../src/edges/embedded/owned-process.ts'
import { whenParentGone } from '../src/edges/embedded/parent-watch.ts'
import type { Log } from '../src/ports/log.ts'
import { REDIS_MISSING } from './world/stores.ts'

const ALL_TESTS = ['src/**/*.test.ts', 'test/**/*.test.ts']
const INTERRUPTED = 128 + constants.signals.SIGINT

const log: Log = {
  debug: () => {},
  info: () => {},
  warn: (fields, sentence) => console.error(sentence, fields),
  error: (fields, sentence) => console.error(sentence, fields),
}

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())
whenParentGone(() => interruption.abort())

process.exitCode = await runTests(process.argv.slice(2))

async function runTests(wanted: string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-test-'))
  const closing = [() => rm(folder, { recursive: true, force: true })]
  try {
    const redis = await startEmbeddedRedis({ directory: folder, log })
    if (redis) closing.push(redis.stop)
    else if (process.env.CI === 'true') throw new Error(REDIS_MISSING)
    const given = process.env.TEST_DATABASE_ADMIN_URL
    const postgres = given ? undefined : await startPostgres(folder)
    if (postgres) closing.push(postgres.stop)
    return await runFiles(wanted, {
      TEST_DATABASE_ADMIN_URL: given ?? postgres?.adminUrl,
      TEST_REDIS_URL: redis?.url,
      // Each file is a process of its own, and most of them load the whole service: the first reads it for all.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

function startPostgres(dataDirectory: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDirectory, log, durable: false, settings: { max_connections: '300' } })
}

/** A file that hangs is ended by the time limit, and named. */
async function runFiles(wanted: string[], stores: NodeJS.ProcessEnv): Promise<number> {
  if (interruption.signal.aborted) return INTERRUPTED
  const args = ['--test', '--test-reporter=spec', '--test-concurrency=2', '--test-timeout=300000']
  const runner = spawnOwned({
    command: process.execPath,
    args: [...args, ...(wanted.length > 0 ? wanted : ALL_TESTS)],
    env: { ...process.env, ...stores },
    stdio: 'inherit',
  })
  interruption.signal.addEventListener('abort', () => endRunner(runner))
  const [code] = await once(runner, 'exit')
  if (interruption.signal.aborted) signalGroup(runner, 'SIGKILL')
  return interruption.signal.aborted ? INTERRUPTED : (code ?? 1)
}

/** The runner ends its files by itself; what does not heed it is killed with the runner's whole group. */
function endRunner(runner: ChildProcess): void {
  runner.kill('SIGINT')
  setTimeout(() => signalGroup(runner, 'SIGKILL'), 5_000).unref()
}

function signalGroup(runner: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (runner.pid) process.kill(-runner.pid, signal)
  } catch {
    // The group is already empty, which is what was wanted.
  }
}
