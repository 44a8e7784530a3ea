/** The oldest transaction is a backup or upkeep that harms nobody: it is to be let finish. */
import { isAboutAge } from '../../database/asking/alert-topics.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { ActiveConnections, DatabaseScene } from '../../database/database-scene.ts'
import { blockingRoots } from '../../database/locks/blocking-roots.ts'
import { isUpkeep, workersOf } from '../../database/locks/lock-holders.ts'
import { clockTime, lasting, plural, quotedQuery, who } from '../../database/session-words.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { upkeepLoad } from './upkeep-load.ts'

const LONG_SECONDS = 300
/** Beyond this a backup is more likely to hang than to work. */
const ENDLESS_SECONDS = 12 * 3600
type LongTransaction = ActiveConnections['longest_transactions'][number]

export const upkeepUnderWay: Analyzer = (scene) => {
  const { database } = scene
  const { connections } = database ?? {}
  if (!database || !connections) return []
  const { longest_transactions, idle_in_transaction } = connections.thing
  const upkeep = oldestOf([...longest_transactions, ...idle_in_transaction.filter((one) => leads(one, database))])
  if (!upkeep || blocksAnybody(upkeep, database) || isReportedAsLoad(upkeep, scene)) return []
  return [findingOf(upkeep, database, scene)]
}

function isReportedAsLoad({ pid }: LongTransaction, scene: Scene): boolean {
  return upkeepLoad(scene).some(({ subject }) => subject.name === `pid ${pid}`)
}

/** One that idles while its workers work is part of it; one that idles alone may have been forgotten. */
function leads(session: LongTransaction, { connections }: DatabaseScene): boolean {
  return connections !== undefined && workersOf(session, connections.thing).some(isUpkeep)
}

function oldestOf(sessions: readonly LongTransaction[]): LongTransaction | undefined {
  const long = sessions.filter((session) => (session.xact_seconds ?? 0) >= LONG_SECONDS)
  const led = long.filter(({ state, ...session }) => isUpkeep(session) || state?.startsWith('idle in transaction'))
  return led.sort((one, other) => (other.xact_seconds ?? 0) - (one.xact_seconds ?? 0))[0]
}

function blocksAnybody({ pid }: LongTransaction, { locks }: DatabaseScene): boolean {
  return locks !== undefined && blockingRoots(locks.thing).some(({ root }) => root.pid === pid)
}

function findingOf(upkeep: LongTransaction, database: DatabaseScene, scene: Scene): Finding {
  const { connections, locks } = database
  if (!connections) throw new Error('Upkeep is read from the connections.')
  const kind = /dump|backup|backrest|barman|wal-/i.test(`${upkeep.application_name} ${upkeep.usename}`)
    ? 'a backup'
    : 'upkeep of the server'
  const workers = workersOf(upkeep, connections.thing)
  const older = olderThan(upkeep, workers, connections.thing)
  const isMeant = isAboutAge(scene.subject) && older === undefined
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
