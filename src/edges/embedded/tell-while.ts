import type { Log } from '../../ports/log.ts'

const TELL_EVERY_MS = 5_000

type Words = { begins: string; done: string }

/** Says at once what is begun, every few seconds that it goes on, and how long it took: nobody should wonder whether it hangs. */
export async function tellWhile<Result>(
  log: Log,
  { begins, done }: Words,
  work: () => Promise<Result>,
  everyMs = TELL_EVERY_MS,
): Promise<Result> {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 100) / 10
  log.info({}, begins)
  const timer = setInterval(() => log.info({ seconds: seconds() }, 'Still at it.'), everyMs)
  try {
    const result = await work()
    log.info({ seconds: seconds() }, done)
    return result
  } finally {
    clearInterval(timer)
  }
}
