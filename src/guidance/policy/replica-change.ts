/** How far a replica count may move: against the live count, and net against the count of an hour ago. */
type ReplicaChange = { from: number; to: number; lastNonZero?: number }

/** A sentence where the change goes too far, with what would not. */
export function replicaRefusal(
  change: ReplicaChange,
  atHourStart: number | undefined,
  limit: number,
): string | undefined {
  const reason = tooFarBecause(change, atHourStart, limit)
  return reason === undefined || change.from === 0 ? reason : `${reason} ${allowance(change, atHourStart, limit)}`
}

/** Written as "unless it is certainly within", so that NaN refuses. */
function tooFarBecause(change: ReplicaChange, atHourStart: number | undefined, limit: number): string | undefined {
  const { from, to } = change
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 0 || to < 0)
    return 'The replica counts are not whole numbers.'
  if (from === 0) return fromZeroRefusal(change)
  const start = atHourStart ?? from
  const isWithin = isUndo(from, to, start) || ratio(from, to) <= limit
  const most = `MAX_REPLICA_CHANGE allows ${Math.round(limit * 100)} %.`
  if (!isWithin) return `${from} → ${to} changes the count by ${percent(from, to)}; ${most}`
  return ratio(start, to) <= limit
    ? undefined
    : `${start} → ${to} within an hour changes the count by ${percent(start, to)} in all; ${most}`
}

/** The least and the most that may be set now; undefined where no other count may. */
export function allowedReplicas(
  from: Omit<ReplicaChange, 'to'>,
  atHourStart: number | undefined,
  limit: number,
): { least: number; most: number } | undefined {
  const isAllowed = (to: number) => to !== from.from && tooFarBecause({ ...from, to }, atHourStart, limit) === undefined
  const reach = from.from * (1 + limit) + (from.lastNonZero ?? 1) + (atHourStart ?? 0)
  const counts = Array.from({ length: Math.min(COUNTED_MAX, Math.ceil(reach) + 1 || 0) }, (_, to) => to)
  const allowed = counts.filter(isAllowed)
  return allowed.length === 0 ? undefined : { least: Math.min(...allowed), most: Math.max(...allowed) }
}

const COUNTED_MAX = 2_000

function allowance({ to: _, ...from }: ReplicaChange, atHourStart: number | undefined, limit: number): string {
  const allowed = allowedReplicas(from, atHourStart, limit)
  return allowed ? `Allowed now: ${allowed.least} to ${allowed.most}.` : 'No other count is allowed now.'
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
