/** An alert about a table's vacuum, and the table has hardly any dead rows: there is nothing to free. */

import { makeFinding } from '../../database/database-finding.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { percent } from '../../database/session-words.ts'
import { isNamedTable } from '../../database/storage/dead-rows.ts'
import { speaksOfHolding } from '../../database/storage/holder-words.ts'
import { citeField } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'
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
    makeFinding({
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
