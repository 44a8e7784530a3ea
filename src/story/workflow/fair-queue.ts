/**
 * Whose turn it is. Severity first; but what has waited for too long comes in every other time, one place is kept free for
 * critical ones, and among equals the source that was served longest ago is next, so that a noisy one waits for itself alone.
 */

/** The oldest pending incident of a severity and a source. */
export type Head = {
  severityRank: number
  /** What stands for its source when places are shared out. */
  share: string
  /** Grows with age: the lower came first. */
  seq: bigint
  isOverdue: boolean
  /** When its source was served last, as a growing number; undefined where it was not within the last hour. */
  servedTurn: bigint | undefined
}

type Places = {
  /** For whatever is next. */
  open: number
  /** Of these, how many may go to incidents that are not critical. */
  uncritical: number
}

const CRITICAL_RANK = 0

/** Of two places or more one is for critical incidents alone. */
export function placesOf({
  atOnce,
  atWork,
  uncriticalAtWork,
}: Record<'atOnce' | 'atWork' | 'uncriticalAtWork', number>): Places {
  const open = Math.max(atOnce - atWork, 0)
  const kept = atOnce >= 2 ? 1 : 0
  return { open, uncritical: Math.min(open, Math.max(atOnce - kept - uncriticalAtWork, 0)) }
}

function isCritical({ severityRank }: Pick<Head, 'severityRank'>): boolean {
  return severityRank === CRITICAL_RANK
}

/** In the order in which they are to be tried; where one is held by somebody the next is taken. */
export function inTurn(
  heads: readonly Head[],
  { isAgedTurn, places }: { isAgedTurn: boolean; places: Places },
): Head[] {
  const allowed = heads.filter((head) => places.uncritical > 0 || isCritical(head))
  const overdue = isAgedTurn ? allowed.filter(({ isOverdue }) => isOverdue) : []
  const bySeverity = allowed.toSorted((one, other) => one.severityRank - other.severityRank || byTurn(one, other))
  return [...overdue.toSorted(byTurn), ...bySeverity]
}

function byTurn(one: Head, other: Head): number {
  return compare(one.servedTurn ?? -1n, other.servedTurn ?? -1n) || compare(one.seq, other.seq)
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : Number(one > other)
}
