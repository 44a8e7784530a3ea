/** Who writes so much that everybody waits for buffers and the log, or that the disk fills. */
import type { EvidenceReference } from '../../../incident/diagnosis.ts'
import type { Seen } from '../../cluster/cluster-scene.ts'
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../../database/database-scene.ts'
import { type Figure, figuresNamed, quoteOfLast, riseOf } from '../../database/server/figures.ts'
import { linesMatching } from '../../database/server/log-lines.ts'
import { bytes, clockTime, lasting, percent, quotedQuery, who } from '../../database/session-words.ts'
import { shapeOf, statementKind, tablesIn } from '../../database/statements/sql-words.ts'
import { sum } from '../../database/statements/statement-rise.ts'
import { failedArchiving } from '../../database/storage/archiving.ts'
import { fallingDisk } from '../../database/storage/disk-space.ts'
import { reportedRoom } from '../../database/storage/reported-room.ts'
import { cite, citeField, type Exhibit } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

const WRITING_WAITS =
  /^(LWLock:(WAL|Buffer|XactSLRU|CLog|Xact)|IO:(WAL|DataFile(?!Read)|SLRU|Relation|ControlFile)|IPC:Checkpoint)/i
const WAITING_SHARE = 0.4
const REQUESTED_MIN = 3
const UPKEEP_SECONDS = 60
const TOO_OFTEN = /checkpoints are occurring too frequently(?: \([^)]*\))?/i

export const writeStorm: Analyzer = ({ database }) => {
  if (!database?.queries) return []
  const signs = signsOf(database, database.queries.thing)
  const count = [signs.upkeep, signs.waits, signs.checkpoints ?? signs.complaint].filter(
    (sign) => sign !== undefined,
  ).length
  // Waits alone are every busy server's; vacuum alone is every healthy one's.
  return count >= 2 ? [storm(signs, database, count, database.queries)] : []
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
    complaint: linesMatching(lines, TOO_OFTEN).at(-1),
  }
}

function writingWaits(waits: Readonly<Record<string, number>>): Signs['waits'] {
  const all = Object.entries(waits)
  const writing = all.filter(([name]) => WRITING_WAITS.test(name)).sort(([, one], [, other]) => other - one)
  const countOf = (some: typeof all) => sum(some.map(([, count]) => count))
  const [total, held] = [countOf(all), countOf(writing)]
  const [top] = writing
  return top && held >= WAITING_SHARE * total ? { share: held / total, name: top[0] } : undefined
}

/** Who makes the WAL, where one has been at it for long. */
function longestWriter({ running }: SlowQueries): SlowQueries['running'][number] | undefined {
  return running.find(
    ({ query, query_seconds, backend_type }) =>
      backend_type === 'client backend' && statementKind(query) === 'write' && (query_seconds ?? 0) >= UPKEEP_SECONDS,
  )
}

