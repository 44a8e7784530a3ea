import type { DiagnosticPlugin } from '../plugin.ts'
import { answer } from './answer.ts'
import { DATABASE } from './parameter.ts'
import { openReader, type Reader } from './reader.ts'
import { SESSION_COLUMNS, type Session, secondsSince } from './session.ts'

/** A standby can feed further standbys; its own position is what it has received. */
const POSITION = 'CASE WHEN pg_is_in_recovery() THEN pg_last_wal_receive_lsn() ELSE pg_current_wal_lsn() END'

const REPLICAS = `SELECT r.pid, r.application_name, r.client_addr, r.state, r.sync_state, r.backend_start, r.reply_time,
    r.sent_lsn, r.replay_lsn, ${seconds('r.write_lag')} AS write_lag_seconds, ${seconds('r.flush_lag')} AS flush_lag_seconds,
    ${seconds('r.replay_lag')} AS replay_lag_seconds, ${behind('r.sent_lsn')} AS sent_lag_bytes,
    ${behind('r.write_lsn')} AS write_lag_bytes, ${behind('r.flush_lsn')} AS flush_lag_bytes,
    ${behind('r.replay_lsn')} AS replay_lag_bytes, age(r.backend_xmin) AS backend_xmin_age
  FROM pg_stat_replication r ORDER BY r.replay_lsn NULLS FIRST LIMIT 50`

/** What newer servers add (wal_status, inactive_since, invalidation_reason) is taken where it is. */
const SLOTS = `SELECT s.slot_name, s.slot_type, s.plugin, s.database, s.active, s.active_pid, s.restart_lsn, s.confirmed_flush_lsn,
    ${behind('s.restart_lsn')} AS wal_kept_bytes, s.wal_status, s.safe_wal_size, age(s.xmin) AS xmin_age,
    age(s.catalog_xmin) AS catalog_xmin_age, to_jsonb(s) ->> 'inactive_since' AS inactive_since,
    to_jsonb(s) ->> 'invalidation_reason' AS invalidation_reason
  FROM pg_replication_slots s ORDER BY s.restart_lsn NULLS LAST LIMIT 50`

const STANDBY = `SELECT pg_is_in_recovery() AS is_standby,
    CASE WHEN pg_is_in_recovery() THEN pg_is_wal_replay_paused() END AS is_replay_paused,
    pg_last_wal_receive_lsn() AS received_lsn, pg_last_wal_replay_lsn() AS replayed_lsn,
    pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()) AS not_replayed_bytes,
    pg_last_xact_replay_timestamp() AS last_replayed_commit,
    ${secondsSince('pg_last_xact_replay_timestamp()')} AS last_replayed_commit_seconds`

const RECEIVER = `SELECT w.status, w.sender_host, w.slot_name, w.latest_end_lsn, w.latest_end_time, w.last_msg_receipt_time
  FROM pg_stat_wal_receiver w`

/** Queries the standby has ended because replay could not wait for them any longer. */
const CONFLICTS = `SELECT c.datname, c.confl_snapshot, c.confl_lock, c.confl_bufferpin, c.confl_tablespace, c.confl_deadlock
  FROM pg_stat_database_conflicts c WHERE c.datname = current_database()`

/** A segment that cannot be archived stays in pg_wal; the row is there on every server, archiving or not. */
const ARCHIVER = `SELECT r.archived_count, r.last_archived_wal, r.last_archived_time, r.failed_count, r.last_failed_wal, r.last_failed_time
  FROM pg_stat_archiver r`

/** The process that replays; it waits here for a query whose rows it would have to remove. */
const REPLAYING = `SELECT a.pid, a.wait_event_type, a.wait_event FROM pg_stat_activity a WHERE a.backend_type = 'startup'`

const LONG_QUERIES = `SELECT ${SESSION_COLUMNS} FROM pg_stat_activity a
  WHERE a.backend_type = 'client backend' AND a.xact_start IS NOT NULL AND a.pid <> pg_backend_pid()
  ORDER BY a.xact_start LIMIT 5`

/** Who has written in a transaction that is still open: a bulk change shows here while it makes the WAL. */
const WRITERS = `SELECT ${SESSION_COLUMNS} FROM pg_stat_activity a WHERE a.backend_xid IS NOT NULL ORDER BY a.xact_start LIMIT 5`

const PRIMARY_SETTINGS = [
  'max_slot_wal_keep_size',
  'wal_keep_size',
  'synchronous_standby_names',
  'max_wal_senders',
  'wal_level',
  'archive_mode',
]
const STANDBY_SETTINGS = ['max_standby_streaming_delay', 'hot_standby_feedback', 'recovery_min_apply_delay']

