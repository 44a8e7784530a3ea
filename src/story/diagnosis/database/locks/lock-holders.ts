/** Who holds a lock: which conflicts, whether the holder is still there, who began it, and how that is said. */
import { BlockList, isIP } from 'node:net'
import { isCaretaker } from '../../../../plugins/database/caretaker.ts'
import type { Session } from '../../../../plugins/database/session.ts'
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { PodView } from '../../cluster/cluster-scene.ts'
import { hasTrouble, isDone, isLeaving } from '../../cluster/pods/workload-pods.ts'
import { record, records, text } from '../../cluster/reading/loose-fields.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import type { Scene } from '../../scene.ts'
import type { ActiveConnections, DatabaseScene } from '../database-scene.ts'
import { plural, withoutComments } from '../session-words.ts'
import { statementKind } from '../statements/sql-words.ts'
import type { BlockingRoot } from './blocking-roots.ts'

// A session whose client is gone: its address is one of the cluster's pods by the range of a node, and no pod anywhere has it.

type GoneHolder = { sentence: string; evidence: readonly EvidenceReference[] }

/** Undefined where anything of it is not proven: an address outside may be anybody's, and a list that was cut may lack it. */
export function goneHolder(blocking: BlockingRoot, { lockHolder }: DatabaseScene): GoneHolder | undefined {
  const address = blocking.root.client_addr
  if (!lockHolder || lockHolder.address !== address || !isSilent(blocking)) return undefined
  const { pods, nodes } = lockHolder
  const node = objectsOf(nodes).find(({ spec }) => isWithin(address, text(record(spec).podCIDR)))
  const range = text(record(node?.spec).podCIDR)
  if (node === undefined || range === undefined || 'truncated' in pods.result || objectsOf(pods).length > 0)
    return undefined
  return {
    sentence: ` Whoever took the lock is gone: ${address} is an address of pods (node ${text(node.name)}, ${range}), no pod of any namespace has it now, and the session has been silent since before the others began to wait.`,
    evidence: [citeField(nodes, 'podCIDR', range), ...(pods.result.message ? [cite(pods, pods.result.message)] : [])],
  }
}

function objectsOf({ result }: Exhibit) {
  return records(record(result.data).objects)
}

function isWithin(address: string | null, range: string | undefined): boolean {
  const [network = '', prefix = ''] = (range ?? '').split('/')
  if (address === null || isIP(network) === 0 || isIP(network) !== isIP(address)) return false
  const family = isIP(network) === 6 ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(network, Number(prefix), family)
  return list.check(address, family)
}

// Several sessions that are one operation: a leader that exports its snapshot and waits, and workers that read by it, as a parallel dump does.

type Member = Pick<
  Session,
  'pid' | 'usename' | 'application_name' | 'client_addr' | 'datname' | 'backend_xmin' | 'xact_start'
>

/** Workers begin when the leader has locked what they are to read. */
const TOGETHER_SECONDS = 120

/** Those that work by the same snapshot: of the same client, begun together. */
export function workersOf(leader: Member, { longest_transactions }: ActiveConnections): Session[] {
  return longest_transactions.filter(
    (one) => one.pid !== leader.pid && isSameClient(one, leader) && isTogether(one, leader),
  )
}

function isSameClient(one: Member, other: Member): boolean {
  const names = ['usename', 'application_name', 'client_addr', 'datname'] as const
  return names.every((name) => one[name] === other[name])
}

function isTogether(one: Member, other: Member): boolean {
  if (one.backend_xmin === null || String(one.backend_xmin) !== String(other.backend_xmin)) return false
  const apart = Math.abs(Date.parse(one.xact_start ?? '') - Date.parse(other.xact_start ?? ''))
  return apart <= TOGETHER_SECONDS * 1000
}

/** A backup or upkeep, by who does it or by what it does; an ANALYZE is often a step of an application's own work. */
export function isUpkeep(session: Pick<Session, 'application_name' | 'usename' | 'query'>): boolean {
  return (
    isCaretaker(session) ||
    (statementKind(session.query) === 'upkeep' && !/^\s*analyze\b/i.test(withoutComments(session.query)))
  )
}

// Advisory locks that belong to a session and outlast its transactions.

/** Held by one that does nothing: a pool may have sent the unlock down another connection. */
export function isSessionLock({ state, xact_start, holds }: BlockingRoot['root']): boolean {
  return state === 'idle' && xact_start === null && holds[0]?.locktype === 'advisory'
}

