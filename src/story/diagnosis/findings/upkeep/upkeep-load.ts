/** A backup, a vacuum or an index build works while everybody is slow: it is the likely load, and it is let finish. */
import { isAboutAge } from '../../database/asking/alert-topics.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { blockingRoots } from '../../database/locks/blocking-roots.ts'
import { type Operation, operationsOf, sayProgress } from '../../database/server/operations.ts'
import { clockTime, lasting, percent, plural, quotedQuery, who } from '../../database/session-words.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

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
  return first ? [findingOf(first, others, waits, scene, database)] : []
}

/** Autovacuum works on every healthy server: it is worth a word where others wait for the disk. */
function isSuspect(operation: Operation, { subject, database, now }: Scene, areWaiting: boolean): boolean {
  const began = operation.since === null ? undefined : Date.parse(operation.since)
  const alerted = subject.startedAt?.getTime() ?? now.getTime()
  if ((operation.seconds ?? 0) < LONG_SECONDS || began === undefined) return false
  if (began > alerted + CLOCKS_SECONDS * 1000 || isBlocking(operation, database)) return false
  return areWaiting || operation.backend_type !== 'autovacuum worker'
}

/** Told as the root of the waits then. */
function isBlocking({ pid }: Operation, database: DatabaseScene | undefined): boolean {
  return database?.locks !== undefined && blockingRoots(database.locks.thing).some(({ root }) => root.pid === pid)
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

function findingOf(
  operation: Operation,
  others: readonly Operation[],
  waits: Waits | undefined,
  { subject }: Scene,
  database: DatabaseScene,
): Finding {
  const { queries, locks } = database
  if (!queries) throw new Error('Operations are read with the queries.')
  const { pid, since, seconds } = operation
  const alerted = subject.startedAt ? `, before the alert of ${clockTime(subject.startedAt.toISOString())}` : ''
  const also =
    others.length === 0
      ? ''
      : ` Beside it ${others.slice(0, 2).map(nameOf).join(' and ')} ${others.length === 1 ? 'works' : 'work'}.`
  const felt = waits
    ? `${percent(waits.share)} of the sessions at work wait for the disk (${waits.name}).`
    : 'Nothing shows how much of the slowness is its doing.'
  return fault({
    kind: 'upkeep_load',
    statement: `The likely load is ${operation.what}: ${who(operation)} has been at it for ${lasting(seconds)} (since ${clockTime(since ?? '')}${alerted}): ${quotedQuery(operation.query)}.${sayProgress(operation)} ${felt}${locks ? ` ${locks.thing.waiting === 0 ? 'Nobody waits for a lock.' : `${plural(locks.thing.waiting, 'session waits', 'sessions wait')} for locks, none of them for it.`}` : ''}${also}`,
    evidence: [
      citeField(queries.exhibit, 'pid', pid),
      ...(operation.done === null ? [] : [citeField(queries.exhibit, 'done', operation.done)]),
      waits && cite(queries.exhibit, `"${waits.name}":`),
    ],
    confidence: waits ? 0.75 : 0.55,
    subject: { kind: 'Session', name: `pid ${pid}` },
    weight: weightFor(database, TOPICS),
    ...(since !== null && { since: new Date(since) }),
    noActionReason: `${operation.what.charAt(0).toUpperCase()}${operation.what.slice(1)} is not ended for being load: what is broken off has to begin anew, and leaves the work undone.`,
    suggestions: [operation.advice, 'If the service cannot wait, let its owner decide whether it may be stopped.'],
  })
}

function nameOf({ what, pid }: Operation): string {
  return `${what} (pid ${pid})`
}
