/** A backup, a vacuum or an index build at work, as the likely load or as the oldest transaction: it is let finish. */

import type { Seen } from '../../cluster/cluster-scene.ts'
import { isAboutAge } from '../../database/asking/alert-topics.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { ActiveConnections, DatabaseScene } from '../../database/database-scene.ts'
import { isUpkeep, workersOf } from '../../database/locks/lock-holders.ts'
import { type Operation, operationsOf, sayProgress } from '../../database/server/operations.ts'
import { clockTime, lasting, percent, plural, quotedQuery, who } from '../../database/session-words.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { isRoot } from '../database-fault.ts'

const LONG_SECONDS = 60
/** An alert fires some minutes after what it tells of; what began later cannot be why. */
const CLOCKS_SECONDS = 60
const WAITING_SHARE = 0.4
const OF_DISK = /^(IO|LWLock:(WAL|Buffer)|IPC:Checkpoint)/i
const TOPICS = ['slow', 'cpu', 'writing'] as const

export const upkeepLoad: Analyzer = (scene) => {
  const { database, subject } = scene
  if (!database?.queries || !TOPICS.some((topic) => database.topics.has(topic)) || isAboutAge(subject)) return []
  const waits = waitingOthers(database)
  const [first, ...others] = operationsOf(database).filter((one) => isSuspect(one, scene, waits !== undefined))
  return first ? [likelyLoad(first, others, waits, scene, database, database.queries.exhibit)] : []
}

/** Autovacuum works on every healthy server: it is worth a word where others wait for the disk. */
function isSuspect(operation: Operation, { subject, database, now }: Scene, areWaiting: boolean): boolean {
  const began = operation.since === null ? undefined : Date.parse(operation.since)
  const alerted = subject.startedAt?.getTime() ?? now.getTime()
  if ((operation.seconds ?? 0) < LONG_SECONDS || began === undefined) return false
  if (began > alerted + CLOCKS_SECONDS * 1000 || isRoot(operation.pid, database)) return false
  return areWaiting || operation.backend_type !== 'autovacuum worker'
}

type Waits = { share: number; name: string; count: number }

function waitingOthers({ queries }: DatabaseScene): Waits | undefined {
  const all = Object.entries(queries?.thing.waits ?? {})
  const held = all.filter(([name]) => OF_DISK.test(name)).sort(([, one], [, other]) => other - one)
  const count = held.reduce((sum, [, one]) => sum + one, 0)
  const total = all.reduce((sum, [, one]) => sum + one, 0)
  const [top] = held
  // The operation itself is one of them.
  return top && count >= 2 && count >= WAITING_SHARE * total ? { share: count / total, name: top[0], count } : undefined
}

function likelyLoad(
  operation: Operation,
  others: readonly Operation[],
  waits: Waits | undefined,
  { subject }: Scene,
  { locks, ...database }: DatabaseScene,
  exhibit: Exhibit,
): Finding {
  const { pid, since, seconds } = operation
  const alerted = subject.startedAt ? `, before the alert of ${clockTime(subject.startedAt.toISOString())}` : ''
  const also =
    others.length === 0
      ? ''
      : ` Beside it ${others
          .slice(0, 2)
          .map(({ what, pid: other }) => `${what} (pid ${other})`)
          .join(' and ')} ${others.length === 1 ? 'works' : 'work'}.`
  const felt = waits
    ? `${percent(waits.share)} of the sessions at work wait for the disk (${waits.name}).`
    : 'Nothing shows how much of the slowness is its doing.'
  return fault({
    kind: 'upkeep_load',
    statement: `The likely load is ${operation.what}: ${who(operation)} has been at it for ${lasting(seconds)} (since ${clockTime(since ?? '')}${alerted}): ${quotedQuery(operation.query)}.${sayProgress(operation)} ${felt}${locks ? ` ${locks.thing.waiting === 0 ? 'Nobody waits for a lock.' : `${plural(locks.thing.waiting, 'session waits', 'sessions wait')} for locks, none of them for it.`}` : ''}${also}`,
    evidence: [
      citeField(exhibit, 'pid', pid),
      operation.done !== null && citeField(exhibit, 'done', operation.done),
      waits && cite(exhibit, `"${waits.name}":`),
    ],
    confidence: waits ? 0.75 : 0.55,
    subject: { kind: 'Session', name: `pid ${pid}` },
    weight: weightFor(database, TOPICS),
    ...(since !== null && { since: new Date(since) }),
    noActionReason: `${operation.what.charAt(0).toUpperCase()}${operation.what.slice(1)} is not ended for being load: what is broken off has to begin anew, and leaves the work undone.`,
    suggestions: [operation.advice, 'If the service cannot wait, let its owner decide whether it may be stopped.'],
  })
}

// The oldest transaction is a backup or upkeep that harms nobody: it is to be let finish.

const OLD_SECONDS = 300
/** Beyond this a backup is more likely to hang than to work. */
const ENDLESS_SECONDS = 12 * 3600
type LongTransaction = ActiveConnections['longest_transactions'][number]

