/** The server does not answer now. Why, its last words tell. */
import { makeFinding } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { type Figure, figuresNamed, lastOf, quoteOfLast } from '../../database/server/figures.ts'
import { speakerOf } from '../../database/server/log-lines.ts'
import { type Ending, endingIn } from '../../database/server/operations.ts'
import { clockTime } from '../../database/session-words.ts'
import { cite, type Exhibit } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'

const UNREACHABLE =
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|starting up|shutting down|in recovery mode|connection terminated|timeout/i

export const databaseDown: Analyzer = ({ database }) => {
  if (!database || database.connections) return []
  const refusal = database.refusals.find(({ result }) => UNREACHABLE.test(result.error ?? ''))
  const up = figuresNamed(database.figures, /^pg_up$/).find((figure) => lastOf(figure) === 0)
  if (!refusal && !up) return []
  return [findingOf({ refusal, up, ending: endingIn(database.lines) }, database)]
}

type Signs = { refusal: Exhibit | undefined; up: Figure | undefined; ending: Ending | undefined }

function findingOf(signs: Signs, database: DatabaseScene): Finding {
  const { refusal, up, ending } = signs
  return makeFinding({
    kind: 'database_down',
    statement: `The database server${nameOf(signs, database)} is down: ${[up && 'pg_up is 0', refusal && `connecting fails (${refusal.result.error})`].filter(Boolean).join(' and ')}. ${ending ? `The log tells why: ${ending.cause}, at ${clockTime(ending.line.thing.at)}: “${ending.line.thing.line.slice(0, 200)}”.` : 'Its log, as far as it could be seen, does not tell why.'}`,
    evidence: [
      ...(refusal ? [cite(refusal, refusal.result.error ?? '')] : []),
      ...(up ? [cite(up.exhibit, quoteOfLast(up))] : []),
      ...(ending ? [cite(ending.line.exhibit, ending.line.thing.line)] : []),
    ],
    confidence: confidenceOf(signs),
    subject: { kind: 'Database', name: database.database },
    ...(ending && { since: new Date(ending.line.thing.at) }),
    explains: ['connections_exhausted', 'failing_statements'],
    noActionReason:
      'A server that stopped for a reason stops again for the same reason, so starting it anew does not help.',
    suggestions: ending
      ? [ending.advice]
      : ['Read the last lines of the server’s own log and of its pod’s previous container.'],
  })
}

/** By whoever names it: the alert, the exporter, or the log it speaks in. */
function nameOf({ up, ending }: Signs, { database }: DatabaseScene): string {
  const instance = up?.thing.metric.instance?.replace(/:\d+$/, '')
  const name = instance ?? (ending ? speakerOf(ending.line.thing) : undefined) ?? database
  return name === '' ? '' : ` ${name}`
}

function confidenceOf({ refusal, up, ending }: Signs): number {
  const signs = [refusal, up].filter((sign) => sign !== undefined).length
  if (ending) return signs === 2 ? 0.9 : 0.85
  return signs === 2 ? 0.7 : 0.5
}
