/** The alert names a table, or a database, that is not there. */
import { makeFinding } from '../../database/database-finding.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'

export const tableNotFound: Analyzer = ({ database, subject, exhibits }) => {
  const missing = exhibits.find(
    ({ plugin, result }) => plugin === 'table_bloat' && /^There is no table/.test(result.error ?? ''),
  )
  if (!database || !missing || subject.table === undefined || subject.fromText.includes('table')) return []
  const there =
    database.bloat?.thing.tables.map(({ schemaname, relname }) => `${schemaname}.${relname}`).slice(0, 5) ?? []
  return [
    makeFinding({
      kind: 'table_not_found',
      statement: `The alert names table ${subject.table}, which is not there: ${missing.result.error}${there.length > 0 ? ` There are, among others, ${there.join(', ')}.` : ''}`,
      evidence: [cite(missing, missing.result.error ?? '')],
      confidence: 0.6,
      situation: 'not_found',
      subject: { kind: 'Table', name: subject.table },
      weight: 'symptom',
      noActionReason: 'Nothing is done to a table of another name.',
      suggestions: ['Check whether the table was dropped or renamed, or whether the alert means another database.'],
    }),
  ]
}