function storm(
  { upkeep, waits, checkpoints, complaint }: Signs,
  database: DatabaseScene,
  count: number,
  queries: Seen<SlowQueries>,
): Finding {
  const { exhibit } = queries
  const isForced = checkpoints !== undefined || complaint !== undefined
  const writer = isForced ? longestWriter(queries.thing) : undefined
  const [limit, driver] = isForced ? [walLimit(queries), walDriver(queries)] : []
  const parts = [
    checkpoints &&
      `checkpoints were requested ${riseOf(checkpoints)} times in the last hours because more WAL is written than max_wal_size holds`,
    complaint && `the log says that ${TOO_OFTEN.exec(complaint.thing.line)?.[0]}`,
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
function walLimit({ thing, exhibit }: Seen<SlowQueries>): Sentence | undefined {
  const value = 'settings' in thing ? thing.settings.max_wal_size : undefined
  if (value === undefined) return undefined
  return { sentence: `max_wal_size is ${inUnits(value)}`, evidence: [citeField(exhibit, 'max_wal_size', value)] }
}

/** The server counts it in megabytes. */
function inUnits(value: string): string {
  const [, number, unit = 'MB'] = /^(\d+)\s*([kMGT]?B)?$/.exec(value) ?? []
  return unit === 'MB' && number !== undefined ? bytes(Number(number) * 1024 ** 2) : value
}

const SHARE_MIN = 0.5
const WRITTEN_BYTES = 1024 ** 3

/** The statement that most of the WAL comes from, where one has most of it. */
function walDriver({ thing, exhibit }: Seen<SlowQueries>): Sentence | undefined {
  const top = mostWritten(thing)
  if (!top) return undefined
  return {
    sentence: `${quotedQuery(top.query)} writes most of the WAL (${bytes(top.written)}, ${percent(top.share)} of what was counted)${sayWho(top, thing)}`,
    evidence: [citeField(exhibit, 'wal_bytes', top.wal_bytes)],
  }
}

type Most = Statement & { written: number; share: number }

/** Where one has most of it. */
function mostWritten({ statements }: SlowQueries): Most | undefined {
  const [top] = statements?.by_wal_bytes ?? []
  const total = sum((statements?.by_wal_bytes ?? []).map(({ wal_bytes }) => Number(wal_bytes)))
  const written = Number(top?.wal_bytes)
  return top && written >= WRITTEN_BYTES && written >= SHARE_MIN * total
    ? { ...top, written, share: written / total }
    : undefined
}

/** Those that run it now, where any do. */
function sayWho({ query }: Statement, { running }: SlowQueries): string {
  const names = running
    .filter((one) => shapeOf(one.query) === shapeOf(query))
    .flatMap((one) => one.application_name || one.usename || [])
  return names.length === 0 ? '' : `, run by ${[...new Set(names)].slice(0, 2).join(', ')}`
}

// The disk fills because one statement writes most of what is written; where its WAL is kept by somebody else, that
// one fills it.

export const growthByWriter: Analyzer = (scene) => {
  const { database } = scene
  const { queries } = database ?? {}
  if (!database?.topics.has('disk') || !queries) return []
  const top = mostWritten(queries.thing)
  if (!top || statementKind(top.query) !== 'write') return []
  const finding = growth(top, database, queries.exhibit)
  const keeper = keeperOf(scene)
  return [keeper === undefined ? finding : onlyWriter(finding, keeper, top)]
}

const KEPT_BYTES = 1024 ** 3
/** Less of a volume does not fill it. */
const KEPT_SHARE = 0.1

/** Who keeps WAL that would be gone otherwise. */
function keeperOf(scene: Scene): string | undefined {
  const least = Math.max(KEPT_BYTES, KEPT_SHARE * (reportedRoom(scene)?.capacity ?? 0))
  const slots = scene.database?.replication?.thing.slots ?? []
  const slot = slots.find(({ wal_kept_bytes }) => (wal_kept_bytes ?? 0) >= least)
  if (slot) return `replication slot ${slot.slot_name} keeps it`
  return failedArchiving(scene) ? 'it cannot be archived' : undefined
}

function onlyWriter(finding: Finding, keeper: string, { query, written }: Most): Finding {
  return {
    ...finding,
    kind: 'wal_writer',
    statement: `Most WAL comes from ${quotedQuery(query)} (${bytes(written)} since the statistics were reset). It fills the disk only because ${keeper}.`,
    confidence: 0.6,
    weight: 'context',
    explains: [],
    noActionReason: 'The writer is not the cause.',
  }
}

function growth(top: Most, database: DatabaseScene, exhibit: Exhibit): Finding {
  const disk = fallingDisk(database)
  const [relname] = tablesIn(top.query)
  const table = database.bloat?.thing.tables.find((one) => one.relname === relname)
  const size = table?.total_bytes ? ` ${table.schemaname}.${table.relname} is ${bytes(table.total_bytes)} large.` : ''
  return fault({
    kind: 'growth',
    statement: `${disk ? 'The disk is filled by one writer' : 'Most of what is written to disk comes from one writer'}: ${quotedQuery(top.query)}, ${top.calls} calls, ${top.rows} rows, ${bytes(top.written)} of WAL (${percent(top.share)} of all).${size}${disk ? ` ${disk.sentence}` : ''}`,
    evidence: [
      citeField(exhibit, 'wal_bytes', top.wal_bytes),
      citeField(exhibit, 'calls', top.calls),
      disk && cite(disk.figure.exhibit, disk.quote),
    ],
    confidence: disk ? 0.8 : 0.65,
    subject: { kind: 'Table', name: relname ?? 'unknown' },
    weight: weightFor(database, ['disk']),
    ...(disk && { explains: ['volume_filling', 'volume_full'] }),
    noActionReason: 'What is written is somebody’s data; only its owner can slow it down or throw old rows away.',
    suggestions: ['Slow the writer down or archive old rows (partitions), and grow the volume before it is full.'],
  })
}
