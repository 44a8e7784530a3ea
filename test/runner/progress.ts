/** How far a run is: a line that rewrites itself in a terminal, a line for every twentieth elsewhere. */
import type { WriteStream } from 'node:tty'
import { lasting } from './closing-words.ts'
import type { JobTimes } from './job-times.ts'
import type { Job } from './plan.ts'

type Given = { jobs: readonly Job[]; times: JobTimes; atOnce: number; out: WriteStream; isShown: boolean }

export type Progress = {
  begun(job: Job): void
  done(job: Job): void
  /** Prints above the line. */
  print(text: string): void
  /** The line is gone. */
  end(): void
}

const STEPS = 20
/** In a log that is read while it grows, or of a run that was cut: who is still at work. */
const QUIET_SECONDS = 120

export function showProgress({ jobs, times, atOnce, out, isShown }: Given): Progress {
  const began = performance.now()
  const weights = weigh(jobs, times)
  const all = sum([...weights.values()])
  let weightDone = 0
  let filesDone = 0
  let stepsTold = 0
  const files = sum(jobs.map((job) => job.files.length))
  const line = () => {
    const share = weightDone / all
    const passed = (performance.now() - began) / 1000
    const left = share > 0.03 ? (passed / share) * (1 - share) : (all - weightDone) / atOnce
    const guess = share < 1 ? `, about ${lasting(left)} left` : ''
    return `${String(Math.floor(share * 100)).padStart(3)} %  ${filesDone} of ${files} files after ${lasting(passed)}${guess}`
  }
  const rewrite = () => out.isTTY && isShown && out.write(`\r\x1b[2K${line().slice(0, out.columns - 1)}`)
  const clear = () => out.isTTY && isShown && out.write('\r\x1b[2K')
  const atWork = new Set<Job>()
  let quiet = 0
  const tick = () => {
    rewrite()
    quiet += 1
    if (out.isTTY || !isShown || quiet % QUIET_SECONDS > 0) return
    out.write(`${line()}; at work: ${[...atWork].map(nameOf).join(', ')}\n`)
  }
  const timer = setInterval(tick, 1_000).unref()
  return {
    begun: (job) => atWork.add(job),
    done(job) {
      atWork.delete(job)
      quiet = 0
      weightDone += weights.get(job) ?? 0
      filesDone += job.files.length
      const step = Math.floor((weightDone / all) * STEPS)
      if (isShown && !out.isTTY && step > stepsTold) out.write(`${line()}\n`)
      stepsTold = step
      rewrite()
    },
    print(text) {
      clear()
      out.write(`${text}\n`)
      rewrite()
    },
    end() {
      clearInterval(timer)
      clear()
    },
  }
}

/** What a person calls the files of one process. */
export function nameOf({ files: [first = '', ...others] }: Job): string {
  return others.length > 0 ? `${first} and ${others.length} more` : first
}

/** What was never run is guessed to be like the others. */
function weigh(jobs: readonly Job[], times: JobTimes): Map<Job, number> {
  const known = jobs.map((job) => times.secondsOf(job)).filter((seconds) => seconds !== undefined)
  const usual = known.length > 0 ? sum(known) / known.length : 3
  return new Map(jobs.map((job) => [job, times.secondsOf(job) ?? usual]))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
