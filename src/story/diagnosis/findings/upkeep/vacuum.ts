/**
 * Dead rows: vacuum is late, and the table's own options or the server's settings tell why; it is not due; or it came
 * in vain.
 */

import type { Seen } from '../../cluster/cluster-scene.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, TableBloat } from '../../database/database-scene.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { bytes, clockTime, lasting, percent } from '../../database/session-words.ts'
import { tablesIn } from '../../database/statements/sql-words.ts'
import {
  type BloatedTable,
  bloatedTables,
  heldSince,
  isNamedTable,
  lastVacuumOf,
  oldHolders,
  vacuumStep,
  vainVacuum,
} from '../../database/storage/dead-rows.ts'
import { oldestSnapshot, speaksOfHolding } from '../../database/storage/oldest-snapshot.ts'
import { reportedRoom } from '../../database/storage/reported-room.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'
import { IN_VAIN, isDue } from './held-horizon.ts'

export const lateVacuum: Analyzer = (scene) => {
  const { database, subject } = scene
  const { bloat } = database ?? {}
  if (!database || !bloat) return []
  return bloatedTables(bloat.thing, subject)
    .filter((table) => !wasVacuumedInVain(table, scene))
    .map((table) => findingOf(table, scene, database, bloat))
}

/**
 * A vacuum that came while somebody held an older snapshot could free nothing; that one is the cause then. Of a standby and a
 * slot nobody knows since when, but a vacuum of just now that left the rows there, or says so itself, came in vain.
 */
function wasVacuumedInVain(table: BloatedTable, { database, now }: Scene): boolean {
  const last = lastVacuumOf(table)
  if (!database?.bloat || last === undefined) return false
  const isLately = now.getTime() - Date.parse(last) < LATELY
  if (vainVacuum(table, database)) return true
  return oldHolders(database.bloat.thing).some((holder) => {
    const since = heldSince(holder)
    return since === undefined ? isDue(table) || isLately : last > since
  })
}

const LATELY = 30 * 60_000

function findingOf(
  table: BloatedTable,
  scene: Scene,
  database: DatabaseScene,
  { thing, exhibit }: Seen<TableBloat>,
): Finding {
  const { now, subject } = scene
  const name = `${table.schemaname}.${table.relname}`
  const reason = whyItStaysAway(table, thing)
  const room = roomTakenBy(table, scene)
  const why = `A plain VACUUM frees the ${table.n_dead_tup} dead rows while reads and writes go on.`
  const isTheMatter = isNamedTable(table, subject) || isInSlowStatement(table, database)
  return fault({
    kind: 'late_vacuum',
    statement: `${name} carries ${table.n_dead_tup} dead rows beside ${table.n_live_tup} live ones (${percent(table.dead_ratio ?? 0)} dead${table.total_bytes ? `, ${bytes(table.total_bytes)}` : ''}), because vacuum is late: ${lastSentence(table, now)}. ${reason ?? 'Autovacuum is due and has not come yet.'} ${holderSentence(scene)}${room ? ` ${room.sentence}` : ''}`,
    evidence: [
      citeField(exhibit, 'n_dead_tup', table.n_dead_tup),
      citeField(exhibit, 'n_live_tup', table.n_live_tup),
      citeField(exhibit, 'last_autovacuum', table.last_autovacuum),
      citeField(exhibit, 'autovacuum_begins_at', table.autovacuum_begins_at),
      room?.evidence,
    ],
    confidence: reason !== undefined ? 0.9 : 0.75,
    subject: { kind: 'Table', name: table.relname },
    weight: weightFor(database, isTheMatter ? ['bloat', 'disk', 'slow', 'cpu'] : ['bloat', 'disk']),
    explains: ['missing_index', 'costly_statement', ...(room ? ['volume_filling', 'volume_full'] : [])],
    ...vacuumStep(table, database, why),
    suggestions: [
      `Give ${name} its autovacuum back: ALTER TABLE ${name} RESET (autovacuum_enabled, autovacuum_vacuum_threshold, autovacuum_vacuum_scale_factor), or lower thresholds.`,
    ],
  })
}

/** Less of a disk is not what fills it. */
const ROOM_SHARE = 0.1

/** Where dead rows take a good part of a disk that runs out of room. */
function roomTakenBy({ total_bytes, dead_ratio }: BloatedTable, scene: Scene) {
  const room = reportedRoom(scene)
  const dead = (total_bytes ?? 0) * (dead_ratio ?? 0)
  if (!room?.capacity || dead < ROOM_SHARE * room.capacity) return undefined
  const share = `about ${bytes(dead)}, ${percent(dead / room.capacity)} of the disk`
  return {
    sentence: `Dead rows take ${share}, which runs out of room: ${room.sentence} Freed rows make room for new ones; the file itself does not shrink.`,
    evidence: room.evidence,
  }
}

/** One that began after the last vacuum keeps only what has died since. */
function holderSentence(scene: Scene): string {
  const holder = oldestSnapshot(scene)?.origin
  if (holder === undefined) return 'No old snapshot stands in the way, so a plain VACUUM can free them.'
  const name = holder.pid === undefined ? `${holder.kind} ${holder.slot_name ?? holder.gid}` : `pid ${holder.pid}`
  return `A plain VACUUM frees them, except what died since ${name} took its snapshot${heldSince(holder) ? ` at ${clockTime(heldSince(holder) ?? '')}` : ''}.`
}

