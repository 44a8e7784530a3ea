/** One statement, run by many sessions, takes most of the server's work: load that an application makes, not a session to end. */

import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { isServerBusy } from '../../database/server/host-load.ts'
import { lasting, percent, quotedQuery } from '../../database/session-words.ts'
import { type Leader, leadingStatement } from '../../database/statements/leading-statement.ts'
import { shapeOf } from '../../database/statements/sql-words.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

export const costlyStatement: Analyzer = ({ database }) => {
  const { queries, topics } = database ?? {}
  if (!database || !queries || !(topics?.has('cpu') || topics?.has('slow') || topics?.has('connections'))) return []
  const leader = leadingStatement(queries.thing, isServerBusy(database))
  return leader ? [findingOf(leader, database)] : []
}

function findingOf(
  { query, sessions, ofAll, longest, names, first, statement, ofTime }: Leader,
  database: DatabaseScene,
): Finding {
  const exhibit = database.queries?.exhibit
  if (exhibit === undefined) throw new Error('Statements are read from the queries.')
  const now = first
    ? `${sessions} of ${ofAll} working sessions run it now (${names.slice(0, 3).join(', ')}), the longest for ${lasting(longest)}.`
    : ''
  const past = statement
    ? ` It was called ${statement.calls} times at ${statement.mean_exec_time} ms on average, ${percent(ofTime)} of the time of all statements.`
    : ''
  return fault({
    kind: 'costly_statement',
    statement:
      `One statement takes most of the database's ${database.topics.has('cpu') ? 'CPU' : 'time'}: ${quotedQuery(query)}. ${now}${past}`.trim(),
    evidence: [
      first && citeField(exhibit, 'pid', first.pid),
      statement && [
        citeField(exhibit, 'calls', statement.calls),
        citeField(exhibit, 'mean_exec_time', statement.mean_exec_time),
      ],
    ],
    // What costs is seen; why it costs so much is not.
    confidence: first && statement ? 0.65 : 0.6,
    subject: { kind: 'Statement', name: shapeOf(query).slice(0, 60) },
    weight: weightFor(database, ['cpu', 'slow', 'memory']),
    explains: ['connections_exhausted'],
    noActionReason:
      'Many sessions of an application run this statement; ending one of them would not help, and the next call brings it back.',
    suggestions: ['Look at its plan with EXPLAIN (ANALYZE, BUFFERS); cache its result or run it on a replica.'],
  })
}
