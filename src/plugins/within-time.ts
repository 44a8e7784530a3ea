/** How long a plugin that ignores its signal is waited for after its time is up. */
const GRACE_MS = 500

/** The work was still going on when it was left: nobody knows how far it came. */
export class LeftBehind extends Error {}

/** Runs work under a limit and a caller's signal. Whoever does not listen to the signal is left behind. */
export async function withinTime<Result>(
  seconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  // One that keeps the process: where nothing else is under way, a limit of `AbortSignal.timeout` would never come.
  const overdue = new AbortController()
  const limit = setTimeout(() => overdue.abort(new DOMException('Too late.', 'TimeoutError')), seconds * 1000)
  const limited = AbortSignal.any([signal, overdue.signal])
  const sentence = () =>
    signal.aborted ? 'The call was cancelled.' : `The call took longer than ${seconds} seconds and was ended.`
  const abandoned = Promise.withResolvers<never>()
  let grace: NodeJS.Timeout | undefined
  const onAbort = () => {
    grace = setTimeout(() => abandoned.reject(new LeftBehind(sentence())), GRACE_MS)
  }
  limited.addEventListener('abort', onAbort, { once: true })
  // Inside a promise even when the work fails before its first await: then there is nothing to wait for.
  const working = (async () => work(limited))()
  try {
    return await Promise.race([working, abandoned.promise])
  } catch (error) {
    // A plugin that heard the signal fails in the words of whatever it was waiting for; ours say why.
    throw limited.aborted ? new LeftBehind(sentence(), { cause: error }) : error
  } finally {
    // Whatever it still says after it was left behind is of no use to anybody.
    working.catch(() => {})
    clearTimeout(limit)
    clearTimeout(grace)
    limited.removeEventListener('abort', onAbort)
  }
}