export default {
  name: 'replication_lag',
  description:
    'Replication of a PostgreSQL server: each replica with write, flush and replay lag in seconds and bytes, each slot with the WAL it keeps back and whether anyone reads it, whether WAL can be archived, ' +
    'open transactions that write; on a standby its own replay position, whether replay is paused, conflicts and the long queries it waits for. ' +
    'Use it for stale reads, replication-lag alerts, or a disk filling with WAL.',
  category: 'diagnostic',
  parameters: { type: 'object', properties: { database: DATABASE } },
  run: ({ database }, tools) => answer(() => look(openReader(tools, database))),
} satisfies DiagnosticPlugin<{ database?: string }>

type Lag = number | null
type Replica = {
  pid: number
  application_name: string
  client_addr: string | null
  state: string
  sync_state: string | null
  write_lag_seconds: Lag
  flush_lag_seconds: Lag
  replay_lag_seconds: Lag
  sent_lag_bytes: Lag
  write_lag_bytes: Lag
  flush_lag_bytes: Lag
  replay_lag_bytes: Lag
}
type Slot = {
  slot_name: string
  slot_type: string
  plugin: string | null
  database: string | null
  active: boolean
  wal_kept_bytes: number | null
  wal_status: string | null
  safe_wal_size: number | null
  xmin_age: number | null
  catalog_xmin_age: number | null
  inactive_since: string | null
}
type Standby = {
  is_standby: boolean
  is_replay_paused: boolean | null
  not_replayed_bytes: number | null
  last_replayed_commit: string | null
  last_replayed_commit_seconds: number | null
}
type Replaying = Pick<Session, 'pid' | 'wait_event_type' | 'wait_event'>
type Conflicts = { confl_snapshot: number; confl_lock: number; confl_bufferpin: number }
type Archiver = {
  archived_count: number
  last_archived_wal: string | null
  last_archived_time: string | null
  failed_count: number
  last_failed_wal: string | null
  last_failed_time: string | null
}
type Receiver = { status: string; sender_host: string | null; last_msg_receipt_time: string | null }

async function look(reader: Reader) {
  const replicas = await reader.rows<Replica>(REPLICAS)
  const slots = await reader.rows<Slot>(SLOTS)
  const [standby] = await reader.rows<Standby>(STANDBY)
  const isStandby = standby?.is_standby === true
  const data = {
    database: reader.database,
    role: isStandby ? 'standby' : 'primary',
    replicas,
    slots,
    archiver: (await reader.rows<Archiver>(ARCHIVER))[0] ?? null,
    ...(isStandby
      ? { standby: await lookAtStandby(reader, standby) }
      : { writers: await reader.rows<Session>(WRITERS) }),
    settings: await reader.settings(isStandby ? STANDBY_SETTINGS : PRIMARY_SETTINGS),
  }
  return { success: true, data, message: sentenceOf(replicas, slots, isStandby ? standby : undefined) }
}

async function lookAtStandby(reader: Reader, standby: Standby) {
  return {
    ...standby,
    replaying: (await reader.rows<Replaying>(REPLAYING))[0] ?? null,
    receiver: (await reader.rows<Receiver>(RECEIVER))[0] ?? null,
    conflicts: (await reader.rows<Conflicts>(CONFLICTS))[0] ?? null,
    longest_transactions: await reader.rows<Session>(LONG_QUERIES),
  }
}

function sentenceOf(replicas: readonly Replica[], slots: readonly Slot[], standby: Standby | undefined): string {
  const idle = slots
    .filter(({ active }) => !active)
    .map(({ slot_name, wal_kept_bytes }) => `${slot_name} (${megabytes(wal_kept_bytes)} of WAL kept)`)
  return [
    standby && describeStandby(standby),
    replicas.length > 0 ? replicas.map(describeReplica).join(' ') : 'No replica is connected.',
    idle.length > 0 && `Slots nobody reads: ${idle.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function describeReplica({ application_name, state, replay_lag_seconds, replay_lag_bytes }: Replica): string {
  const time = replay_lag_seconds === null ? '' : ` or ${replay_lag_seconds} s`
  return `Replica ${application_name} (${state}) is ${megabytes(replay_lag_bytes)}${time} behind in replay.`
}

function describeStandby({ is_replay_paused, not_replayed_bytes, last_replayed_commit_seconds }: Standby): string {
  const age =
    last_replayed_commit_seconds === null ? '' : `, the last replayed commit is ${last_replayed_commit_seconds} s old`
  return `This is a standby${is_replay_paused ? ' whose replay is paused' : ''}: ${megabytes(not_replayed_bytes)} received and not replayed${age}.`
}

function megabytes(bytes: number | null): string {
  return bytes === null ? 'an unknown amount' : `${Math.round(bytes / 104_857.6) / 10} MB`
}

function seconds(interval: string): string {
  return `round(extract(epoch FROM ${interval})::numeric, 3)`
}

function behind(position: string): string {
  return `pg_wal_lsn_diff(${POSITION}, ${position})`
}
