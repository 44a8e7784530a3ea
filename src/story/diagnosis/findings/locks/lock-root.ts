/** Sessions wait for locks: the one at the root is named, which waits for nobody and is often idle or busy with something else. */

import { whyNotEnded } from '../../../../plugins/database/caretaker.ts'
import type { Seen } from '../../cluster/cluster-scene.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, LockWaits } from '../../database/database-scene.ts'
import { type BlockingRoot, blockingRoots, waitSeconds } from '../../database/locks/blocking-roots.ts'
import {
  goneHolder,
  heldLock,
  isKeptForLock,
  isLeftByRun,
  isLeftOpen,
  isSessionLock,
  lockRemark,
  mayBeAtWork,
  mayBeElection,
  middleSentence,
  startersBehind,
  strongestOf,
} from '../../database/locks/lock-holders.ts'
import { clockTime, lasting, plural, quotedQuery, who } from '../../database/session-words.ts'
import { tablesIn } from '../../database/statements/sql-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import { isElsewhere } from '../../gates/meant-database.ts'
import type { Scene } from '../../scene.ts'
import { FOLLOWS } from '../cluster-fault.ts'
import { endSession } from '../database-fault.ts'
import { queueFinding } from './lock-queue.ts'

/** Waits come and go; only one that lasts, holds up many, or stands behind an old transaction is worth a word. */
const WAIT_SECONDS = 30
const MANY_WAITERS = 5
const OLD_SECONDS = 60
const SHORT_WAIT_SECONDS = 5
/** A holder that does nothing will not let go by itself; a busy one may be done in a blink. */
const IDLE_SECONDS = 1
const ROOTS_SHOWN = 3

export const lockRoot: Analyzer = (scene) => {
  const { database } = scene
  const { locks } = database ?? {}
  if (!database || !locks) return []
  const serious = blockingRoots(locks.thing).filter(isSerious)
  // Those who hold up the same sessions together are one finding, told with the first of them.
  const roots = serious.filter(({ root }, at) => !serious.slice(0, at).some(({ partners }) => partners.includes(root)))
  const isHere = ({ root }: BlockingRoot) => !isElsewhere(root.datname, scene)
  const told = (blocking: BlockingRoot) => doubted(tell(blocking, database, locks), blocking, scene)
  return [
    ...roots
      .filter(isHere)
      .slice(0, ROOTS_SHOWN)
      .map((blocking) => withStarters(told(blocking), blocking, scene)),
    ...roots
      .filter((one) => !isHere(one))
      .slice(0, 1)
      .map((blocking) => ({ ...told(blocking), weight: 'context' as const })),
  ]
}

/** Pods that wait for the lock in order to start are not to blame for it, nor is the revision that made them. */
function withStarters(finding: Finding, blocking: BlockingRoot, scene: Scene): Finding {
  const starters = startersBehind(blocking, scene)
  if (starters.length === 0) return finding
  const names = starters.map(({ name }) => name).join(' and ')
  return {
    ...finding,
    statement: `${finding.statement} ${starters.length === 1 ? 'Pod' : 'Pods'} ${names}, not ready, ${starters.length === 1 ? 'is' : 'are'} among those that wait.`,
    weight: 'cause',
    explains: [...(finding.explains ?? []), ...FOLLOWS],
  }
}

/**
 * A lock of a session is given back by its client alone. Who waits may be a replica that stands by, and the one who keeps it
 * may be at work elsewhere: it is ended where its client is proven gone, or where a pool has plainly forgotten it.
 */
function doubted(finding: Finding, blocking: BlockingRoot, scene: Scene): Finding {
  const { database } = scene
  const gone = database && goneHolder(blocking, database)
  if (gone)
    return {
      ...finding,
      statement: `${finding.statement}${gone.sentence}`,
      evidence: [...finding.evidence, ...gone.evidence],
    }
  const noActionReason = isLeft(blocking, scene) ? undefined : whyKept(blocking)
  return noActionReason === undefined ? finding : { ...finding, confidence: 0.6, actions: [], noActionReason }
}

