/** Which files run in one process, and in which order. */

/** Files that run one after the other in one process. */
export type Job = { files: readonly string[] }

/**
 * Much of what a file costs is starting Node, reading the same modules again and compiling them, so files share processes:
 * those of the rooms below the edges, which open nothing, many at a time; those that start services, a few.
 */
const OPENS_NOTHING = /^(src\/(?!edges\/|[^/]+$)|test\/(console|house)\/)/
const OPENS_SERVICES = /^(src\/edges\/|test\/(scenarios|contracts|world|evaluations)\/)/
/** Who changes its process or looks at it, hooks every test in it, or takes long anyway, has one of its own. */
const TOUCHES_ITS_PROCESS =
  /\bprocess\.(chdir|umask|on|once|off|emit|exit|exitCode|pid|argv|std(in|out|err)|\w+Usage|title)\b|process\.env\.\w+ = |worker_threads|\.mock\b/
const HOOKS_EVERY_TEST = /^(before|after)(Each)?\(/m
const IS_LONG = /long-form/
const FILES_TOGETHER = 30
const SERVICES_TOGETHER = 10

type Wish = {
  files: readonly string[]
  seed: number
  secondsOf(job: Job): number | undefined
  textOf(file: string): string
}

/**
 * What took long the last time goes first, or where nobody knows what is long by nature, and what is short by nature last,
 * so that the end does not wait for one alone.
 */
const LONG_SECONDS = 20

export function planJobs({ files, seed, secondsOf, textOf }: Wish): Job[] {
  const sizeOf = (file: string) => {
    if (OPENS_NOTHING.test(file)) return FILES_TOGETHER
    return OPENS_SERVICES.test(file) && !needsItsOwn(textOf(file)) ? SERVICES_TOGETHER : 1
  }
  const bySize = Map.groupBy(shuffle(files, seed), sizeOf)
  const jobs = shuffle(
    [...bySize].flatMap(([size, alike]) => inGroups(alike, size)),
    seed,
  )
  const isLong = ({ files }: Job) => files.some((file) => IS_LONG.test(textOf(file)))
  const rankOf = (job: Job) => {
    const seconds = secondsOf(job)
    if (seconds === undefined ? isLong(job) : seconds > LONG_SECONDS) return 0
    return job.files.some((file) => OPENS_NOTHING.test(file)) ? 2 : 1
  }
  return jobs.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function needsItsOwn(text: string): boolean {
  return [TOUCHES_ITS_PROCESS, HOOKS_EVERY_TEST, IS_LONG].some((mark) => mark.test(text))
}

function inGroups(files: readonly string[], size: number): Job[] {
  const groups = Array.from({ length: Math.ceil(files.length / size) }, (_, at) => at * size)
  return groups.map((from) => ({ files: files.slice(from, from + size) }))
}

/** The same seed and the same things give the same order, on every machine. */
export function shuffle<T>(things: readonly T[], seed: number): T[] {
  const chance = chanceFrom(seed)
  const left = [...things]
  return things.map(() => left.splice(Math.floor(chance() * left.length), 1)[0] as T)
}

/** Numbers from 0 to 1 that look random: a multiplicative generator (Park and Miller), enough to order files. */
function chanceFrom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return (state - 1) / 2_147_483_646
  }
}
