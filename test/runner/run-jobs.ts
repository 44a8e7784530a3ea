/** All processes of a run, some beside each other, and what is said of them meanwhile. */
import { availableParallelism } from 'node:os'
import { lasting, tellEnd, tellFailure } from './closing-words.ts'
import { readJobTimes } from './job-times.ts'
import type { Options } from './options.ts'
import { type Job, planJobs } from './plan.ts'
import { type Progress, showProgress } from './progress.ts'
import { type JobEnd, runJob } from './run-job.ts'
import { countJob, createTally } from './tally.ts'
import type { TestEvent } from './test-event.ts'

type Given = { options: Options; environment: NodeJS.ProcessEnv; signal: AbortSignal }

const SLOWEST = 10

/** Whether all passed. */
export async function runJobs({ options, environment, signal }: Given): Promise<boolean> {
  const began = performance.now()
  const times = readJobTimes()
  const jobs = planJobs({ files: options.files, seed: options.seed, secondsOf: times.secondsOf })
  const atOnce = Math.min(options.atOnce ?? usualAtOnce(), jobs.length)
  const progress = showProgress({ jobs, times, atOnce, out: process.stdout, isShown: !options.isNamed })
  progress.print(`${countOf(options.files.length)}, ${atOnce} at once, seed ${options.seed}`)
  const tally = createTally()
  const ends: (JobEnd & { job: Job })[] = []
  const left = [...jobs]
  const onOutput = options.isNamed ? (text: string) => progress.print(text.trimEnd()) : undefined
  const runNext = async () => {
    for (let job = left.shift(); job !== undefined && !signal.aborted; job = left.shift()) {
      const counted = countJob(tally, job)
      const hear = (event: TestEvent) => {
        counted.hear(event)
        if (options.isNamed) tellTest(event, progress)
      }
      const end = await runJob({ job, only: options.only, environment, signal, hear, onOutput })
      if (signal.aborted) return
      for (const failure of counted.end(end))
        progress.print(tellFailure(failure, options.seed, options.isNamed ? '' : end.output))
      if (end.fault === undefined && options.only === undefined) times.note(job, end.seconds)
      ends.push({ ...end, job })
      progress.done(job)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  progress.end()
  times.save()
  if (signal.aborted) return false
  if (options.showTimes) console.log(tellSlowest(ends))
  if (!options.isNamed)
    for (const line of tally.failures.map(({ name, files }) => `✖ ${name}  (${files.join(' ')})`)) console.log(line)
  console.log(tellEnd(tally, (performance.now() - began) / 1000))
  return tally.failed === 0
}

const countOf = (files: number) => (files === 1 ? '1 file' : `${files} files`)

/** One more than the cores, because a test often waits; fewer where each would have less than a gigabyte. */
function usualAtOnce(): number {
  const byMemory = Math.floor(process.availableMemory() / 1e9)
  return Math.max(1, Math.min(availableParallelism() + 1, byMemory, 12))
}

function tellTest(event: TestEvent, progress: Progress): void {
  if (event.kind === 'noted') progress.print(`  ℹ ${event.text}`)
  if (event.kind !== 'ended' || event.ending.outcome === 'failed') return
  const { test, ending } = event
  const mark = ending.outcome === 'passed' ? '✔' : '﹣'
  const reason = ending.reason === undefined ? '' : ` # ${ending.reason}`
  progress.print(`${'  '.repeat(test.nesting)}${mark} ${test.name} (${Math.round(ending.milliseconds)} ms)${reason}`)
}

function tellSlowest(ends: readonly (JobEnd & { job: Job })[]): string {
  const slowest = ends.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  const cpu = ends.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  const lines = slowest.map(({ job, seconds, cpuSeconds }) => {
    const [first = '', ...others] = job.files
    const name = others.length > 0 ? `${first} and ${others.length} more` : first
    return `${seconds.toFixed(1).padStart(7)} s ${cpuSeconds.toFixed(1).padStart(7)} s of a core  ${name}`
  })
  return `The slowest, of ${lasting(cpu)} of a core:\n${lines.join('\n')}\n`
}
