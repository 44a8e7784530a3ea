/** The pooler before the server makes clients wait or turns them away, while the server itself may have room. */
import { isAboutPooler, type PoolFill, poolFill } from '../../database/connections/connections.ts'
import { makeFinding, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene } from '../../database/database-scene.ts'
import { quoteOfLast } from '../../database/server/figures.ts'
import { linesMatching, speakerOf } from '../../database/server/log-lines.ts'
import { clockTime, lasting, plural } from '../../database/session-words.ts'
import { statementLines } from '../../database/statements/statement-rise.ts'
import { cite } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

type Trouble = { words: RegExp; meaning: string; advice: string }

const LOGIN: Trouble = {
  words: /server login (?:has been failing|failed)|server_login_retry|cannot connect to server/i,
  meaning: 'the pooler itself cannot log in to the server',
  advice:
    'Bring the pooler’s login (auth_file, auth_query, its Secret) together with what the server accepts, then reload it.',
}

const WAITS: Trouble = {
  words: /query_wait_timeout/i,
  meaning: 'clients wait for a server connection of the pool until they give up (query_wait_timeout)',
  advice:
    'Shorten the transactions that keep the pool’s connections, then raise default_pool_size as far as max_connections leaves room.',
}

const TROUBLES: readonly Trouble[] = [
  LOGIN,
  {
    words: /no more connections allowed|max_client_conn/i,
    meaning: 'the pooler takes no more clients (max_client_conn)',
    advice: 'Raise max_client_conn with the pooler’s file limit, or lower the clients’ pools; look who opens so many.',
  },
  WAITS,
]

const LINES_MIN = 2
const WAITING_MIN = 5

export const poolerShort: Analyzer = (scene) => {
  const lines = statementLines(scene)
  const trouble = TROUBLES.find(({ words }) => linesMatching(lines, words).length >= LINES_MIN)
  const fill = scene.database && poolFill(scene.database)
  const isWaiting = fill !== undefined && fill.waiting >= WAITING_MIN
  if (!trouble && !isWaiting) return []
  return [findingOf(trouble, isWaiting ? fill : undefined, scene)]
}

function findingOf(trouble: Trouble | undefined, fill: PoolFill | undefined, scene: Scene): Finding {
  const { database, subject } = scene
  const found = trouble ? linesMatching(statementLines(scene), trouble.words) : []
  const [first, last] = [found[0], found.at(-1)]
  const reason = trouble === LOGIN ? loginReason(scene) : undefined
  const said =
    first && last
      ? ` (${plural(found.length, 'line')} of ${speakerOf(last.thing)} since ${clockTime(first.thing.at)}): “${last.thing.line.slice(0, 200)}”`
      : ''
  return makeFinding({
    kind: 'pooler_short',
    statement: `The pooler before the database is the narrow place: ${trouble?.meaning ?? 'clients wait for a server connection of the pool'}${said}.${reason && reason !== last ? ` The log says why: “${reason.thing.line.slice(0, 200)}”.` : ''}${fillSentence(fill)}${database ? serverSentence(database) : ''}`,
    evidence: [
      ...(last ? [cite(last.exhibit, last.thing.line)] : []),
      ...(reason ? [cite(reason.exhibit, reason.thing.line)] : []),
      ...(fill ? [cite(fill.figure.exhibit, quoteOfLast(fill.figure))] : []),
    ],
    confidence: (fill && trouble) || reason ? 0.85 : 0.7,
    subject: { kind: 'Pooler', name: 'pooler' },
    weight:
      !database || isAboutPooler(subject) ? 'cause' : weightFor(database, ['connections', 'errors', 'slow', 'down']),
    ...(first && { since: new Date(first.thing.at) }),
    explains: ['failing_service', 'connections_exhausted', 'failing_statements', 'failing_dependency'],
    noActionReason:
      'Sizes and logins of a pooler are settings; a restart would cut off every client and meet the same limits.',
    suggestions: [(trouble ?? WAITS).advice],
  })
}

const REFUSED =
  /password authentication failed|SASL|no pg_hba\.conf entry|connection refused|timeout|too many clients|connection slots/i

/** What the server said to the pooler. */
function loginReason(scene: Scene) {
  const own = linesMatching(statementLines(scene), REFUSED)
  return linesMatching(own, /server login failed|closing because|pgbouncer/i).at(-1) ?? own.at(-1)
}

function fillSentence(fill: PoolFill | undefined): string {
  if (!fill) return ''
  const size = fill.size === undefined ? '' : ` of a pool of ${fill.size}`
  return ` ${plural(fill.waiting, 'client waits', 'clients wait')} now; ${plural(fill.active, 'server connection is', 'server connections are')} in use${size}.`
}

/** Who keeps a transaction open keeps a connection of the pool. */
function serverSentence({ connections }: DatabaseScene): string {
  if (!connections) return ''
  const { sessions, usable_connections, idle_in_transaction } = connections.thing
  const [longest] = [...idle_in_transaction].sort((one, other) => (other.xact_seconds ?? 0) - (one.xact_seconds ?? 0))
  const idle = longest
    ? `, ${idle_in_transaction.length} of them idle in transaction, the longest for ${lasting(longest.xact_seconds)}: each keeps a connection of the pool while it does nothing`
    : ''
  return ` On the server ${sessions} of ${usable_connections} usable connections are taken${idle}.`
}
