/**
 * What `npm run chaos` runs: the service under load while something is broken on purpose, then questions to the store
 * whether every promise was kept. `npm run chaos -- intake --kills 300`.
 */
import { Command, InvalidArgumentError } from 'commander'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'
import { breakBesideEachOther } from './beside-each-other.ts'
import { FAULT_NAMES, type FaultName } from './faults.ts'
import { killDuringIntake } from './intake.ts'
import { partitionDuringIntake } from './partition.ts'
import type { WorkflowOptions } from './workflow.ts'

const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort())
whenParentGone(() => interruption.abort())

const ABOUT: Record<FaultName, string> = {
  kills: 'kill -9 of one of two instances',
  pauses: 'SIGSTOP of one for longer than its lease, then SIGCONT',
  cuts: 'one loses every connection to the store, and gets no new one',
  partitions: 'nothing passes between one and the store, and nobody says so',
  'half-open': 'the connections of one end on one side, and the other side believes in them',
  'full-disk': 'the store refuses every write with 53100',
  'clock-jumps': 'the clock of one jumps by an hour, forth or back',
  flapping: 'the store ends and comes back, again and again',
  versions: 'a rolling upgrade to a newer workflow, and back',
}

type How = { seed: number; worlds: number }

const WORLDS = 'so many pairs of instances beside each other, each with its stores and its share of the faults'

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
  .command('partitioned-intake')
  .description('cut one of two instances off from the store while alerts pour in: the other takes them without a gap')
  .option('--seconds <count>', 'how long', readCount, 40)
  .option('--per-second <count>', 'alerts sent in a second, to each', readCount, 200)
  .option('--seed <number>', 'choose as an earlier run did', readCount, Date.now() % 1_000_000)
  .action(async (options: { seconds: number; perSecond: number; seed: number }) => {
    console.log(`seed ${options.seed}`)
    const isKept = await partitionDuringIntake({
      ...options,
      print: (line) => console.log(line),
      signal: interruption.signal,
    })
    process.exitCode = isKept ? 0 : 1
  })
const workflow = program
  .command('workflow')
  .description('break one of two instances, or their store, while plans are confirmed and carried out; all together')
for (const name of FAULT_NAMES) workflow.option(`--${name} <count>`, ABOUT[name], readCount)
workflow
  .option('--worlds <count>', WORLDS, readCount, 1)
  .option('--seed <number>', 'choose as an earlier run did', readCount, Date.now() % 1_000_000)
  .action((_, command: Command) => {
    const { seed, worlds } = command.opts()
    const counts = Object.fromEntries(FAULT_NAMES.map((name) => [name, command.getOptionValue(asOption(name))]))
    const isAnyGiven = Object.values(counts).some((count) => count !== undefined)
    return breakWith(isAnyGiven ? counts : Object.fromEntries(FAULT_NAMES.map((name) => [name, 3])), { seed, worlds })
  })
for (const name of FAULT_NAMES)
  program
    .command(name)
    .description(`${ABOUT[name]}: nothing lost, twice, unapproved, late or stuck`)
    .option('--count <count>', 'how often', readCount, 20)
    .option('--worlds <count>', WORLDS, readCount, 1)
    .option('--seed <number>', 'choose as an earlier run did', readCount, Date.now() % 1_000_000)
    .action(({ count, ...how }: { count: number } & How) => breakWith({ [name]: count }, how))
await program.parseAsync().catch(endWithSentence)

async function breakWith(counts: WorkflowOptions['counts'], { seed, worlds }: How): Promise<void> {
  console.log(`seed ${seed}`)
  const given = Object.entries(counts).filter(([, count]) => count !== undefined)
  const isKept = await breakBesideEachOther({
    counts: Object.fromEntries(given),
    seed,
    worlds,
    print: (line) => console.log(line),
    signal: interruption.signal,
  })
  process.exitCode = isKept ? 0 : 1
}

/** As commander names it. */
function asOption(name: FaultName): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return Number(text)
}

function endWithSentence(error: Error): void {
  console.error(interruption.signal.aborted ? 'Interrupted.' : error.message)
  process.exitCode = 1
}
