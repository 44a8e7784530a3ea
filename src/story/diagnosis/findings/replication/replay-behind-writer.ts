/** The standby receives in time and cannot replay as fast as somebody writes: the writer is the cause, the lag its result. */
import { weightFor } from '../../database/database-finding.ts'
import type { DatabaseScene, SlowQueries } from '../../database/database-scene.ts'
import {
  currentSibling,
  isBehind,
  isBehindOnTheWay,
  lagSentence,
  type Replica,
} from '../../database/replication/replica-lag.ts'
import { bytes, lasting, quotedQuery, who } from '../../database/session-words.ts'
import { statementKind } from '../../database/statements/sql-words.ts'
import { citeField } from '../../evidence.ts'
import { type Analyzer, type Finding, fault } from '../../finding.ts'

const LEADING_SHARE = 0.4
const LONG_SECONDS = 60

export const replayBehindWriter: Analyzer = ({ database }) => {
  const replicas = database?.replication?.thing.replicas ?? []
  const replica = replicas.find((one) => isBehind(one) && !isBehindOnTheWay(one))
  if (!database || !replica || currentSibling(replica, replicas)) return []
  const writer = writingSession(database)
  const statement = leadingWriter(database)
  return writer || statement ? [findingOf({ replica, writer, statement }, database)] : []
}

export function seesWriter(database: DatabaseScene): boolean {
  return writingSession(database) !== undefined || leadingWriter(database) !== undefined
}

type Statement = NonNullable<SlowQueries['statements']>['by_wal_bytes'][number]
type Found = { replica: Replica; writer: WritingSession | undefined; statement: Statement | undefined }
type WritingSession = Pick<
  SlowQueries['running'][number],
  'pid' | 'usename' | 'application_name' | 'client_addr' | 'xact_seconds' | 'query' | 'backend_type'
>

/** A change that is still going on; a reader, however busy, writes no WAL. */
function writingSession({ replication, queries }: DatabaseScene): WritingSession | undefined {
  const open =
    replication?.thing.role === 'primary' && 'writers' in replication.thing ? (replication.thing.writers ?? []) : []
  const running = queries?.thing.running ?? []
  return [...open, ...running].find(
    ({ query, xact_seconds, backend_type }) =>
      backend_type === 'client backend' &&
      ['write', 'definition'].includes(statementKind(query)) &&
      (xact_seconds ?? 0) >= LONG_SECONDS,
  )
}

function leadingWriter({ queries }: DatabaseScene): Statement | undefined {
  const statements = queries?.thing.statements?.by_wal_bytes ?? []
  const total = statements.reduce((sum, { wal_bytes }) => sum + Number(wal_bytes), 0)
  const [first] = statements
  return first && Number(first.wal_bytes) >= LEADING_SHARE * total && statementKind(first.query) !== 'read'
    ? first
    : undefined
}

function findingOf({ replica, writer, statement }: Found, database: DatabaseScene): Finding {
  const { replication, queries } = database
  if (!replication) throw new Error('Lag is read from replication.')
  return fault({
    kind: 'replay_behind_writer',
    statement: `${lagSentence(replica)}: the WAL arrives in time, and replay cannot keep up with the writer. ${writerSentence(writer, statement)}`,
    evidence: [
      citeField(replication.exhibit, 'application_name', replica.application_name),
      ...(replica.replay_lag_bytes === null
        ? []
        : [citeField(replication.exhibit, 'replay_lag_bytes', replica.replay_lag_bytes)]),
      statement && queries && citeField(queries.exhibit, 'wal_bytes', statement.wal_bytes),
      writer &&
        citeField(
          (queries?.thing.running.some(({ pid }) => pid === writer.pid) ? queries : replication).exhibit,
          'pid',
          writer.pid,
        ),
    ],
    confidence: writer && statement ? 0.9 : 0.8,
    subject: { kind: 'Replica', name: replica.application_name },
    weight: weightFor(database, ['replication', 'writing']),
    explains: ['costly_statement', 'runaway_query', 'growth'],
    noActionReason:
      'Ending a bulk change halfway costs its whole undoing and more WAL; whether it may wait is its owner’s decision.',
    suggestions: [
      'Split the bulk change into batches with pauses, or let it run when stale reads do no harm; read from the primary meanwhile.',
    ],
  })
}

function writerSentence(writer: WritingSession | undefined, statement: Statement | undefined): string {
  const now = writer
    ? `${who(writer)} has been writing in one transaction for ${lasting(writer.xact_seconds)}: ${quotedQuery(writer.query)}.`
    : ''
  const most = statement
    ? ` Most WAL (${bytes(Number(statement.wal_bytes))}) was written by ${quotedQuery(statement.query)}, ${statement.calls} calls, ${statement.rows} rows.`
    : ''
  return `${now}${most}`.trim()
}