function lastSentence(table: BloatedTable, now: Date): string {
  const last = lastVacuumOf(table)
  if (last === undefined) return 'it was never vacuumed since statistics were reset'
  const seconds = (now.getTime() - Date.parse(last)) / 1000
  const isAutomatic = last === table.last_autovacuum
  return `the last ${isAutomatic ? 'autovacuum' : 'vacuum'} was ${lasting(seconds)} ago (${clockTime(last)})`
}

function whyItStaysAway(
  { reloptions, n_dead_tup, autovacuum_begins_at }: BloatedTable,
  { settings, vacuums_running }: TableBloat,
): string | undefined {
  const options = (reloptions ?? []).filter((option) => option.startsWith('autovacuum'))
  const own = options.length > 0 ? ` (${options.join(', ')})` : ''
  if (settings.autovacuum === 'off') return 'Autovacuum is switched off on this server (autovacuum = off).'
  if (options.some((option) => /^autovacuum_enabled=(off|false|no|0)$/i.test(option)))
    return `Autovacuum is switched off for this table${own}.`
  if (autovacuum_begins_at !== null && n_dead_tup < autovacuum_begins_at)
    return `Autovacuum begins only at ${autovacuum_begins_at} dead rows${own}, so it stays away.`
  const workers = Number(settings.autovacuum_max_workers ?? Number.NaN)
  return vacuums_running.length >= workers ? `All ${workers} autovacuum workers are busy with other tables.` : undefined
}

/** What hurts is a statement on this very table. */
function isInSlowStatement({ relname }: BloatedTable, { queries }: DatabaseScene): boolean {
  return (queries?.thing.statements?.by_total_time ?? [])
    .slice(0, 3)
    .some(({ query, mean_exec_time }) => mean_exec_time >= 50 && tablesIn(query).includes(relname))
}

// An alert about a table's vacuum, and the table has hardly any dead rows: there is nothing to free.

const FEW_SHARE = 0.1
const FEW_ROWS = 1_000

export const vacuumNotDue: Analyzer = ({ database, subject }) => {
  const { bloat } = database ?? {}
  const table = bloat?.thing.tables.find((one) => isNamedTable(one, subject))
  if (!database?.topics.has('bloat') || !bloat || !table) return []
  // Few dead rows are no answer to whoever sees that they stay.
  if (speaksOfHolding(subject) || linesMatching(database.lines, IN_VAIN).length > 0) return []
  if ((table.dead_ratio ?? 0) >= FEW_SHARE && table.n_dead_tup >= FEW_ROWS) return []
  const name = `${table.schemaname}.${table.relname}`
  const due =
    table.autovacuum_begins_at === null
      ? ''
      : ` Autovacuum begins at ${table.autovacuum_begins_at} dead rows, which is not reached.`
  return [
    fault({
      kind: 'vacuum_not_due',
      statement: `${name} is healthy: ${table.n_dead_tup} dead rows beside ${table.n_live_tup} live ones (${percent(table.dead_ratio ?? 0)}).${due} There is nothing a vacuum would free, so nothing is wrong and no action is needed.`,
      evidence: [
        citeField(bloat.exhibit, 'n_dead_tup', table.n_dead_tup),
        citeField(bloat.exhibit, 'n_live_tup', table.n_live_tup),
      ],
      confidence: 0.85,
      situation: 'works_as_designed',
      subject: { kind: 'Table', name: table.relname },
      noActionReason: 'The table has hardly any dead rows.',
      suggestions: ['Alert on the share of dead rows rather than on the time since the last vacuum.'],
    }),
  ]
}

// Vacuum came and says that the dead rows had to stay, and nobody who holds them was seen among those who were
// looked at.

export const vacuumInVain: Analyzer = (scene) => {
  const { database, subject } = scene
  const { bloat } = database ?? {}
  // Whoever is seen to hold them is told with his name.
  if (!database || !bloat || oldestSnapshot(scene)) return []
  return bloatedTables(bloat.thing, subject)
    .slice(0, 1)
    .flatMap((table) => {
      const line = vainVacuum(table, database)
      if (!line) return []
      return [
        fault({
          kind: 'vacuum_in_vain',
          statement: `Vacuum frees nothing of ${table.schemaname}.${table.relname} (${table.n_dead_tup} dead rows): it came, and said at ${clockTime(line.thing.at)} that they are not removable yet: “${line.thing.line.slice(0, 200)}”. Somebody still holds an old snapshot; no session, slot or prepared transaction that was seen does.`,
          evidence: [cite(line.exhibit, line.thing.line), citeField(bloat.exhibit, 'n_dead_tup', table.n_dead_tup)],
          confidence: 0.7,
          subject: { kind: 'Table', name: table.relname },
          weight: weightFor(database, ['bloat', 'disk', 'slow']),
          noActionReason: 'Another vacuum frees nothing before whoever holds the old snapshot has let go.',
          suggestions: [
            'Look for the holder: backend_xmin in pg_stat_replication (a standby with hot_standby_feedback, whose query ends there), xmin in pg_replication_slots, pg_prepared_xacts, and transactions of other databases of the server.',
          ],
        }),
      ]
    })
}
