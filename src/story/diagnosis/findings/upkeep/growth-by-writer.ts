/** The disk fills because one statement writes most of what is written; where its WAL is kept by somebody else, that one fills it. */
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../../database/database-scene.ts'
import { bytes, percent, quotedQuery } from '../../database/session-words.ts'
import { statementKind, tablesIn } from '../../database/statements/sql-words.ts'
import { failedArchiving } from '../../database/storage/archiving.ts'
import { fallingDisk } from '../../database/storage/disk-space.ts'
import { reportedRoom } from '../../database/storage/reported-room.ts'
import { cite, citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'
import type { Scene } from '../../scene.ts'

const SHARE_MIN = 0.5
const WRITTEN_BYTES = 1024 ** 3

type Statement = NonNullable<SlowQueries['statements']>['by_wal_bytes'][number]

export const growthByWriter: Analyzer = (scene) => {
  const { database } = scene
  const { queries } = database ?? {}
  if (!database?.topics.has('disk') || !queries) return []
  const statements = queries.thing.statements?.by_wal_bytes ?? []
  const total = statements.reduce((sum, { wal_bytes }) => sum + Number(wal_bytes), 0)
  const [top] = statements
  if (!top || statementKind(top.query) !== 'write') return []
  if (Number(top.wal_bytes) < SHARE_MIN * total || Number(top.wal_bytes) < WRITTEN_BYTES) return []
  const finding = findingOf(top, Number(top.wal_bytes) / total, database)
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

function onlyWriter(finding: Finding, keeper: string, { query, wal_bytes }: Statement): Finding {
  return {
    ...finding,
    kind: 'wal_writer',
    statement: `Most WAL comes from ${quotedQuery(query)} (${bytes(Number(wal_bytes))} since the statistics were reset). It fills the disk only because ${keeper}.`,
    confidence: 0.6,
    weight: 'context',
    explains: [],
    noActionReason: 'The writer is not the cause.',
  }
}

function findingOf(top: Statement, share: number, database: DatabaseScene): Finding {
  const { queries, bloat } = database
  if (!queries) throw new Error('Statements are read from the queries.')
  const disk = fallingDisk(database)
  const [relname] = tablesIn(top.query)
  const table = bloat?.thing.tables.find((one) => one.relname === relname)
  const size = table?.total_bytes ? ` ${table.schemaname}.${table.relname} is ${bytes(table.total_bytes)} large.` : ''
  return fault({
    kind: 'growth',
    statement: `${disk ? 'The disk is filled by one writer' : 'Most of what is written to disk comes from one writer'}: ${quotedQuery(top.query)}, ${top.calls} calls, ${top.rows} rows, ${bytes(Number(top.wal_bytes))} of WAL (${percent(share)} of all).${size}${disk ? ` ${disk.sentence}` : ''}`,
    evidence: [
      citeField(queries.exhibit, 'wal_bytes', top.wal_bytes),
      citeField(queries.exhibit, 'calls', top.calls),
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
