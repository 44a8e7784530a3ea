/** Many rules look at the same lines, one after the other: what was read of a line is kept, so that it is read once. */
const KEPT_LINES = 4_000
const KEPT_CHARACTERS = 1_000

/** For what depends on the line alone. What is given out is shared: nobody may change it. */
export function remembering<Read>(read: (line: string) => Read): (line: string) => Read {
  const kept = new Map<string, { read: Read }>()
  return (line) => {
    const known = kept.get(line)
    if (known) return known.read
    const fresh = read(line)
    if (kept.size >= KEPT_LINES) kept.clear()
    if (line.length <= KEPT_CHARACTERS) kept.set(line, { read: fresh })
    return fresh
  }
}
