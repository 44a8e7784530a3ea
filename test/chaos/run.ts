/**
 * What `npm run chaos` runs: the service under load while something is broken on purpose, then questions to the store
 * whether every promise was kept. `npm run chaos -- intake --kills 300`.
 */
import { Command, InvalidArgumentError } from 'commander'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'
import { killDuringIntake } from './intake.ts'
import { pauseDuringWorkflow } from './pauses.ts'
import { killDuringWorkflow } from './workflow.ts'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())
whenParentGone(() => interruption.abort())

const program = new Command('chaos').description('break the service under load and check that it kept its promises')
program
  .command('intake')
  .description('kill -9 the service while alerts pour in: every 202 must be stored exactly once')
  .option('--kills <count>', 'how often it is killed', readCount, 20)
  .option('--per-second <count>', 'alerts sent in a second', readCount, 300)
  .option('--seed <number>', 'choose as an earlier run did', readCount, Date.now() % 1_000_000)
  .action(async (options: { kills: number; perSecond: number; seed: number }) => {
    console.log(`seed ${options.seed}`)
    const isKept = await killDuringIntake({
      ...options,
      print: (line) => console.log(line),
      signal: interruption.signal,
    })
    process.exitCode = isKept ? 0 : 1
  })
program
  .command('workflow')
  .description(
    'kill -9 one of two instances while plans are confirmed and carried out: nothing twice, nothing unapproved',
  )
  .option('--kills <count>', 'how often one is killed', readCount, 20)
  .option('--seed <number>', 'choose as an earlier run did', readCount, Date.now() % 1_000_000)
  .action(async (options: { kills: number; seed: number }) => {
    console.log(`seed ${options.seed}`)
    const isKept = await killDuringWorkflow({
      ...options,
      print: (line) => console.log(line),
      signal: interruption.signal,
    })
    process.exitCode = isKept ? 0 : 1
  })
program
  .command('pauses')
  .description(
    'stop one of two instances for longer than its lease and wake it: no hand may move after its run was lost',
  )
  .option('--count <count>', 'how often one is stopped', readCount, 20)
  .option('--seed <number>', 'choose as an earlier run did', readCount, Date.now() % 1_000_000)
  .action(async (options: { count: number; seed: number }) => {
    console.log(`seed ${options.seed}`)
    const isKept = await pauseDuringWorkflow({
      ...options,
      print: (line) => console.log(line),
      signal: interruption.signal,
    })
    process.exitCode = isKept ? 0 : 1
  })
await program.parseAsync().catch(endWithSentence)

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return Number(text)
}

function endWithSentence(error: Error): void {
  console.error(interruption.signal.aborted ? 'Interrupted.' : error.message)
  process.exitCode = 1
}
