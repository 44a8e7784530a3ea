/** Vacuum and checkpoints write so much that everybody waits for buffers and the log: a high processor load is a symptom then. */
import { makeFinding, weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../../database/database-scene.ts'
import { type Figure, figuresNamed, quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { clockTime, lasting, percent, quotedQuery, who } from '../../database/session-words.ts'
import { statementKind } from '../../database/statements/sql-words.ts'
import { walDriver, walLimit } from '../../database/storage/wal-limit.ts'
import { cite, citeField } from '../../evidence.ts'
import type { Analyzer, Finding } from '../../finding.ts'

const WRITING_WAITS =
  /^(LWLock:(WAL|Buffer|XactSLRU|CLog|Xact)|IO:(WAL|DataFile(?!Read)|SLRU|Relation|ControlFile)|IPC:Checkpoint)/i
const WAITING_SHARE = 0.4
const REQUESTED_MIN = 3
const UPKEEP_SECONDS = 60

export const writeStorm: Analyzer = ({ database }) => {
  if (!database?.queries) return []
  const signs = signsOf(database, database.queries.thing)
  const count = [signs.upkeep, signs.waits, signs.checkpoints ?? signs.complaint].filter(
    (sign) => sign !== undefined,
  ).length
  // Waits alone are every busy server's; vacuum alone is every healthy one's.
  return count >= 2 ? [findingOf(signs, database, count)] : []
}

type Signs = {
  upkeep: SlowQueries['running'][number] | undefined
  waits: { share: number; name: string } | undefined
  checkpoints: Figure | undefined
  complaint: ReturnType<typeof linesMatching>[number] | undefined
}

function signsOf({ figures, lines }: DatabaseScene, { running, waits }: SlowQueries): Signs {
  const upkeep = running.find(
    ({ query, query_seconds }) => statementKind(query) === 'upkeep' && (query_seconds ?? 0) >= UPKEEP_SECONDS,
  )
  const requested = figuresNamed(figures, /checkpoints_req(_total)?$|checkpointer_num_requested(_total)?$/).find(
    (figure) => riseOf(figure) >= REQUESTED_MIN,
  )
  return {
    upkeep,
    waits: writingWaits(waits),
    checkpoints: requested,
    complaint: linesMatching(lines, /checkpoints are occurring too frequently/i).at(-1),
  }
}

function writingWaits(waits: Readonly<Record<string, number>>): Signs['waits'] {
  const all = Object.entries(waits)
  const writing = all.filter(([name]) => WRITING_WAITS.test(name))
  const [total, held] = [all, writing].map((list) => list.reduce((sum, [, count]) => sum + count, 0)) as [
    number,
    number,
  ]
  const [top] = writing.sort(([, one], [, other]) => other - one)
  return top && held >= WAITING_SHARE * total ? { share: held / total, name: top[0] } : undefined
}

function sayComplaint(line: string): string {
  return /checkpoints are occurring too frequently(?: \([^)]*\))?/i.exec(line)?.[0] ?? 'checkpoints come too often'
}

/** Who makes the WAL, where one has been at it for long. */
function longestWriter({ queries }: DatabaseScene): SlowQueries['running'][number] | undefined {
  return queries?.thing.running.find(
    ({ query, query_seconds, backend_type }) =>
      backend_type === 'client backend' && statementKind(query) === 'write' && (query_seconds ?? 0) >= UPKEEP_SECONDS,
  )
}

function findingOf({ upkeep, waits, checkpoints, complaint }: Signs, database: DatabaseScene, count: number): Finding {
  const exhibit = database.queries?.exhibit
  if (exhibit === undefined) throw new Error('A storm is read from the queries.')
  const isForced = checkpoints !== undefined || complaint !== undefined
  const writer = isForced ? longestWriter(database) : undefined
  const [limit, driver] = isForced ? [walLimit(database), walDriver(database)] : []
  const parts = [
    checkpoints &&
      `checkpoints were requested ${riseOf(checkpoints)} times in the last hours because more WAL is written than max_wal_size holds`,
    complaint && `the log says that ${sayComplaint(complaint.thing.line)}`,
    limit?.sentence,
    driver?.sentence,
    writer && `${who(writer)} writes since ${clockTime(writer.query_start ?? '')}: ${quotedQuery(writer.query)}`,
    upkeep && `${quotedQuery(upkeep.query)} has run for ${lasting(upkeep.query_seconds)} (pid ${upkeep.pid})`,
    waits && `${percent(waits.share)} of the sessions wait for buffers or the log (${waits.name})`,
  ].filter(Boolean)
  return makeFinding({
    kind: 'write_storm',
    statement: `${checkpoints || complaint ? 'A checkpoint and IO storm' : 'An IO storm'} slows the server: ${parts.join('; ')}.${database.topics.has('cpu') ? ' The CPU load is a symptom of it.' : ''}`,
    evidence: [
      ...(checkpoints ? [cite(checkpoints.exhibit, quoteOfLast(checkpoints))] : []),
      ...(complaint ? [cite(complaint.exhibit, complaint.thing.line)] : []),
      ...[limit, driver].flatMap((one) => one?.evidence ?? []),
      ...(upkeep ? [citeField(exhibit, 'pid', upkeep.pid)] : []),
      ...(waits ? [cite(exhibit, `"${waits.name}":`)] : []),
    ],
    confidence: count >= 3 ? 0.9 : 0.7,
    subject: { kind: 'Database', name: database.database },
    weight: weightFor(database, ['cpu', 'slow', 'writing', 'disk']),
    explains: ['costly_statement', 'runaway_query', 'missing_index', 'growth', 'upkeep_load'],
    noActionReason:
      driver || writer
        ? 'Checkpoints protect the data and what is written is somebody’s; a person sets max_wal_size or slows the writer down.'
        : 'Vacuum and checkpoints protect the data and are never ended; sessions of applications only suffer.',
    suggestions: [
      ...(driver ? ['Write in smaller batches, or spread the writing over hours when fewer suffer.'] : []),
      'Raise max_wal_size and checkpoint_timeout, spread vacuum (autovacuum_vacuum_cost_limit), and give the disk more throughput.',
    ],
  })
}