/** For nothing that goes on: nobody has touched it since long before the others came. */
function isLeft(blocking: BlockingRoot, scene: Scene): boolean {
  return !mayBeAtWork(blocking) && (isLeftOpen(blocking) || isLeftByRun(blocking, scene))
}

function whyKept(blocking: BlockingRoot): string | undefined {
  const { pid } = blocking.root
  if (mayBeElection(blocking))
    return 'The same program waits for a lock of its own, as replicas do that elect a leader; whether its holder still works a person has to see.'
  if (mayBeAtWork(blocking))
    return `pid ${pid} has used its connection since the others began to wait, or not long ago, so it may still need its lock; whether it does a person has to see.`
  return isKeptForLock(blocking)
    ? `pid ${pid} has done nothing on its connection since it took the lock, as a leader or one at work elsewhere does; whether it still needs it a person has to see.`
    : undefined
}

function isSerious({ root, longestWaitSeconds }: BlockingRoot): boolean {
  if (longestWaitSeconds >= WAIT_SECONDS) return true
  const { state = null, state_seconds } = root
  const isIdle = state?.startsWith('idle in transaction') && (state_seconds ?? 0) >= IDLE_SECONDS
  if (isIdle && longestWaitSeconds >= IDLE_SECONDS) return true
  const isMuch = root.waiters_in_all >= MANY_WAITERS || (root.xact_seconds ?? 0) >= OLD_SECONDS
  return isMuch && longestWaitSeconds >= SHORT_WAIT_SECONDS
}

/** Where the root must be let finish, whoever made the queue behind it is the one to speak of. */
function tell(blocking: BlockingRoot, database: DatabaseScene, locks: Seen<LockWaits>): Finding {
  const isProtected = [blocking.root, ...blocking.partners].some((one) => whyNotEnded(one) !== undefined)
  return (isProtected ? queueFinding(blocking, database, locks) : undefined) ?? findingOf(blocking, database, locks)
}

function findingOf(blocking: BlockingRoot, database: DatabaseScene, locks: Seen<LockWaits>): Finding {
  const { root, partners, longestWaitSeconds } = blocking
  const { exhibit } = locks
  const obstacle = whyLeftAlone(blocking)
  const strongest = strongestOf(root.holds)
  return fault({
    kind: 'lock_root',
    statement: `${statementOf(blocking)}${partnerSentence(blocking)}${unrelatedQuery(blocking)}${middleSentence(blocking)}`,
    facts: factsOf(blocking, locks),
    evidence: [
      citeField(exhibit, 'pid', root.pid),
      citeField(exhibit, 'waiters_in_all', root.waiters_in_all),
      strongest && citeField(exhibit, 'mode', strongest.mode),
      root.state && citeField(exhibit, 'state', root.state),
    ],
    confidence: root.waiters_in_all > 1 || longestWaitSeconds >= 10 * WAIT_SECONDS ? 0.9 : 0.8,
    subject: { kind: 'Session', name: `pid ${root.pid}` },
    weight: weightFor(database, ['locks', 'slow', 'connections', 'errors', 'idle', 'deadlocks', 'down'], 'symptom'),
    ...(root.xact_start !== null && { since: new Date(root.xact_start) }),
    explains: ['idle_in_transaction', 'connections_exhausted', 'connection_leak', 'missing_index', 'costly_statement'],
    ...(obstacle === undefined
      ? { actions: [root, ...partners].map(({ pid }) => endSession(database, pid, whyEnd(blocking))) }
      : { noActionReason: `${obstacle} Nothing is ended automatically.` }),
    suggestions: [
      'Set lock_timeout for schema changes and idle_in_transaction_session_timeout for applications.',
      ...adviceFor(blocking),
      ...(obstacle === undefined ? [] : [adviceOn(root)]),
    ],
  })
}

function adviceFor({ root, waiters }: BlockingRoot): string[] {
  const isBuild = waiters.some((waiter) => 'query' in waiter && /\bindex\b.*\bconcurrently\b/is.test(waiter.query))
  return [
    ...(isSessionLock(root)
      ? [
          'Take such locks with pg_advisory_xact_lock, or lock and unlock on one connection that the pool does not hand out between.',
        ]
      : []),
    ...(isBuild
      ? ['Do not end the index build: one that is broken off leaves an invalid index, which has to be dropped.']
      : []),
  ]
}

