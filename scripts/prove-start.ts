/**
 * What `npm run prove-start` runs: the start command of the README from a clean clone of HEAD with an empty npm cache, as a
 * newcomer would type it. First start, stop, warm start, kill -9 of the service and of npm, start on the same data.
 * Root proves it as itself and as an ordinary user.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { whenParentGone } from '../src/edges/embedded/parent-watch.ts'
import { type Account, type Place, StartedService } from './proof/started-service.ts'

const run = promisify(execFile)
const ROOT = dirname(import.meta.dirname)
const FIRST_START_SECONDS_MAX = 300
const WARM_START_SECONDS_MAX = 4
/** On a machine that is busy otherwise, in which a bare Node takes long as well, so many of those. */
const WARM_START_BARE_STARTS_MAX = 40
const NOBODY = 65534

const ACCOUNTS: readonly Account[] =
  process.getuid?.() === 0
    ? [{ name: 'root' }, { name: 'an ordinary user', id: NOBODY }]
    : [{ name: 'an ordinary user' }]

const unfinished = new Set<() => Promise<void>>()
const giveUp = () => void cleanUp().finally(() => process.exit(1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, giveUp)
whenParentGone(giveUp)

try {
  const { stdout: commit } = await run('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'])
  console.log(`Proving commit ${commit.trim()}; what is not committed is not part of it.`)
  for (const account of ACCOUNTS) await proveAs(account)
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  await cleanUp()
}

async function cleanUp(): Promise<void> {
  for (const end of [...unfinished].reverse()) await end()
}

async function proveAs(account: Account): Promise<void> {
  console.log(`As ${account.name}:`)
  const place = await cloneFor(account)
  const start = async (what: string) => {
    const service = new StartedService(account, place)
    unfinished.add(() => service.kill())
    await service.untilHealthy(FIRST_START_SECONDS_MAX)
    console.log(`  ✓ ${what}: healthy after ${service.secondsToHealth.toFixed(1)} s`)
    return service
  }
  const first = await start('first start, with the installation')
  await first.expectConsole()
  await first.change({ LLM_TIMEOUT: 123 })
  await first.end('SIGTERM')
  const second = await start('second start')
  await second.killService()
  const third = await start('start after kill -9 of the service')
  await third.killNpm()
  const fourth = await start('start after kill -9 of npm')
  await fourth.expectTimeout(123)
  await fourth.end('SIGINT')
  // The fastest counts: what else the machine does can only make a start slower.
  const warm = Math.min(...[second, third, fourth].map(({ secondsToHealth }) => secondsToHealth))
  const limit = Math.max(WARM_START_SECONDS_MAX, WARM_START_BARE_STARTS_MAX * (await secondsOfBareStart()))
  if (warm > limit)
    throw new Error(`No warm start took less than ${limit.toFixed(1)} s; the fastest took ${warm.toFixed(1)} s.`)
}

/** What this machine needs at this moment to start a Node that does nothing. */
async function secondsOfBareStart(): Promise<number> {
  const began = performance.now()
  for (let turn = 0; turn < 5; turn += 1) await run(process.execPath, ['--eval', ''])
  return (performance.now() - began) / 5_000
}

async function cloneFor({ id }: Account): Promise<Place> {
  const home = await mkdtemp(join(tmpdir(), 'firebreak-proof-'))
  unfinished.add(() => rm(home, { recursive: true, force: true }))
  const clone = join(home, 'firebreak')
  await run('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone])
  const cache = join(home, 'npm-cache')
  await mkdir(cache)
  if (id !== undefined) await run('chown', ['-R', `${id}:${id}`, home])
  const registry = (await run('npm', ['config', 'get', 'registry'], { cwd: home })).stdout.trim()
  const ownHome = id === undefined ? {} : { HOME: home, USER: 'newcomer' }
  return {
    clone,
    environment: { ...plainEnvironment(), ...ownHome, npm_config_cache: cache, npm_config_registry: registry },
  }
}

/** As in a terminal: nothing of the npm that runs us, none of its folders on the PATH, and no setting of Firebreak. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, LANG, TERM } = process.env
  const network = Object.entries(process.env).filter(([name]) =>
    /^(https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/i.test(name),
  )
  const path = (PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(network), PATH: path.join(delimiter), HOME, LANG, TERM }
}
