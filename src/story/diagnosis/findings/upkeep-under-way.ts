/** The oldest transaction is a backup or upkeep that harms nobody: it is to be let finish. */
import { blockingRoots } from '../database/blocking-roots.ts'
import { told, weightFor } from '../database/database-finding.ts'
import type { ActiveConnections, DatabaseScene } from '../database/database-scene.ts'
import { isCaretaker } from '../database/endable.ts'
import { statementKind } from '../database/sql-words.ts'
import { clockTime, lasting, quotedQuery, who } from '../database/told-session.ts'
import { citeField } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'

const LONG_SECONDS = 300

type LongTransaction = ActiveConnections['longest_transactions'][number]

export const upkeepUnderWay: Analyzer = ({ database }) => {
  const { connections } = database ?? {}
  if (!database || !connections) return []
  const upkeep = connections.thing.longest_transactions.find(isLongUpkeep)
  return upkeep && !blocksAnybody(upkeep, database) ? [findingOf(upkeep, database)] : []
}

function isLongUpkeep(session: LongTransaction): boolean {
  return (
    (session.xact_seconds ?? 0) >= LONG_SECONDS && (isCaretaker(session) || statementKind(session.query) === 'upkeep')
  )
}

function blocksAnybody({ pid }: LongTransaction, { locks }: DatabaseScene): boolean {
  return locks !== undefined && blockingRoots(locks.thing).some(({ root }) => root.pid === pid)
}

function findingOf(upkeep: LongTransaction, database: DatabaseScene): Finding {
  const { connections, locks } = database
  if (!connections) throw new Error('Upkeep is read from the connections.')
  const kind = /dump|backup|backrest|barman|wal-/i.test(upkeep.application_name ?? '')
    ? 'a backup'
    : 'upkeep of the server'
  return told({
    kind: 'upkeep_under_way',
    statement: `The long transaction is ${kind}: ${who(upkeep)} has been at it for ${lasting(upkeep.xact_seconds)} (since ${clockTime(upkeep.xact_start ?? '')}): ${quotedQuery(upkeep.query)}. ${locks ? 'It blocks nobody. ' : ''}It works as intended and should be let finish; no action is needed.`,
    evidence: [
      citeField(connections.exhibit, 'pid', upkeep.pid),
      citeField(connections.exhibit, 'application_name', upkeep.application_name),
      ...(locks ? [citeField(locks.exhibit, 'waiting', locks.thing.waiting)] : []),
    ],
    confidence: locks ? 0.85 : 0.7,
    situation: 'works_as_designed',
    subject: { kind: 'Session', name: `pid ${upkeep.pid}` },
    weight: weightFor(database, ['slow', 'idle', 'locks']),
    noActionReason: 'Ending it would throw away the work it has done, and nobody waits for it.',
    suggestions: ['Exempt backups from this alert, or run them on a replica.'],
  })
}