/** Replicas that elect a leader wait for its lock for as long as it lives, and that is what it is for. */
export function mayBeElection({ root, waiters }: BlockingRoot): boolean {
  const isOwn = waiters.every(
    (one) => 'usename' in one && one.usename === root.usename && one.application_name === root.application_name,
  )
  return isSessionLock(root) && isOwn
}

const FORGOTTEN_SECONDS = 1800

/** One that has spoken since the others began to wait may guard with the lock what it does elsewhere. */
export function mayBeAtWork({ root, longestWaitSeconds }: BlockingRoot): boolean {
  return isSessionLock(root) && (root.state_seconds ?? 0) < Math.max(FORGOTTEN_SECONDS, longestWaitSeconds)
}

const TAKES_LOCK = /^\s*(?:select|perform|call|do)\b[^;]*\bpg_(?:try_)?advisory_lock(?:_shared)?\s*\(/i

/** A connection that has done nothing but take its lock is kept for the lock: a leader, or a mutex of somebody at work. */
export function isKeptForLock({ root }: BlockingRoot): boolean {
  return isSessionLock(root) && TAKES_LOCK.test(root.query)
}

const LEFT_OPEN_SECONDS = 3600
/** By which a person asks; what works by itself bears another name. */
const CONSOLE = /^(?:psql|pgcli|pgadmin|dbeaver|datagrip|tableplus|navicat|heidisql|squirrel)\b/i

/** Of a person's console nobody expects that it leads, and who was silent at it for so long has left it open. */
export function isLeftOpen({ root }: BlockingRoot): boolean {
  const isConsole = CONSOLE.test(root.application_name ?? '')
  return isSessionLock(root) && isConsole && (root.state_seconds ?? 0) >= LEFT_OPEN_SECONDS
}

/** Runs of Jobs wait, none of which stands by for a leader, and from where it is held nobody else is connected, at work with it. */
export function isLeftByRun(blocking: BlockingRoot, { cluster, database }: Scene): boolean {
  const { root, waiters } = blocking
  const isRun = (address: string | null) =>
    cluster?.pods.some(({ podIP, owner }) => podIP === address && owner?.kind === 'Job') ?? false
  const areRuns = waiters.every((one) => 'client_addr' in one && one.client_addr !== null && isRun(one.client_addr))
  const there = (database?.connections?.thing.groups ?? []).filter(({ client_addr: from }) => from === root.client_addr)
  const isAlone = there.length === 1 && there[0]?.sessions === 1
  return areRuns && isAlone && !isRun(root.client_addr) && (root.state_seconds ?? 0) >= LEFT_OPEN_SECONDS
}

const SILENT_SECONDS = 300

/** Nothing was heard of it since before the first of the others began to wait. */
export function isSilent({ root, longestWaitSeconds }: BlockingRoot): boolean {
  return isSessionLock(root) && (root.state_seconds ?? 0) >= Math.max(SILENT_SECONDS, longestWaitSeconds)
}

// Pods that cannot become ready because they wait for a lock: known by the address from which they wait.

/** None where the holder is such a pod itself: then the new program may well be at fault. */
export function startersBehind({ root, waiters }: BlockingRoot, { cluster, now }: Scene): PodView[] {
  const unready = (cluster?.pods ?? []).filter(
    (pod) => !pod.isReady && !isLeaving(pod) && !isDone(pod) && pod.podIP !== undefined && hasTrouble(pod, now),
  )
  if (unready.some(({ podIP }) => podIP === root.client_addr)) return []
  const waiting = new Set(waiters.flatMap((waiter) => ('client_addr' in waiter ? (waiter.client_addr ?? []) : [])))
  return unready.filter(({ podIP }) => podIP !== undefined && waiting.has(podIP))
}

// Locks in words: what is held, and what ending one in the middle of a chain would do.

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
  const isWriter = 'backend_xid' in middle && middle.backend_xid !== null
  const outcome =
    freed.length === 0
      ? 'would free nobody'
      : `would let ${freed.length === directly.length ? 'them' : `${freed.length} of them`} go on${isWriter ? ' and undo its work' : ''}${heldUpAgain(root, freed)}`
  const count = countDirectly(middle, directly.length)
  return ` pid ${middle.pid} stands in the middle of the chain: ${plural(count, 'session waits', 'sessions wait')} for it, but it waits for ${middle.blocked_by.join(', ')} itself; ending it instead of ${root.pid} ${outcome}.`
}

/** Of all, where the server counted them; else of those shown. */
function countDirectly(middle: Partial<Pick<Waiter, 'waiters_directly'>>, shown: number): number {
  return Math.max(middle.waiters_directly ?? 0, shown)
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
