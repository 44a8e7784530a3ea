/** Who holds a lock: which conflicts, whether the holder is still there, and who began it. */
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
import { withoutComments } from '../session-words.ts'
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
