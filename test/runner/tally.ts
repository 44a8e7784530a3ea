/** What a run has seen so far. */
import type { Job } from './plan.ts'
import type { JobEnd } from './run-job.ts'
import type { TestEvent, ToldTest } from './test-event.ts'

export type Failure = {
  name: string
  /** What to repeat: the files of its process, and the outermost test in them; none where the process itself failed. */
  files: readonly string[]
  root: string | undefined
  place: string | undefined
  text: string
  notes: string[]
}

export type Tally = {
  passed: number
  failed: number
  todo: number
  /** How many were skipped for which reason. */
  skipped: Map<string, number>
  failures: Failure[]
  /** What failed beside others and passed by itself. */
  unsteady: Failure[]
}

export const UNREPORTED = 'nobody said why'

export function createTally(): Tally {
  return { passed: 0, failed: 0, todo: 0, skipped: new Map(), failures: [], unsteady: [] }
}

export function addTally(sum: Tally, part: Tally): void {
  for (const outcome of ['passed', 'failed', 'todo'] as const) sum[outcome] += part[outcome]
  for (const [reason, count] of part.skipped) sum.skipped.set(reason, (sum.skipped.get(reason) ?? 0) + count)
  sum.failures.push(...part.failures)
  sum.unsteady.push(...part.unsteady)
}

/** How Node begins its note about an error that no test caught; the process then ends as failed. */
const STRAY = /^Error: .+ generated asynchronous activity/

/** Listens to one job; `end` answers its failures, and what was counted for each of its files. */
export function countJob(job: Job) {
  const failures: Failure[] = []
  const strays: string[] = []
  const byFile = new Map<string, Tally>()
  let isLastFailed = false
  const hear = (event: TestEvent) => {
    if (event.kind === 'noted' && STRAY.test(event.text)) strays.push(event.text)
    // Node tells what a test noted right after how it ended.
    if (event.kind === 'noted' && isLastFailed) failures.at(-1)?.notes.push(event.text)
    if (event.kind !== 'ended' || event.ending.isSuite) return
    const { outcome, reason = UNREPORTED, error } = event.ending
    isLastFailed = outcome === 'failed' && error?.isOfSubtests !== true
    if (isLastFailed) failures.push(failureOf(job, event.test, error?.text ?? ''))
    const tally = tallyOf(byFile, event.test.place)
    if (outcome === 'skipped') tally.skipped.set(reason, (tally.skipped.get(reason) ?? 0) + 1)
    else tally[outcome] += 1
  }
  const end = ({ fault }: JobEnd): Counted => {
    if (fault !== undefined) {
      const name = job.files.join(' ')
      tallyOf(byFile, name).failed += 1
      failures.push({ name, files: job.files, root: undefined, place: undefined, text: fault, notes: strays })
    }
    return { failures, byFile }
  }
  return { hear, end }
}

export type Counted = {
  failures: readonly Failure[]
  /** What the tests of each file came to; a test that several files share stands under the file it is written in. */
  byFile: ReadonlyMap<string, Tally>
}

function tallyOf(byFile: Map<string, Tally>, place: string): Tally {
  const file = place.replace(/:\d+$/, '')
  const known = byFile.get(file) ?? createTally()
  byFile.set(file, known)
  return known
}

/** All of it, or all but what is counted elsewhere. */
export function sumOf({ failures, byFile }: Counted, isLeftOut = (_file: string) => false): Tally {
  const sum = createTally()
  for (const [file, tally] of byFile) if (!isLeftOut(file)) addTally(sum, tally)
  sum.failures.push(...failures.filter(({ files }) => !files.every(isLeftOut)))
  return sum
}

/** Which files of a job to run again. */
export function failedFiles({ failures }: Counted): string[] {
  return [...new Set(failures.flatMap(({ files }) => files))]
}

/** In a process of many files the one it is written in is enough, unless it is written in a suite that several share. */
function failureOf({ files }: Job, { name, root, place }: ToldTest, text: string): Failure {
  const own = files.filter((file) => place.startsWith(`${file}:`))
  return { name, root, place, text, notes: [], files: own.length > 0 ? own : files }
}
