/**
 * What `npm test` runs: one real PostgreSQL and one real Redis for all test files, then the files in random order, some
 * beside each other. Each test takes a database of its own from `test/world/stores.ts`.
 */
import { constants } from 'node:os'
import { whenParentGone } from '../src/edges/embedded/parent-watch.ts'
import { type Options, readOptions, USAGE } from './runner/options.ts'
import { lackOfRoom } from './runner/run-folder.ts'
import { runJobs } from './runner/run-jobs.ts'
import { openStage } from './runner/stage.ts'

const INTERRUPTED = 128 + constants.signals.SIGINT
const MISUSED = 2

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())
whenParentGone(() => interruption.abort())
// Some accounts let their group write to all they make, and what others may write to is refused in places.
process.umask(0o022)

const options = understood(process.argv.slice(2))
if (options === undefined) process.exitCode = MISUSED
else if (options.isHelp) console.log(USAGE)
else process.exitCode = await runTests(options)

function understood(args: string[]): Options | undefined {
  try {
    return readOptions(args)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    return undefined
  }
}

async function runTests(options: Options): Promise<number> {
  try {
    const stage = await openStage()
    try {
      const environment = { ...process.env, ...stage.environment, FIREBREAK_TEST_SEED: String(options.seed) }
      const hasPassed = await runJobs({
        ...{ options, environment, signal: interruption.signal },
        storeCpuSeconds: stage.storeCpuSeconds,
      })
      if (interruption.signal.aborted) console.error('Interrupted; nothing is left behind.')
      else if (!hasPassed) await tellLackOfRoom(stage.folder)
      return interruption.signal.aborted ? INTERRUPTED : hasPassed ? 0 : 1
    } finally {
      await stage.close()
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

async function tellLackOfRoom(folder: string): Promise<void> {
  const sentence = await lackOfRoom(folder)
  if (sentence !== undefined) console.error(`\n${sentence}`)
}
