/** A table is vacuumed where a listing of the alert's own database shows it. */
import type { Facts, Gate } from '../gate.ts'

type Parameters = { table: string; database?: string }

export const vacuumGate: Gate<Parameters> = {
  touches: (parameters, facts) => [
    { kind: 'Database', name: seenOf(parameters, facts)[0]?.server ?? parameters.database ?? '' },
  ],
  whyNot(parameters, facts) {
    const { table } = parameters
    const seen = seenOf(parameters, facts)
    if (seen.length === 0) return `No listing shows table ${table}; table_bloat does.`
    if (seen.some(({ name }) => isBeingVacuumed(name, facts)))
      return `The server itself is vacuuming ${table} against a wraparound, and a second vacuum would wait for that one.`
    const { table: meant } = facts.meant
    return meant === undefined || bare(meant) === bare(table)
      ? undefined
      : `The alert is about table ${meant}, not ${table}.`
  },
}

function seenOf({ table, database }: Parameters, { tables }: Facts) {
  return tables.filter(
    (one) =>
      (one.name === table || `${one.schema}.${one.name}` === table) &&
      (database === undefined || one.server === database),
  )
}

/** Any other of the server's own gives way to whoever asks for the table. */
function isBeingVacuumed(table: string, { sessions }: Facts): boolean {
  return sessions.some(({ query }) => {
    const [, named] = /^autovacuum: VACUUM\b(?: ANALYZE)? ([\w."]+) \(to prevent wraparound\)/i.exec(query) ?? []
    return named !== undefined && bare(named.replaceAll('"', '')) === bare(table)
  })
}

function bare(table: string): string {
  return table.split('.').at(-1)?.toLowerCase() ?? ''
}
