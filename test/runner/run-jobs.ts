/** All processes of a run, some beside each other, and what is said of them meanwhile. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { lasting, tellEnd, tellFailure } from './closing-words.ts'
import { readJobTimes } from './job-times.ts'
import type { Options } from './options.ts'
import { type Job, planJobs } from './plan.ts'
import { nameOf, type Progress, showProgress } from './progress.ts'
import { type JobEnd, runJob } from './run-job.ts'
import { addTally, type Counted, countJob, createTally, failedFiles, sumOf, type Tally } from './tally.ts'
import type { TestEvent } from './test-event.ts'

type Given = { options: Options; environment: NodeJS.ProcessEnv; signal: AbortSignal }
type GivenAll = Given & { storeCpuSeconds(): number }
type Ran = JobEnd & { job: Job; counted: Counted }

const SLOWEST = 10
/** Where more than these fail it is no accident, and running them all again would only cost time. */
const AGAIN_MAX = 8

/** Whether all passed. */
export async function runJobs({ options, environment, signal, storeCpuSeconds }: GivenAll): Promise<boolean> {
  const began = performance.now()
  const times = readJobTimes()
  const { files, seed } = options
  const textOf = (file: string) => readFileSync(file, 'utf8')
  const jobs = planJobs({ files, seed, secondsOf: times.secondsOf, textOf })
  const atOnce = Math.min(options.atOnce ?? usualAtOnce(), jobs.length)
  const progress = showProgress({ jobs, times, atOnce, out: process.stdout, isShown: !options.isNamed })
  progress.print(`${countOf(files.length)}, ${atOnce} at once, seed ${seed}`)
  const ended: Ran[] = []
  const left = [...jobs]
  const run = (job: Job) => runOne({ job, options, environment, signal, progress })
  const runNext = async () => {
    for (let job = left.shift(); job !== undefined && !signal.aborted; job = left.shift()) {
      progress.begun(job)
      const ran = await run(job)
      if (signal.aborted) return
      if (ran.fault === undefined && options.only === undefined) times.note(job, ran.seconds)
      ended.push(ran)
      progress.done(job)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  progress.end()
  times.save()
  const tally =
    options.isTriedAgain && !signal.aborted ? await tryAgain(ended, { run, progress, signal }) : sumOfAll(ended)
  if (signal.aborted) return false
  if (options.showTimes) console.log(tellSlowest(ended, storeCpuSeconds()))
  if (!options.isNamed)
    for (const line of tally.failures.map(({ name, files }) => `✖ ${name}  (${files.join(' ')})`)) console.log(line)
  console.log(tellEnd(tally, (performance.now() - began) / 1000))
  return tally.failed === 0
}

async function runOne({ job, options, signal, progress, ...given }: Given & { job: Job; progress: Progress }) {
  const isLong = options.isLong || job.files.every((file) => options.atLength.has(file))
  const environment = { ...given.environment, FIREBREAK_TEST_LONG: String(isLong) }
  const listener = countJob(job)
  const onOutput = options.isNamed ? (text: string) => progress.print(text.trimEnd()) : undefined
  const hear = (event: TestEvent) => {
    listener.hear(event)
    if (options.isNamed) tellTest(event, progress)
  }
  const { only, patienceSeconds } = options
  const end = await runJob({ job, only, patienceSeconds, environment, signal, hear, onOutput })
  const counted = listener.end(end)
  if (!signal.aborted)
    for (const failure of counted.failures)
      progress.print(tellFailure(failure, { seed: options.seed, isLong, output: options.isNamed ? '' : end.output }))
  return { ...end, job, counted }
}

function sumOfAll(ended: readonly Ran[]): Tally {
  const sum = createTally()
  for (const { counted } of ended) addTally(sum, sumOf(counted))
  return sum
}

type Trying = { run: (job: Job) => Promise<Ran>; progress: Progress; signal: AbortSignal }

/** Counts each file by its last run. What passes now was not alone before, or met another moment: it stays named. */
async function tryAgain(ended: readonly Ran[], { run, progress, signal }: Trying): Promise<Tally> {
  const failed = ended.filter(({ counted }) => counted.failures.length > 0)
  if (failed.length > AGAIN_MAX) return sumOfAll(ended)
  const sum = sumOfAll(ended.filter(({ counted }) => counted.failures.length === 0))
  for (const { job, counted } of failed) {
    const files = failedFiles(counted)
    const isOfAll = files.length === job.files.length
    addTally(
      sum,
      sumOf(counted, (file) => isOfAll || files.includes(file)),
    )
    const second = createTally()
    for (const file of files) {
      if (signal.aborted) return sum
      progress.print(`Once more, by itself: ${file}`)
      addTally(second, sumOf((await run({ files: [file] })).counted))
    }
    addTally(sum, second)
    if (second.failed === 0) sum.unsteady.push(...counted.failures)
  }
  return sum
}

const countOf = (files: number) => (files === 1 ? '1 file' : `${files} files`)

const AT_ONCE_MAX = 12

/**
 * Three times the cores, because tests wait much: with five on two cores a quarter of these stood idle. Fewer where each
 * would have less than a gigabyte.
 */
function usualAtOnce(): number {
  const byMemory = Math.floor(process.availableMemory() / 1e9)
  return Math.max(1, Math.min(3 * availableParallelism(), byMemory, AT_ONCE_MAX))
}

function tellTest(event: TestEvent, progress: Progress): void {
  if (event.kind === 'noted') progress.print(`  ℹ ${event.text}`)
  if (event.kind !== 'ended' || event.ending.outcome === 'failed') return
  const { test, ending } = event
  const mark = ending.outcome === 'passed' ? '✔' : '﹣'
  const reason = ending.reason === undefined ? '' : ` # ${ending.reason}`
  progress.print(`${'  '.repeat(test.nesting)}${mark} ${test.name} (${Math.round(ending.milliseconds)} ms)${reason}`)
}

function tellSlowest(ended: readonly Ran[], storeSeconds: number): string {
  const slowest = ended.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  const cpu = ended.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  const lines = slowest.map(({ job, seconds, cpuSeconds }) => {
    return `${seconds.toFixed(1).padStart(7)} s ${cpuSeconds.toFixed(1).padStart(7)} s of a core  ${nameOf(job)}`
  })
  return `The slowest, of ${lasting(cpu)} of a core, and ${lasting(storeSeconds)} in their PostgreSQL:\n${lines.join('\n')}\n`
}
