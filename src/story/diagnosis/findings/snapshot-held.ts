/** Vacuum comes and frees nothing, because somebody may still look at the old rows: that one has to let go first. */

import { actionOn, told, weightFor } from '../database/database-finding.ts'
import type { DatabaseScene } from '../database/database-scene.ts'
import {
  type BloatedTable,
  bloatedTables,
  heldSince,
  lastVacuumOf,
  oldHolders,
  type SnapshotHolder,
} from '../database/dead-rows.ts'
import { whyNotEnded } from '../database/endable.ts'
import { linesMatching } from '../database/log-lines.ts'
import { statementKind } from '../database/sql-words.ts'
import { clockTime, lasting, percent, quotedQuery, who } from '../database/told-session.ts'
import { cite, citeField } from '../evidence.ts'
import type { Analyzer, Finding } from '../finding.ts'

export const snapshotHeld: Analyzer = (scene) => {
  const { database, subject } = scene
  const { bloat } = database ?? {}
  if (!database || !bloat) return []
  const [holder] = oldHolders(bloat.thing)
  const [table] = bloatedTables(bloat.thing, subject)
  if (!holder || !table) return []
  const isTried = wasTried(table, holder)
  // A vacuum that has not come since cannot have been in vain.
  if (!isTried && linesMatching(database.lines, /not yet removable/).length === 0) return []
  return [findingOf(holder, table, database)]
}

function wasTried(table: BloatedTable, holder: SnapshotHolder): boolean {
  const last = lastVacuumOf(table)
  const since = heldSince(holder)
  if (last === undefined) return false
  return since === undefined
    ? table.autovacuum_begins_at !== null && table.n_dead_tup >= table.autovacuum_begins_at
    : last > since
}

function findingOf(holder: SnapshotHolder, table: BloatedTable, database: DatabaseScene): Finding {
  const exhibit = database.bloat?.exhibit
  if (exhibit === undefined) throw new Error('A held snapshot is read from the tables.')
  const name = `${table.schemaname}.${table.relname}`
  const logged = linesMatching(database.lines, /not yet removable/).at(-1)
  const obstacle = whyNotFreed(holder)
  const last = lastVacuumOf(table)
  return told({
    kind: 'snapshot_held',
    statement: `${holderSentence(holder)} and so keeps vacuum from removing dead rows: ${name} has ${table.n_dead_tup} dead rows (${percent(table.dead_ratio ?? 0)} of all) although it was vacuumed${last ? ` at ${clockTime(last)}` : ''}. Vacuum alone frees nothing while that snapshot is held.`,
    facts: logged
      ? [
          {
            text: `The log says: ${logged.thing.line.slice(0, 200)}`,
            evidence: [cite(logged.exhibit, logged.thing.line)],
          },
        ]
      : [],
    evidence: [
      citeField(exhibit, 'xmin_age', holder.xmin_age),
      citeField(exhibit, 'n_dead_tup', table.n_dead_tup),
      citeField(exhibit, 'last_autovacuum', table.last_autovacuum),
      ...(holder.pid === undefined ? [] : [citeField(exhibit, 'pid', holder.pid)]),
    ],
    confidence: logged || holder.kind === 'session' ? 0.9 : 0.8,
    subject: { kind: 'Table', name: table.relname },
    weight: weightFor(database, ['bloat', 'idle', 'disk', 'slow', 'wraparound']),
    explains: ['late_vacuum', 'idle_in_transaction', 'missing_index', 'wraparound'],
    ...(holder.xact_start ? { since: new Date(holder.xact_start) } : {}),
    ...(obstacle === undefined && holder.pid !== undefined
      ? {
          actions: [
            actionOn(
              database,
              'terminate_query',
              { pid: holder.pid },
              `pid ${holder.pid} holds the oldest snapshot; without it vacuum can free the rows.`,
            ),
            actionOn(database, 'vacuum_table', { table: name }, 'Frees the dead rows once nobody needs them any more.'),
          ],
        }
      : { noActionReason: obstacle ?? 'Nobody who could be ended holds the snapshot.' }),
    suggestions: [
      'Set idle_in_transaction_session_timeout, keep long reports on a replica, and watch max(age(backend_xmin)).',
      ...adviceFor(holder),
    ],
  })
}

function holderSentence(holder: SnapshotHolder): string {
  const back = `${holder.xmin_age} transactions back`
  if (holder.kind === 'replication slot')
    return `Replication slot ${holder.slot_name} (${holder.active ? 'active' : 'inactive'}) holds a snapshot ${back}`
  if (holder.kind === 'prepared transaction')
    return `Prepared transaction “${holder.gid}” of ${holder.owner}, prepared ${clockTime(holder.prepared ?? '')}, holds a snapshot ${back}`
  const session = {
    pid: holder.pid ?? 0,
    usename: holder.usename ?? null,
    application_name: holder.application_name ?? null,
    client_addr: holder.client_addr ?? null,
  }
  const query = holder.query ? `: ${quotedQuery(holder.query)}` : ''
  return `${who(session)}, ${holder.state} in a transaction open for ${lasting(holder.xact_seconds)} (since ${clockTime(holder.xact_start ?? '')})${query}, holds a snapshot ${back}`
}

function whyNotFreed(holder: SnapshotHolder): string | undefined {
  if (holder.kind === 'replication slot')
    return 'A replication slot is dropped only by a person who knows that its reader will not come back.'
  if (holder.kind === 'prepared transaction')
    return 'Only its transaction manager knows whether a prepared transaction is to be committed.'
  if (statementKind(holder.query ?? '') === 'upkeep')
    return `pid ${holder.pid} runs upkeep or a backup, which should finish.`
  return whyNotEnded({ pid: 0, leader_pid: null, backend_type: null, application_name: null, usename: null, ...holder })
}

function adviceFor(holder: SnapshotHolder): string[] {
  if (holder.kind === 'replication slot')
    return [
      `If nobody reads slot ${holder.slot_name} any more, drop it: SELECT pg_drop_replication_slot('${holder.slot_name}').`,
    ]
  return holder.kind === 'prepared transaction'
    ? [`ROLLBACK PREPARED or COMMIT PREPARED '${holder.gid}', after asking its owner.`]
    : []
}
