/** The alert says the server is down or was, and it answers: it is back, or only the one who watches it cannot see it. */
import { told } from '../../database/database-finding.ts'
import { figuresNamed, lastOf, quoteOfLast } from '../../database/server/figures.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'

export const databaseAnswers: Analyzer = ({ database }) => {
  const { connections } = database ?? {}
  const isAsked = database?.topics.has('down') || database?.topics.has('restarted')
  if (!database || !isAsked || !connections || database.topics.has('replication')) return []
  const unseen = figuresNamed(database.figures, /^pg_up$/).find((figure) => lastOf(figure) === 0)
  const watcher = unseen
    ? ' Only its exporter still reports pg_up 0: that one cannot reach it, or has a wrong login.'
    : ''
  return [
    told({
      kind: 'database_answers',
      statement: `The database server is up: it answers and serves ${connections.thing.sessions} sessions of ${connections.thing.usable_connections} usable now.${watcher} Nothing needs to be started.`,
      evidence: [
        citeField(connections.exhibit, 'sessions', connections.thing.sessions),
        ...(unseen ? [cite(unseen.exhibit, quoteOfLast(unseen))] : []),
      ],
      confidence: 0.75,
      situation: unseen ? 'works_as_designed' : 'recovered',
      subject: { kind: 'Database', name: database.database },
      weight: 'symptom',
      noActionReason: 'The server answers.',
      suggestions: [
        unseen
          ? 'Look at the exporter: its address, its login, its log.'
          : 'Look for a restart or a cut line at the time of the alert.',
      ],
    }),
  ]
}
