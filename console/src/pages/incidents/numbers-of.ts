/** The numbers of a day, as the ids of incidents bear them: INC-20261117-042. */
const ID = /^INC-(\d{8})-(\d+)$/

type Numbered = { id: string; parts_count: number }

/** Whether more numbers are missing between these than their parts bear, which are not listed. */
export function hasGaps(incidents: readonly Numbered[]): boolean {
  const days = Map.groupBy(incidents, ({ id }) => ID.exec(id)?.[1])
  const missing = [...days].map(([day, ofDay]) => (day === undefined ? 0 : missingOf(ofDay)))
  const parts = incidents.map(({ parts_count }) => parts_count)
  return sum(missing) > sum(parts)
}

function missingOf(incidents: readonly Numbered[]): number {
  const numbers = incidents.map(({ id }) => Number(ID.exec(id)?.[2]))
  return Math.max(...numbers) - Math.min(...numbers) + 1 - numbers.length
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0)
}
