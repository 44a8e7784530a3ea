/**
 * The one transaction that is open since the trouble began, where all others last seconds, and what suffers leads to it: those
 * at work wait for one and the same thing of the server, or what has moved bears the name of a table it holds rows of.
 */
import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import type { Session } from '../../../../plugins/database/session.ts'
import { minutesBetween } from '../../cluster/saying/say.ts'
import { actionOn } from '../../database/database-finding.ts'
import { isUpkeep } from '../../database/locks/lock-holders.ts'
import { lasting, who } from '../../database/session-words.ts'
import type { Weighed } from '../../weigh.ts'
import { isFar } from './release.ts'
import type { LensStep, Sight } from './sight.ts'

const OPEN_SECONDS = 600
/** So many times as long as any other. */
const TIMES = 10
const BEFORE_MINUTES = 10
const AFTER_MINUTES = 2

export function oldTransaction({ scene: { database }, seen }: Sight): LensStep | undefined {
  if (!database?.connections) return undefined
  const { longest_transactions: working, idle_in_transaction: idle } = database.connections.thing
  const [oldest, next] = [...working, ...idle].sort((one, other) => ageOf(other) - ageOf(one))
  if (!oldest?.xact_start || ageOf(oldest) < OPEN_SECONDS || ageOf(oldest) < TIMES * (next ? ageOf(next) : 0))
    return undefined
  const minutes = minutesBetween(new Date(oldest.xact_start), seen.onset)
  if (minutes > BEFORE_MINUTES || minutes < -AFTER_MINUTES) return undefined
  if (whyNotEnded(oldest) !== undefined || isUpkeep(oldest)) return undefined
  const harm = idle.some(({ pid }) => pid === oldest.pid) ? heldRows(oldest, seen.facts) : commonWait(working, oldest)
  if (harm === undefined) return undefined
  const why = `${who(oldest)} has its transaction open for ${lasting(oldest.xact_seconds)}, since the trouble began, while all others last seconds; ${harm}. Ending it rolls back what it left open.`
  return {
    action: actionOn(database, 'terminate_query', { pid: oldest.pid }, why),
    atFault: { kind: 'Session', name: `pid ${oldest.pid}` },
    calledBy: /never ended|a person should decide/i,
  }
}

function ageOf({ xact_seconds: age }: Session): number {
  return age ?? 0
}

const WAITING_LEAST = 3
const WAITING_SHARE = 0.6
/** A lock has a holder, whom others look for; the rest is no shortage of the server's own. */
const NO_SHORTAGE = /^(Lock|Client|Activity|Timeout|Extension)$/

function commonWait(working: readonly Session[], oldest: Session): string | undefined {
  const others = working.filter(({ pid }) => pid !== oldest.pid)
  const events = others.flatMap(({ wait_event_type: type, wait_event: event }) =>
    type !== null && event !== null && !NO_SHORTAGE.test(type) ? [`${type}/${event}`] : [],
  )
  const [most] = [...Map.groupBy(events, (event) => event)].sort(([, one], [, other]) => other.length - one.length)
  if (!most || most[1].length < WAITING_LEAST || most[1].length < WAITING_SHARE * others.length) return undefined
  return `${most[1].length} of the ${others.length} others at work wait for ${most[0]}`
}

const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z]\w{3,})"?/gi
const HOLDS = /\bfor\s+(?:no\s+key\s+)?(?:update|share)\b|^\s*(?:update|delete|insert|lock)\b/i

/** It has locked rows, and what moved with the trouble, or is complained of, is about their table. */
function heldRows({ query, backend_xid: writes }: Session, facts: readonly Weighed[]): string | undefined {
  const tables = [...query.matchAll(TABLE)].map(([, name = '']) => name.toLowerCase())
  if (writes === null && !HOLDS.test(query)) return undefined
  const about = facts.find(
    (one) => (isFar(one) || one.lens === 'said') && tables.some((table) => one.text.toLowerCase().includes(table)),
  )
  return about && `it holds rows of ${tables[0]}, and with it ${about.text}`
}
