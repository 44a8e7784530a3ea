/** What the answers so far make worth one more question: a standby, the tables of a costly statement, the reader of a slot, the keeper of a lock. */
import type { PluginCall } from '../../../../plugins/plugin.ts'
import type { Exhibit } from '../../evidence.ts'
import type { Observation } from '../../observation.ts'
import { type DatabaseScene, type ReplicationLag, seen, type TableBloat } from '../database-scene.ts'
import { isServerBusy } from '../server/busy-server.ts'
import { leadingStatement } from '../statements/leading-statement.ts'
import { tablesIn } from '../statements/sql-words.ts'
import type { Named } from './database-questions.ts'
import { findLockHolder } from './find-lock-holder.ts'
import { findSlotReader } from './find-slot-reader.ts'

type Deeper = Pick<DatabaseScene, 'statistics'> &
  Partial<Pick<DatabaseScene, 'replication' | 'slotReader' | 'lockHolder'>>

export async function askDeeper(observation: Observation, database: DatabaseScene, named: Named): Promise<Deeper> {
  if (!database.connections) return { statistics: [] }
  const calls = [...standbyCalls(observation, database, named), ...tableCalls(database, named)]
  const asked = await observation.evidence.askAll(calls)
  const replication = database.replication ?? answersOf<ReplicationLag>(asked, 'replication_lag')[0]
  const lockHolder = await findLockHolder(observation, database)
  const slotReader = await findSlotReader(observation, replication ? { replication } : {})
  return {
    statistics: answersOf<TableBloat>(asked, 'table_bloat'),
    ...(replication && { replication }),
    ...(slotReader && { slotReader }),
    ...(lockHolder && { lockHolder }),
  }
}

function answersOf<Data>(asked: readonly (Exhibit | undefined)[], plugin: string) {
  return asked.flatMap((exhibit) => (exhibit?.plugin === plugin ? (seen<Data>(exhibit) ?? []) : []))
}

const OF_STANDBY =
  /conflict with recovery|read-only transaction|accept read-only connections|hot standby|walreceiver|started streaming WAL/i

/** Who speaks of recovery is a standby, or talks to one. */
function standbyCalls({ scene }: Observation, { replication, lines }: DatabaseScene, named: Named): PluginCall[] {
  const said = [
    ...lines.map(({ thing }) => thing.line),
    ...(scene.cluster?.logs ?? []).flatMap((log) => log.lines.map(({ text }) => text)),
  ]
  const isSpokenOf = said.some((line) => OF_STANDBY.test(line))
  return replication || !isSpokenOf ? [] : [{ plugin: 'replication_lag', parameters: { ...named } }]
}

const TABLES_MAX = 2

/** A statement is costly for what its tables are like; those already shown need no second look. */
function tableCalls(database: DatabaseScene, named: Named): PluginCall[] {
  const { queries, bloat, topics } = database
  if (!queries || !(topics.has('slow') || topics.has('cpu') || topics.has('connections'))) return []
  const leader = leadingStatement(queries.thing, isServerBusy(database))
  const shown = (bloat?.thing.tables ?? []).map(({ relname }) => relname)
  return tablesIn(leader?.query ?? '')
    .filter((table) => !shown.includes(table))
    .slice(0, TABLES_MAX)
    .map((table) => ({ plugin: 'table_bloat', parameters: { ...named, table } }))
}
