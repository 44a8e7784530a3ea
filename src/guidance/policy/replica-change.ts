/** How far a replica count may move: against the live count, and net against the count of an hour ago. */
type ReplicaChange = { from: number; to: number; lastNonZero?: number }

/** A sentence where the change goes too far. Written as "unless it is certainly within", so that NaN refuses. */
export function replicaRefusal(
  change: ReplicaChange,
  atHourStart: number | undefined,
  limit: number,
): string | undefined {
  const { from, to } = change
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || to < 0)
    return 'The replica counts are not whole numbers.'
  if (from === 0) return fromZeroRefusal(change)
  const start = atHourStart ?? from
  const isWithin = isUndo(from, to, start) || ratio(from, to) <= limit
  if (!isWithin)
    return `${from} → ${to} changes the count by ${percent(from, to)}; MAX_REPLICA_CHANGE allows ${Math.round(limit * 100)} %.`
  if (!(ratio(start, to) <= limit)) {
    return `${start} → ${to} within an hour changes the count by ${percent(start, to)} in all; MAX_REPLICA_CHANGE allows ${Math.round(limit * 100)} %.`
  }
  return undefined
}

/** Every step up from nothing is infinitely large, so the last count that was seen decides, or one. */
function fromZeroRefusal({ to, lastNonZero }: ReplicaChange): string | undefined {
  const highest = lastNonZero ?? 1
  return to <= highest
    ? undefined
    : `0 → ${to}: from zero at most ${highest} is allowed${lastNonZero === undefined ? '' : ', the last count seen'}.`
}

/** Going back towards where the hour began adds nothing up. */
function isUndo(from: number, to: number, start: number): boolean {
  return (start >= to && to >= from) || (start <= to && to <= from)
}

function ratio(from: number, to: number): number {
  if (from === to) return 0
  return from === 0 ? Number.POSITIVE_INFINITY : Math.abs(to - from) / from
}

function percent(from: number, to: number): string {
  const value = ratio(from, to)
  return Number.isFinite(value) ? `${Math.round(value * 100)} %` : 'more than any ratio'
}
