/** Vacuum came and says that the dead rows had to stay, and nobody who holds them was seen among those who were looked at. */
import { makeFinding, weightFor } from '../../database/database-finding.ts'
import { clockTime } from '../../database/session-words.ts'
import { bloatedTables, vainVacuum } from '../../database/storage/dead-rows.ts'
import { oldestSnapshot } from '../../database/storage/oldest-snapshot.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'

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
        makeFinding({
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
