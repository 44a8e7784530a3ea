/** Which files run in one process, and in which order. */

/** Files that run one after the other in one process. */
export type Job = { files: readonly string[] }

/**
 * The rooms below the edges open nothing, so what their tests cost is mostly starting Node and reading the same modules
 * again: they share processes. Everything else has one of its own.
 */
const OPENS_NOTHING = /^(src\/(?!edges\/|[^/]+$)|test\/(console|house)\/)/
const FILES_TOGETHER = 12

type Wish = { files: readonly string[]; seed: number; secondsOf(job: Job): number | undefined }

/** Files that took long the last time go first, so that the end does not wait for one of them alone. */
const LONG_SECONDS = 20

export function planJobs({ files, seed, secondsOf }: Wish): Job[] {
  const shuffled = shuffle(files, seed)
  const together = shuffled.filter((file) => OPENS_NOTHING.test(file))
  const alone = shuffled.filter((file) => !OPENS_NOTHING.test(file))
  const jobs = shuffle([...alone.map((file) => ({ files: [file] })), ...inGroups(together)], seed)
  const isLong = (job: Job) => (secondsOf(job) ?? 0) > LONG_SECONDS
  return [...jobs.filter(isLong), ...jobs.filter((job) => !isLong(job))]
}

function inGroups(files: readonly string[]): Job[] {
  const groups = Array.from({ length: Math.ceil(files.length / FILES_TOGETHER) }, (_, at) => at * FILES_TOGETHER)
  return groups.map((from) => ({ files: files.slice(from, from + FILES_TOGETHER) }))
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
