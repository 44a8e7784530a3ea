/** A plain VACUUM of one table, or why it would not help right now. */
import type { Finding } from '../../finding.ts'
import { actionOn } from '../database-finding.ts'
import type { DatabaseScene } from '../database-scene.ts'

type Table = { schemaname: string; relname: string }

export function vacuumStep(
  table: Table,
  database: DatabaseScene,
  why: string,
): Pick<Finding, 'actions'> | Pick<Finding, 'noActionReason'> {
  const obstacle = whyNotNow(table, database)
  if (obstacle !== undefined) return { noActionReason: obstacle }
  return { actions: [actionOn(database, 'vacuum_table', { table: `${table.schemaname}.${table.relname}` }, why)] }
}

function whyNotNow({ schemaname, relname }: Table, { bloat, locks }: DatabaseScene): string | undefined {
  const running = bloat?.thing.vacuums_running.find((one) => one.relname === relname && one.schemaname === schemaname)
  if (running)
    return `${schemaname}.${relname} is being vacuumed right now (pid ${running.pid}, ${running.phase}); a second vacuum would only wait.`
  const holder = locks?.thing.roots.find((root) =>
    root.holds.some(
      ({ relation, mode }) =>
        relation === `${schemaname}.${relname}` && /^(AccessExclusive|Exclusive|Share)/.test(mode),
    ),
  )
  return holder ? `pid ${holder.pid} holds a lock on the table that a vacuum would have to wait for.` : undefined
}
