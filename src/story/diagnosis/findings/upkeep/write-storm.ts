/** Vacuum and checkpoints write so much that everybody waits for buffers and the log: a high processor load is a symptom then. */

import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../../database/database-scene.ts'
import { type Figure, figuresNamed, quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { bytes, clockTime, lasting, percent, quotedQuery, who } from '../../database/session-words.ts'
import { shapeOf, statementKind } from '../../database/statements/sql-words.ts'
import { sum } from '../../database/statements/statement-rise.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

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
  return fault({
    kind: 'write_storm',
    statement: `${checkpoints || complaint ? 'A checkpoint and IO storm' : 'An IO storm'} slows the server: ${parts.join('; ')}.${database.topics.has('cpu') ? ' The CPU load is a symptom of it.' : ''}`,
    evidence: [
      checkpoints && cite(checkpoints.exhibit, quoteOfLast(checkpoints)),
      complaint && cite(complaint.exhibit, complaint.thing.line),
      [limit, driver].flatMap((one) => one?.evidence ?? []),
      upkeep && citeField(exhibit, 'pid', upkeep.pid),
      waits && cite(exhibit, `"${waits.name}":`),
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

// What forces checkpoints: more WAL than the server lets pile up before one, and who writes most of it.

type Statement = NonNullable<SlowQueries['statements']>['by_wal_bytes'][number]
type Sentence = { sentence: string; evidence: readonly EvidenceReference[] }

/** The setting with its value, as far as our login sees it. */
function walLimit({ queries }: Pick<DatabaseScene, 'queries'>): Sentence | undefined {
  const value = queries && 'settings' in queries.thing ? queries.thing.settings.max_wal_size : undefined
  if (!queries || value === undefined) return undefined
  return {
    sentence: `max_wal_size is ${inUnits(value)}`,
    evidence: [citeField(queries.exhibit, 'max_wal_size', value)],
  }
}

/** The server counts it in megabytes. */
function inUnits(value: string): string {
  const [, number, unit = 'MB'] = /^(\d+)\s*([kMGT]?B)?$/.exec(value) ?? []
  return unit === 'MB' && number !== undefined ? bytes(Number(number) * 1024 ** 2) : value
}

const SHARE_MIN = 0.5
const WRITTEN_BYTES = 1024 ** 3

/** The statement that most of the WAL comes from, where one has most of it. */
function walDriver({ queries }: Pick<DatabaseScene, 'queries'>): Sentence | undefined {
  const statements = queries?.thing.statements?.by_wal_bytes ?? []
  const [top] = statements
  if (!queries || !top) return undefined
  const share = written(top) / sum(statements.map(written))
  if (written(top) < WRITTEN_BYTES || share < SHARE_MIN) return undefined
  return {
    sentence: `${quotedQuery(top.query)} writes most of the WAL (${bytes(written(top))}, ${percent(share)} of what was counted)${sayWho(top, queries.thing)}`,
    evidence: [citeField(queries.exhibit, 'wal_bytes', top.wal_bytes)],
  }
}

function written({ wal_bytes }: Statement): number {
  return Number(wal_bytes)
}

/** Those that run it now, where any do. */
function sayWho({ query }: Statement, { running }: SlowQueries): string {
  const names = running
    .filter((one) => shapeOf(one.query) === shapeOf(query))
    .flatMap((one) => one.application_name || one.usename || [])
  return names.length === 0 ? '' : `, run by ${[...new Set(names)].slice(0, 2).join(', ')}`
}