/** A backup or a vacuum that is stopped has to begin anew; nobody is told to. */
function adviceOn(root: BlockingRoot['root']): string {
  if (root.backend_type === null) return 'Grant our login pg_monitor, so that it can see who holds the lock.'
  return whyNotEnded(root) === undefined
    ? `Decide whether ${who(root)} can be stopped; everybody behind it goes on then.`
    : `Let ${who(root)} finish, and keep statements that need a stronger lock away until then.`
}

function statementOf(blocking: BlockingRoot): string {
  const { root, waiters, longestWaitSeconds } = blocking
  const open =
    root.xact_seconds === null
      ? ''
      : `, in a transaction open for ${lasting(root.xact_seconds)} (since ${clockTime(root.xact_start ?? '')})`
  const state = root.state === 'active' ? 'is active' : `is ${root.state}`
  const isOne = root.waiters_in_all === 1
  const [first] = waiters
  const what = isOne && first && 'query' in first ? ` (${who(first)}: ${quotedQuery(first.query)})` : ''
  const held = root.holds.length === 0 ? '' : `, and holds ${heldLock(root)}`
  return `${who(root)} ${state}${open}${held}: ${plural(root.waiters_in_all, 'session waits', 'sessions wait')} for it${what}, ${isOne ? '' : 'the longest '}for ${lasting(longestWaitSeconds)}. It waits for nobody itself, so it is the root blocker.${lockRemark(blocking)}`
}

/** What it does now need not be what holds the lock. */
function unrelatedQuery({ root }: BlockingRoot): string {
  if (root.query === '') return ''
  const shown = ` Its ${root.state === 'active' ? 'statement' : 'last statement'} is ${quotedQuery(root.query)}`
  const relations = root.holds.flatMap(({ relation }) => relation?.split('.').at(-1) ?? [])
  const isRelated =
    relations.length === 0 || relations.some((one) => tablesIn(root.query).includes(one) || root.query.includes(one))
  return isRelated
    ? `${shown}.`
    : `${shown}, which does not touch that table: the lock was taken earlier in the same transaction.`
}

const PARTNERS_MAX = 2

/** Where one of several must not be ended, ending the others would free nobody. */
function whyLeftAlone({ root, partners }: BlockingRoot): string | undefined {
  if (partners.length > PARTNERS_MAX) return `${partners.length + 1} sessions hold the lock together.`
  return [root, ...partners].map(whyNotEnded).find((reason) => reason !== undefined)
}

function partnerSentence({ partners }: BlockingRoot): string {
  if (partners.length === 0) return ''
  return ` Together with it ${partners.slice(0, PARTNERS_MAX).map(who).join(' and ')} ${partners.length === 1 ? 'holds' : 'hold'} up the same sessions; all of them have to end.`
}

function whyEnd({ root, partners }: BlockingRoot): string {
  const roots = [root, ...partners].map(({ pid }) => pid).join(', ')
  return `pid ${roots} ${partners.length > 0 ? 'are the roots' : 'is the root'} of the lock waits; ending ${partners.length > 0 ? 'them' : 'it'} ${root.xact_start === null ? 'gives its lock back' : 'rolls back the open transaction'} and frees the ${plural(root.waiters_in_all, 'session')} behind.`
}

function factsOf({ waiters }: BlockingRoot, { exhibit }: Seen<LockWaits>): Finding['facts'] {
  const [longest] = [...waiters].sort((one, other) => waitSeconds(other) - waitSeconds(one))
  if (longest === undefined || !('query' in longest)) return []
  const wanted = longest.waits_for
    ? ` for ${longest.waits_for.mode} on ${longest.waits_for.relation ?? longest.waits_for.locktype}`
    : ''
  return [
    {
      text: `${who(longest)} has waited longest, ${lasting(waitSeconds(longest))}${wanted}: ${quotedQuery(longest.query)}.`,
      evidence: [
        citeField(exhibit, 'pid', longest.pid),
        cite(exhibit, `"blocked_by":${JSON.stringify(longest.blocked_by)}`),
      ],
    },
  ]
}
