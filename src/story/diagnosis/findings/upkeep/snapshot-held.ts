/** Vacuum comes and frees nothing, because somebody may still look at the old rows: that one has to let go first. */

import { actionOn, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { clockTime, percent } from '../../database/session-words.ts'
import { tablesIn } from '../../database/statements/sql-words.ts'
import {
  type BloatedTable,
  bloatedTables,
  heldSince,
  lastVacuumOf,
  type SnapshotHolder,
} from '../../database/storage/dead-rows.ts'
import {
  adviceFor,
  comparedHolders,
  heirSentence,
  holderSentence,
  reachSentence,
  whyNotFreed,
} from '../../database/storage/holder-words.ts'
import { type OldestSnapshot, oldestSnapshot } from '../../database/storage/oldest-snapshot.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

export const snapshotHeld: Analyzer = (scene) => {
  const { database, subject } = scene
  const { bloat } = database ?? {}
  if (!database || !bloat) return []
  const oldest = oldestSnapshot(scene)
  const [table] = bloatedTables(bloat.thing, subject)
  if (!oldest || !table) return []
  // A vacuum that has not come since cannot have been in vain.
  if (!wasTried(table, oldest.origin) && linesMatching(database.lines, IN_VAIN).length === 0) return []
  return [findingOf(oldest, table, database)]
}

/** What a vacuum says that could not remove what is dead. Every report has these words; only a number above zero says something. */
export const IN_VAIN = /\b[1-9]\d* (?:\w+ ){0,4}(?:not yet removable|cannot be removed yet)/i

function wasTried(table: BloatedTable, holder: SnapshotHolder | undefined): boolean {
  const last = lastVacuumOf(table)
  const since = holder && heldSince(holder)
  if (last === undefined) return false
  return since === undefined
    ? table.autovacuum_begins_at !== null && table.n_dead_tup >= table.autovacuum_begins_at
    : last > since
}

function findingOf(oldest: OldestSnapshot, table: BloatedTable, database: DatabaseScene): Finding {
  const exhibit = database.bloat?.exhibit
  if (exhibit === undefined) throw new Error('A held snapshot is read from the tables.')
  const { origin } = oldest
  const obstacle = whyNotFreed(oldest) ?? whyBeside(table, database)
  return fault({
    kind: 'snapshot_held',
    statement: statementOf(oldest, table),
    facts: [...factsOf(database), ...comparedHolders(database)],
    evidence: evidenceOf(oldest, table, exhibit),
    confidence: confidenceOf(oldest, database),
    subject: { kind: 'Table', name: table.relname },
    weight: weightFor(database, ['bloat', 'idle', 'disk', 'slow', 'wraparound']),
    explains: ['late_vacuum', 'idle_in_transaction', 'missing_index', 'wraparound', 'runaway_query'],
    ...(origin && heldSince(origin) ? { since: new Date(heldSince(origin) ?? '') } : {}),
    ...(obstacle === undefined && origin?.pid !== undefined
      ? { actions: stepsFor(origin.pid, table, database) }
      : {
          noActionReason: `${obstacle ?? 'Nobody who could be ended holds the snapshot.'} Vacuum frees nothing before.`,
        }),
    suggestions: adviceFor(origin),
  })
}

/** Where the alert only says slow, dead rows explain it to those who read that table. */
function whyBeside({ relname }: BloatedTable, { topics, queries }: DatabaseScene): string | undefined {
  const isOfRows = (['bloat', 'idle', 'wraparound', 'disk'] as const).some((topic) => topics.has(topic))
  if (isOfRows || !topics.has('slow') || !queries) return undefined
  const { running, statements } = queries.thing
  const isRead = [...running, ...(statements?.by_total_time ?? [])].some(({ query }) =>
    tablesIn(query).includes(relname),
  )
  return isRead ? undefined : `Nobody is seen to read ${relname}, so nothing shows that its dead rows make others slow.`
}

function statementOf(oldest: OldestSnapshot, table: BloatedTable): string {
  const last = lastVacuumOf(table)
  const [heir] = oldest.heirs
  const unseen = oldest.behind
    ? `${reachSentence(oldest.behind)}, ${heir?.xmin_age} transactions, and so keeps`
    : `Somebody who could not be seen holds a snapshot ${heir?.xmin_age} transactions back and so keeps`
  const who = oldest.origin ? `${holderSentence(oldest.origin)} and so keeps` : unseen
  return `${who} vacuum from removing dead rows: ${table.schemaname}.${table.relname} has ${table.n_dead_tup} dead rows (${percent(table.dead_ratio ?? 0)} of all) although it was vacuumed${last ? ` at ${clockTime(last)}` : ''}. Vacuum alone frees nothing while that snapshot is held.${heirSentence(oldest)}`
}

function stepsFor(pid: number, { schemaname, relname }: BloatedTable, database: DatabaseScene): Finding['actions'] {
  const table = `${schemaname}.${relname}`
  return [
    actionOn(
      database,
      'terminate_query',
      { pid },
      `pid ${pid} holds the oldest snapshot; without it vacuum can free the rows.`,
    ),
    actionOn(database, 'vacuum_table', { table }, 'Frees the dead rows once nobody needs them any more.'),
  ]
}

function factsOf({ lines }: DatabaseScene): Finding['facts'] {
  const logged = linesMatching(lines, IN_VAIN).at(-1)
  if (!logged) return []
  const { line } = logged.thing
  return [{ text: `The log says: ${line.slice(0, 400)}`, evidence: [cite(logged.exhibit, line)] }]
}

function evidenceOf({ origin, heirs }: OldestSnapshot, table: BloatedTable, exhibit: Exhibit): Finding['evidence'] {
  const holder = origin ?? heirs[0]
  return [
    ...(holder ? [citeField(exhibit, 'xmin_age', holder.xmin_age)] : []),
    citeField(exhibit, 'n_dead_tup', table.n_dead_tup),
    citeField(exhibit, 'last_autovacuum', table.last_autovacuum),
    ...(holder?.pid === undefined ? [] : [citeField(exhibit, 'pid', holder.pid)]),
    ...(holder?.gid === undefined ? [] : [citeField(exhibit, 'gid', holder.gid)]),
  ]
}

function confidenceOf({ origin, isOwner }: OldestSnapshot, { lines }: DatabaseScene): number {
  if (origin === undefined) return 0.5
  const isLogged = linesMatching(lines, IN_VAIN).length > 0
  return isLogged || isOwner || origin.kind === 'session' ? 0.9 : 0.8
}
