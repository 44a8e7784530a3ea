/** An alert about a table's vacuum, and the table has hardly any dead rows: there is nothing to free. */

import { weightFor } from '../../database/database-finding.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { clockTime, percent } from '../../database/session-words.ts'
import { bloatedTables, isNamedTable, vainVacuum } from '../../database/storage/dead-rows.ts'
import { oldestSnapshot, speaksOfHolding } from '../../database/storage/oldest-snapshot.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, fault } from '../../finding.ts'
import { IN_VAIN } from './snapshot-held.ts'

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
