/** From how many replicas to how many, as the event of a scaling tells it. */
type Counts = { from: number | undefined; to: number }

/** `Scaled down replica set web-1 from 3 to 0`; older clusters write `to 0 from 3`, or only `to 0`. */
export function readCounts(message: string): Counts | undefined {
  const [, from, to] = /\bfrom (\d+) to (\d+)/.exec(message) ?? []
  if (to !== undefined) return { from: Number(from), to: Number(to) }
  const [, last, first] = /\bto (\d+)(?: from (\d+))?\b/.exec(message) ?? []
  return last === undefined ? undefined : { from: first === undefined ? undefined : Number(first), to: Number(last) }
}
