/** The oldest transaction is a backup or upkeep that harms nobody: it is to be let finish. */
import { blockingRoots } from '../database/blocking-roots.ts'
import { told, weightFor } from '../database/database-finding.ts'
import type { ActiveConnections, DatabaseScene } from '../database/database-scene.ts'
import { isUpkeep, workersOf } from '../database/joint-operation.ts'
import { clockTime, lasting, plural, quotedQuery, who } from '../database/told-session.ts'
import { citeField } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'

const LONG_SECONDS = 300

type LongTransaction = ActiveConnections['longest_transactions'][number]

export const upkeepUnderWay: Analyzer = ({ database }) => {
  const { connections } = database ?? {}
  if (!database || !connections) return []
  const { longest_transactions, idle_in_transaction } = connections.thing
  const upkeep = oldestOf([...longest_transactions, ...idle_in_transaction.filter((one) => leads(one, database))])
  return upkeep && !blocksAnybody(upkeep, database) ? [findingOf(upkeep, database)] : []
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

function findingOf(upkeep: LongTransaction, database: DatabaseScene): Finding {
  const { connections, locks } = database
  if (!connections) throw new Error('Upkeep is read from the connections.')
  const kind = /dump|backup|backrest|barman|wal-/i.test(`${upkeep.application_name} ${upkeep.usename}`)
    ? 'a backup'
    : 'upkeep of the server'
  const workers = workersOf(upkeep, connections.thing)
  return told({
    kind: 'upkeep_under_way',
    statement: `The long transaction is ${kind}: ${who(upkeep)} has been at it for ${lasting(upkeep.xact_seconds)} (since ${clockTime(upkeep.xact_start ?? '')}): ${quotedQuery(upkeep.query)}. ${workerSentence(upkeep, workers)}${locks ? 'It blocks nobody. ' : ''}It works as intended and should be let finish; no action is needed.`,
    evidence: [
      citeField(connections.exhibit, 'pid', upkeep.pid),
      citeField(connections.exhibit, 'application_name', upkeep.application_name),
      ...workers.slice(0, 1).map(({ pid }) => citeField(connections.exhibit, 'pid', pid)),
      ...(locks ? [citeField(locks.exhibit, 'waiting', locks.thing.waiting)] : []),
    ],
    confidence: locks ? 0.85 : 0.7,
    situation: 'works_as_designed',
    subject: { kind: 'Session', name: `pid ${upkeep.pid}` },
    weight: weightFor(database, ['slow', 'idle', 'locks']),
    noActionReason: 'Ending it would throw away the work it has done, and nobody waits for it.',
    suggestions: [
      `Exempt role ${upkeep.usename ?? 'of the backup'} from this alert, or run it on a replica. A timeout for idle transactions or statements would end every such run.`,
    ],
  })
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
