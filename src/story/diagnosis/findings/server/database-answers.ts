/** The alert says the server is down or was, and it answers: it is back, or only the one who watches it cannot see it. */
import { makeFinding } from '../../database/database-finding.ts'
import { figuresNamed, lastOf, quoteOfLast } from '../../database/server/figures.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer } from '../../finding.ts'
import { wordsOf } from '../../signals/said-lines.ts'
import { citeLine } from '../../signals/signal-finding.ts'
import { ownErrors } from '../../signals/telling-line.ts'

export const databaseAnswers: Analyzer = (scene) => {
  const { database } = scene
  const { connections } = database ?? {}
  const isAsked = database?.topics.has('down') || database?.topics.has('restarted')
  if (!database || !isAsked || !connections || database.topics.has('replication')) return []
  const unseen = figuresNamed(database.figures, /^pg_up$/).find((figure) => lastOf(figure) === 0)
  const watcher = unseen
    ? ' Only its exporter still reports pg_up 0: that one cannot reach it, or has a wrong login.'
    : ''
  // While its watcher fails nothing is as it should be, although the server is.
  const failing = unseen ? ownErrors(scene).at(-1) : undefined
  const said = failing ? ` Its log says "${wordsOf(failing)}".` : ''
  return [
    makeFinding({
      kind: 'database_answers',
      statement: `The database server is up: it answers and serves ${connections.thing.sessions} sessions of ${connections.thing.usable_connections} usable now.${watcher}${said} Nothing needs to be started.`,
      evidence: [
        citeField(connections.exhibit, 'sessions', connections.thing.sessions),
        ...(unseen ? [cite(unseen.exhibit, quoteOfLast(unseen))] : []),
        ...(failing ? [citeLine(failing)] : []),
      ],
      confidence: 0.75,
      situation: failing ? 'fault' : unseen ? 'works_as_designed' : 'recovered',
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
