/** One word to many incidents: each is asked for by itself, so each is decided on as if it were alone. */
export type Refused = { id: string; why: string }

/** As many as a browser asks at once without starving the page itself. */
const AT_ONCE = 4

/** A few at a time. What is refused is told with its reason, and keeps nothing else from being done. */
export async function sayAll(
  ids: readonly string[],
  say: (id: string) => Promise<unknown>,
  onCount: (count: number) => void,
): Promise<Refused[]> {
  const waiting = ids.toReversed()
  const refused: Refused[] = []
  let count = 0
  const work = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const named = id
      await say(named).catch((error: Error) => refused.push({ id: named, why: error.message }))
      onCount(++count)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return refused
}
