/** Which files run in one process, and in which order. */

/** Files that run one after the other in one process. */
export type Job = { files: readonly string[] }

/**
 * Much of what a file costs is starting Node, reading the same modules again and compiling them, so files share processes:
 * those of the rooms below the edges, which open nothing, many at a time; those that start services, fewer; those that
 * open a browser, with each other and so with one browser.
 */
const OPENS_NOTHING = /^(src\/(?!edges\/|[^/]+$)|test\/(console|house)\/)/
const OPENS_SERVICES = /^(src\/edges\/|test\/(scenarios|contracts|world|evaluations)\/)/
const OPENS_BROWSER = /\/world\/browser\.ts'/
/** Who changes its process or looks at it, hooks every test in it, or takes long anyway, has one of its own. */
const TOUCHES_ITS_PROCESS =
  /\bprocess\.(chdir|umask|on|once|off|emit|exit|exitCode|pid|argv|std(in|out|err)|\w+Usage|title)\b|process\.env\.\w+ = |worker_threads|registerHooks|\.mock\b/
const HOOKS_EVERY_TEST = /^(before|after)(Each)?\(/m
const IS_LONG = /long-form/

/** How many share a process, and what one of them is guessed to take where nobody knows. */
const KINDS = {
  nothing: { together: 60, seconds: 0.3 },
  services: { together: 20, seconds: 5 },
  browser: { together: 5, seconds: 15 },
  alone: { together: 1, seconds: 5 },
  long: { together: 1, seconds: 80 },
} as const

type Wish = {
  files: readonly string[]
  seed: number
  secondsOf(job: Job): number | undefined
  textOf(file: string): string
}

/**
 * What took long the last time, or where nobody knows what is long by nature, goes first, the twice as long before the
 * others, and what is short by nature last, so that the end does not wait for one alone.
 */
const LONG_SECONDS = 20

export function planJobs({ files, seed, secondsOf, textOf }: Wish): Job[] {
  const kindOf = (file: string) => kindBy(file, textOf(file))
  const byKind = Map.groupBy(shuffle(files, seed), kindOf)
  const jobs = shuffle(
    [...byKind].flatMap(([kind, alike]) => inGroups(alike, KINDS[kind].together)),
    seed,
  )
  const guess = ({ files }: Job) => files.reduce((sum, file) => sum + KINDS[kindOf(file)].seconds, 0)
  const rankOf = (job: Job) => {
    const seconds = secondsOf(job) ?? guess(job)
    if (seconds >= LONG_SECONDS) return -Math.floor(Math.log2(seconds / LONG_SECONDS))
    return job.files.some((file) => OPENS_NOTHING.test(file)) ? 2 : 1
  }
  const ranks = new Map(jobs.map((job) => [job, rankOf(job)]))
  return jobs.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
}

function kindBy(file: string, text: string): keyof typeof KINDS {
  if (OPENS_NOTHING.test(file)) return 'nothing'
  if (IS_LONG.test(text)) return 'long'
  if (!OPENS_SERVICES.test(file) || needsItsOwn(text)) return 'alone'
  return OPENS_BROWSER.test(text) ? 'browser' : 'services'
}

function needsItsOwn(text: string): boolean {
  return [TOUCHES_ITS_PROCESS, HOOKS_EVERY_TEST].some((mark) => mark.test(text))
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
