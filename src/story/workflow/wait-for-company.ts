/**
 * Who waits before it is diagnosed. Of alerts that came together about one thing the most telling goes first; the others
 * wait for its cause, for GATHER_SECONDS at most. Who is alone waits only until it is clear that nobody comes along.
 * Critical ones wait for nobody but critical ones that are being diagnosed, and for a shorter time.
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

/** A diagnosis that takes longer, or hangs, is not waited for by a critical one. */
const SHARE_CRITICAL = 2 / 3

/** So many critical ones are diagnosed at the same time while nothing ties them; what does may show in those. */
const CRITICAL_AT_ONCE = 2

/**
 * `atWork` are those that are being diagnosed. In a storm it is enough to know who of all that wait goes first, and nothing
 * need be known of those whose turn cannot have changed: then `storm` says so.
 */
type Company = { atWork: readonly Waiting[]; gatherSeconds: number; storm?: Storm | undefined }
export type Storm = { head: Pick<Waiting, 'id'> | undefined }

/** As long as a critical one waits, and the card of one that is diagnosed beside another. */
export function criticalWaitSeconds(gatherSeconds: number): number {
  return gatherSeconds * SHARE_CRITICAL
}

/** Ids of those that are not to be taken up yet. */
export function whoWaits(pending: readonly Waiting[], company: Company): ReadonlySet<string> {
  return new Set([...whichCriticalWait(pending, company), ...whichOthersWait(pending, company)])
}

/** The first is taken up at once, and so is whoever has waited for its time. */
function whichCriticalWait(pending: readonly Waiting[], { atWork, gatherSeconds }: Company): string[] {
  const ahead = atWork.filter(isCritical)
  const busy = new Set(ahead.flatMap(({ ties }) => ties))
  const mayWait = ({ ageSeconds, ties }: Waiting) => ties.length > 0 && ageSeconds < criticalWaitSeconds(gatherSeconds)
  const waits = new Map(pending.filter((one) => isCritical(one) && mayWait(one)).map((one) => [one.id, one]))
  for (let places = CRITICAL_AT_ONCE - ahead.length; places > 0; places -= 1) {
    const next = mostTelling([...waits.values()].filter(({ ties }) => !ties.some((one) => busy.has(one))))
    if (!next) break
    waits.delete(next.id)
    for (const one of next.ties) busy.add(one)
  }
  return [...waits.keys()]
}

function whichOthersWait(pending: readonly Waiting[], company: Company): string[] {
  const { atWork, gatherSeconds, storm = stormOf(pending) } = company
  const first = storm ? new Map<string, Waiting>() : firstByTie(pending)
  const busy = new Set(atWork.flatMap(({ ties }) => ties))
  const waits = ({ id, ageSeconds, ties }: Waiting) => {
    if (ties.length === 0 || ageSeconds >= gatherSeconds) return false
    if (ageSeconds < gatherSeconds * SHARE_ALONE) return true
    if (storm) return busy.size > 0 || storm.head?.id !== id
    return ties.some((one) => busy.has(one) || first.get(one)?.id !== id)
  }
  return pending.filter((one) => !isCritical(one) && waits(one)).map(({ id }) => id)
}

function stormOf(pending: readonly Waiting[]): Storm | undefined {
  if (pending.length <= STORM) return undefined
  return { head: mostTelling(pending.filter(({ ties }) => ties.length > 0)) }
}

function isCritical({ severityRank }: Waiting): boolean {
  return severityRank === 0
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
