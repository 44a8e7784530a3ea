/** Locks in words: what is held, and what ending one in the middle of a chain would do. */
import { plural } from '../session-words.ts'
import type { BlockingRoot } from './blocking-roots.ts'
import { isSessionLock } from './lock-holders.ts'

type Holds = BlockingRoot['root']['holds']

/** From the weakest, each with the weakest mode it keeps out: what is stronger than that is kept out too. */
const MODES = [
  ['AccessShare', 'AccessExclusive'],
  ['RowShare', 'Exclusive'],
  ['RowExclusive', 'Share'],
  ['ShareUpdateExclusive', 'ShareUpdateExclusive'],
  ['Share', 'RowExclusive'],
  ['ShareRowExclusive', 'RowExclusive'],
  ['Exclusive', 'RowShare'],
  ['AccessExclusive', 'AccessShare'],
] as const

/** 0 for the weakest; -1 where it is no mode we know. */
function strengthOf(mode: string): number {
  return MODES.findIndex(([name]) => name === mode.replace(/Lock$/, ''))
}

/** Which table locks keep which from being taken; undefined where one of them is no mode we know. */
export function doConflict(one: string, other: string): boolean | undefined {
  const [wanted, held] = [strengthOf(one), strengthOf(other)]
  const weakest = MODES[wanted]?.[1]
  if (weakest === undefined || held === -1) return undefined
  // The only mode that several may hold though it keeps weaker ones out.
  return !(wanted === held && MODES[held]?.[0] === 'Share') && held >= strengthOf(weakest)
}

/** A transaction often holds several, and the strongest is what others run into. */
export function strongestOf(holds: Holds): Holds[number] | undefined {
  return [...holds].sort((one, other) => strengthOf(other.mode) - strengthOf(one.mode))[0]
}

export function heldLock({ holds }: BlockingRoot['root']): string {
  const [first] = holds
  if (first === undefined) return 'the lock they want'
  if (first.locktype === 'advisory') return `advisory lock ${first.object}`
  const strongest = strongestOf(
    holds.filter(({ relation }) => relation !== null && relation === (first.relation ?? relation)),
  )
  if (strongest === undefined) return `the ${first.locktype} lock they want`
  return first.relation === null
    ? `row locks in ${strongest.relation} (${strongest.mode})`
    : `${strongest.mode} on ${strongest.relation}`
}

/** What is particular about the lock, for whoever has to find out why it is still held. */
export function lockRemark({ root, waiters }: BlockingRoot): string {
  if (isSessionLock(root))
    return ' It is idle and in no transaction: such a lock belongs to the session and stays until it is given back on this very connection or the connection ends.'
  if (root.holds.length === 0 && waiters[0]?.waits_for?.locktype === 'virtualxid')
    return ' What waits has to outlast every transaction that is older, whatever it has touched.'
  return ''
}

type Waiter = BlockingRoot['waiters'][number]

/** The one of them most wait for. */
function busiestMiddle({ middles, waiters }: BlockingRoot): Waiter | undefined {
  const behind = ({ pid }: Waiter) => waiters.filter(({ blocked_by }) => blocked_by.includes(pid)).length
  return [...middles].sort((one, other) => behind(other) - behind(one))[0]
}

/** Of the one in the middle of the chain that looks like the culprit; nothing where there is none. */
export function middleSentence(blocking: BlockingRoot): string {
  const { root, waiters } = blocking
  const middle = busiestMiddle(blocking)
  if (!middle) return ''
  const directly = waiters.filter(({ blocked_by }) => blocked_by.includes(middle.pid))
  const freed = directly.filter((waiter) => waitsForItAlone(waiter, middle))
  const outcome =
    freed.length === 0
      ? 'would free nobody'
      : `would let ${freed.length === directly.length ? 'them' : `${freed.length} of them`} go on${undone(middle)}${heldUpAgain(root, freed)}`
  const count = countDirectly(middle, directly.length)
  return ` pid ${middle.pid} stands in the middle of the chain: ${plural(count, 'session waits', 'sessions wait')} for it, but it waits for ${middle.blocked_by.join(', ')} itself; ending it instead of ${root.pid} ${outcome}.`
}

/** Of all, where the server counted them; else of those shown. */
function countDirectly(middle: Partial<Pick<Waiter, 'waiters_directly'>>, shown: number): number {
  return Math.max(middle.waiters_directly ?? 0, shown)
}

function undone(middle: Waiter): string {
  return 'backend_xid' in middle && middle.backend_xid !== null ? ' and undo its work' : ''
}

/** True of those only who want what the root keeps from them. */
function heldUpAgain(root: BlockingRoot['root'], freed: readonly Waiter[]): string {
  const isKept = freed.some(({ waits_for }) =>
    root.holds.some(
      ({ relation, mode }) => relation !== null && relation === waits_for?.relation && doConflict(waits_for.mode, mode),
    ),
  )
  return isKept ? `, but ${root.pid} would hold up the next that wants the same` : `, but leave ${root.pid} where it is`
}

/** Whoever queues for a row takes the place of the one before, and waits on for the same holder. */
function waitsForItAlone({ blocked_by, waits_for }: Waiter, { pid }: Waiter): boolean {
  return blocked_by.every((one) => one === pid) && waits_for?.locktype !== 'tuple'
}