export const upkeepUnderWay: Analyzer = (scene) => {
  const { database } = scene
  const { connections } = database ?? {}
  if (!database || !connections) return []
  const { longest_transactions, idle_in_transaction } = connections.thing
  const upkeep = oldestOf([...longest_transactions, ...idle_in_transaction.filter((one) => leads(one, database))])
  if (
    !upkeep ||
    isRoot(upkeep.pid, database) ||
    upkeepLoad(scene).some(({ subject }) => subject.name === `pid ${upkeep.pid}`)
  )
    return []
  return [underWay(upkeep, database, scene, connections)]
}

/** One that idles while its workers work is part of it; one that idles alone may have been forgotten. */
function leads(session: LongTransaction, { connections }: DatabaseScene): boolean {
  return connections !== undefined && workersOf(session, connections.thing).some(isUpkeep)
}

function oldestOf(sessions: readonly LongTransaction[]): LongTransaction | undefined {
  const long = sessions.filter((session) => (session.xact_seconds ?? 0) >= OLD_SECONDS)
  const led = long.filter(({ state, ...session }) => isUpkeep(session) || state?.startsWith('idle in transaction'))
  return led.sort((one, other) => (other.xact_seconds ?? 0) - (one.xact_seconds ?? 0))[0]
}

function underWay(
  upkeep: LongTransaction,
  database: DatabaseScene,
  { subject }: Scene,
  connections: Seen<ActiveConnections>,
): Finding {
  const { locks } = database
  const kind = /dump|backup|backrest|barman|wal-/i.test(`${upkeep.application_name} ${upkeep.usename}`)
    ? 'a backup'
    : 'upkeep of the server'
  const workers = workersOf(upkeep, connections.thing)
  const older = olderThan(upkeep, workers, connections.thing)
  const isMeant = isAboutAge(subject) && older === undefined
  const doubt = older ?? doubtAbout(upkeep, workers)
  return fault({
    kind: 'upkeep_under_way',
    statement: `The long transaction is ${kind}: ${who(upkeep)} has been at it for ${lasting(upkeep.xact_seconds)} (since ${clockTime(upkeep.xact_start ?? '')}): ${quotedQuery(upkeep.query)}. ${workerSentence(upkeep, workers)}${locks ? 'It blocks nobody. ' : ''}${doubt ?? (isMeant ? 'It works as intended and should be let finish; no action is needed.' : 'It should be let finish.')}`,
    evidence: [
      citeField(connections.exhibit, 'pid', upkeep.pid),
      citeField(connections.exhibit, 'application_name', upkeep.application_name),
      workers.slice(0, 1).map(({ pid }) => citeField(connections.exhibit, 'pid', pid)),
      locks && citeField(locks.exhibit, 'waiting', locks.thing.waiting),
    ],
    confidence: !isMeant ? 0.6 : locks && doubt === undefined ? 0.85 : 0.7,
    // Of an alert about anything else it explains nothing.
    situation: isMeant ? 'works_as_designed' : 'unclear',
    subject: { kind: 'Session', name: `pid ${upkeep.pid}` },
    weight: isMeant ? 'cause' : older ? 'context' : weightFor(database, ['idle', 'locks']),
    noActionReason: 'Ending it would throw away the work it has done, and nobody waits for it.',
    suggestions: [
      `Exempt role ${upkeep.usename ?? 'of the backup'} from this alert, or run it on a replica. A timeout for idle transactions or statements would end every such run.`,
    ],
  })
}

/** The alert means the oldest transaction, and this may not be it. */
function olderThan(
  upkeep: LongTransaction,
  workers: readonly LongTransaction[],
  { longest_transactions, idle_in_transaction }: ActiveConnections,
): string | undefined {
  const age = upkeep.xact_seconds ?? 0
  const others = [...longest_transactions, ...idle_in_transaction].filter((one) => !workers.includes(one))
  const older = others.find(({ pid, xact_seconds }) => pid !== upkeep.pid && (xact_seconds ?? 0) > age)
  return older && `It is not the oldest: ${who(older)} has a transaction open for ${lasting(older.xact_seconds)}.`
}

/** Why a person should look at it before the alert is put aside. */
function doubtAbout(upkeep: LongTransaction, workers: readonly LongTransaction[]): string | undefined {
  if ((upkeep.xact_seconds ?? 0) >= ENDLESS_SECONDS)
    return 'That is so long that it may hang; somebody should see whether it still goes on.'
  const busy = upkeep.state === 'active' ? [upkeep] : workers
  const isStuck = busy.length > 0 && busy.every(({ wait_event }) => wait_event === 'ClientWrite')
  return isStuck
    ? 'It waits for its client to take what it sends; somebody should see whether that still goes on.'
    : undefined
}

/** Why one of them does nothing although it is at work. */
function workerSentence({ state }: LongTransaction, workers: readonly LongTransaction[]): string {
  const [first] = workers
  if (!first) return ''
  const idles = state?.startsWith('idle in transaction')
    ? 'It is idle in transaction because it leads: it keeps the snapshot by which'
    : 'By the same snapshot'
  return `${idles} ${plural(workers.length, 'other session')} of the same client ${workers.length === 1 ? 'works' : 'work'} (pid ${workers.map(({ pid }) => pid).join(', ')}), such as ${quotedQuery(first.query)}. `
}
