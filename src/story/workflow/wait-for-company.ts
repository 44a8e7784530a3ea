/**
 * Who waits before it is diagnosed. Of alerts that came together about one thing the most telling goes first; the others
 * wait for its cause, for GATHER_SECONDS at most. Who is alone waits only until it is clear that nobody comes along.
 */
import { tellingRank } from '../incident/ties.ts'

export type Waiting = {
  id: string
  seq: bigint
  severityRank: number
  ageSeconds: number
  /** Whom its alerts speak of. */
  ties: readonly string[]
}

/** More than these at once are a storm: they go one after the other, because what ties them may show only in a diagnosis. */
const STORM = 20

/** Of what it may wait at most: whoever has come by then came together with it. */
const SHARE_ALONE = 1 / 15

/** Ids of those that are not to be taken up yet. `atWork` are the ties of those that are being diagnosed. */
export function whoWaits(
  pending: readonly Waiting[],
  { atWork, gatherSeconds }: { atWork: ReadonlySet<string>; gatherSeconds: number },
): ReadonlySet<string> {
  const head = pending.length > STORM ? mostTelling(pending.filter(({ ties }) => ties.length > 0)) : undefined
  const first = head ? new Map<string, Waiting>() : firstByTie(pending)
  const waits = ({ id, severityRank, ageSeconds, ties }: Waiting) => {
    if (severityRank === 0 || ties.length === 0 || ageSeconds >= gatherSeconds) return false
    if (ageSeconds < gatherSeconds * SHARE_ALONE) return true
    if (head) return atWork.size > 0 || head.id !== id
    return ties.some((one) => atWork.has(one) || first.get(one)?.id !== id)
  }
  return new Set(pending.filter(waits).map(({ id }) => id))
}

/** Looked for and not sorted out: a storm can be thousands, and nobody else is served meanwhile. */
function mostTelling(pending: readonly Waiting[]): Waiting | undefined {
  return pending.reduce<Waiting | undefined>((best, one) => (best && byTelling(best, one) < 0 ? best : one), undefined)
}

function firstByTie(pending: readonly Waiting[]): ReadonlyMap<string, Waiting> {
  const first = new Map<string, Waiting>()
  for (const one of pending)
    for (const name of one.ties) {
      const known = first.get(name)
      if (!known || byTelling(one, known) < 0) first.set(name, one)
    }
  return first
}

/** The most telling first, then the most severe, then the oldest. */
function byTelling(one: Waiting, other: Waiting): number {
  const byTies = tellingRank(one.ties) - tellingRank(other.ties)
  return byTies || one.severityRank - other.severityRank || (one.seq < other.seq ? -1 : 1)
}
