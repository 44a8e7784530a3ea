/** Shorter than the dispatcher waits for its runs when it stops. */
const FINISH_MS = 12_000

/**
 * An act that has begun is not broken off because we stop: cut in the middle, nobody could say what became of it. It gets
 * a signal of its own, which follows the first one so much later.
 */
export async function toItsEnd<Result>(
  signal: AbortSignal,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const endLater = () => {
    timer = setTimeout(() => ending.abort(signal.reason), FINISH_MS)
  }
  if (signal.aborted) endLater()
  else signal.addEventListener('abort', endLater, { once: true })
  try {
    return await act(ending.signal)
  } finally {
    signal.removeEventListener('abort', endLater)
    clearTimeout(timer)
  }
}
