/** What is asked first of a database. */
import type { PluginCall } from '../../../../plugins/plugin.ts'
import { escaped } from '../../signals/promql.ts'
import type { Subject } from '../../subject.ts'
import type { AlertTopic } from './alert-topics.ts'
import type { DatabaseConcern } from './database-concern.ts'

// What to ask for which complaint. Few questions, each with a reason: people pay for every one with time.

type Matter = { subject: Subject; concern: DatabaseConcern; topics: ReadonlySet<AlertTopic> }
/** Given where the alert's own name for the database is one of those we look after. */
export type Named = { database?: string }

/** Of the server itself, once it is known to answer. */
export function serverQuestions(matter: Matter, named: Named): PluginCall[] {
  return [
    { plugin: 'lock_waits', parameters: named },
    { plugin: 'slow_queries', parameters: named },
    ...(wantsTables(matter) ? [tablesQuestion(matter.subject, named)] : []),
    ...(wantsReplication(matter) ? [{ plugin: 'replication_lag', parameters: named }] : []),
  ]
}

/** Of those who watch it, which answer although the server does not. */
export function witnessQuestions({ concern, topics, subject }: Matter, isBlamed: boolean): PluginCall[] {
  const isNear = concern === 'own' || isBlamed
  const isOfHost = topics.has('cpu') || topics.has('disk') || topics.has('writing')
  return [...(isNear || isOfHost ? [figuresQuestion(subject)] : []), ...(isNear ? [linesQuestion(subject)] : [])]
}

function wantsTables({ subject, topics, concern }: Matter): boolean {
  if (subject.table !== undefined) return true
  if ((['bloat', 'wraparound', 'idle', 'disk', 'writing'] as const).some((topic) => topics.has(topic))) return true
  return concern === 'own' && (topics.has('slow') || topics.has('cpu'))
}

/** A disk fills with WAL that a slot keeps as well as with rows. */
function wantsReplication({ topics }: Matter): boolean {
  return (['replication', 'slots', 'disk', 'writing'] as const).some((topic) => topics.has(topic))
}

function tablesQuestion({ table, labels }: Subject, named: Named): PluginCall {
  const schema = labels.schemaname ?? labels.schema
  const full = table !== undefined && schema !== undefined && !table.includes('.') ? `${schema}.${table}` : table
  return { plugin: 'table_bloat', parameters: { ...named, ...(full !== undefined && { table: full }) } }
}

/** What a server says when it matters, and what applications say of it. */
const WORDS = [
  ...['deadlock detected', 'DETAIL:', 'STATEMENT:', 'Process [0-9]+ waits', 'connection slots'],
  ...['too many (clients|connections)', 'not yet removable', 'wraparound'],
  ...['checkpoints? (are|starting|complete)', 'terminated by signal', 'No space left', 'PANIC', 'FATAL'],
  ...['database system (is|was)', '(shutdown|promote) request', 'terminating connection', 'SQLSTATE', 'ERROR:'],
  ...['does not exist', 'violates', 'could not serialize', 'conflict with recovery', 'replication'],
  ...['archive[ -](command|module|push)', 'archiving', 'failed to upload'],
  ...['(wal-push|barman|pgbackrest).*(error|fail|unable)', 'temporary file', 'collation version mismatch'],
  ...['actual time=', 'root.* execution'],
]

function linesQuestion({ namespace }: Subject): PluginCall {
  return linesOf(namespace === undefined ? '{namespace=~".+"}' : `{namespace=${JSON.stringify(namespace)}}`)
}

/** A server outside the cluster logs under its job or the name collectors give it, without a namespace. */
export function linesElsewhereQuestions(): PluginCall[] {
  return ['{job=~".+"}', '{service_name=~".+"}'].map(linesOf)
}

function linesOf(streams: string): PluginCall {
  const query = `${streams} |~ ${JSON.stringify(`(?i)${WORDS.join('|')}`)}`
  return { plugin: 'logs.query', parameters: { query, start: '-3h' } }
}

// One question for all figures about a database server: its exporter's, its host's, and its volumes'.

const OF_SERVER = [
  ...['pg_up', 'pg_postmaster_start_time_seconds'],
  'pg_settings_(max_connections|superuser_reserved_connections)',
  'pg_stat_activity_(count|max_tx_duration)',
  'pg_stat_database_(deadlocks|xact_rollback|xact_commit|temp_bytes|temp_files|numbackends|conflicts)(_total)?',
  ...['pg_stat_database_conflicts_confl_.*', 'pg_stat_archiver_.*'],
  'pg_stat_bgwriter_(checkpoints_req|checkpoints_timed|buffers_backend)(_total)?',
  'pg_stat_checkpointer_num_(requested|timed)(_total)?',
  ...['pg_replication_(lag|lag_seconds|slots_.*|slot_.*|is_replica)', 'pg_stat_replication_.*'],
  ...['pg_(database|wal)_size_bytes', 'pg_wal_.*', 'pg_database_wraparound_.*'],
]

const OF_TABLE = ['pg_stat_user_tables_(n_dead_tup|n_live_tup|autovacuum_count)']
const OF_HOST = [
  '.*cpu.*(utili[sz]ation|percent|usage_ratio).*',
  'node_filesystem_(avail|free|size)_bytes',
  'node_load1',
]
const OF_VOLUME = ['kubelet_volume_stats_(available|capacity)_bytes']
/** A pooler stands elsewhere than its server, and calls the database by a name of its own. */
const OF_POOLER = ['pgbouncer_(pools|databases)_.*(waiting|server_active|server_idle|pool_size).*']
const OF_PROVIDER = ['aws_rds_.*', 'cloudsql_.*', 'azure_postgres.*']

export function figuresQuestion(subject: Subject): PluginCall {
  const { namespace, table } = subject
  const host = subject.instance?.replace(/:\d+$/, '')
  const own = {
    ...(host !== undefined && { instance: `(${escaped(host)}(:[0-9]+)?)?` }),
    ...(subject.labels.datname !== undefined && { datname: `(${escaped(subject.labels.datname)})?` }),
  }
  const parts = [
    selector([...OF_SERVER, ...OF_PROVIDER], own),
    selector(OF_POOLER, {}),
    ...(table === undefined ? [] : [selector(OF_TABLE, { ...own, relname: escaped(table) })]),
    ...(host === undefined ? [] : [selector(OF_HOST, { instance: `${escaped(host)}(:[0-9]+)?` })]),
    ...(namespace === undefined ? [] : [selector(OF_VOLUME, { namespace: escaped(namespace) })]),
  ]
  return { plugin: 'metrics.query_range', parameters: { query: parts.join(' or '), start: '-3h', step: '180s' } }
}

/** An absent label is the empty text, so what bears no such label is taken where the pattern may be empty. */
function selector(names: readonly string[], labels: Readonly<Record<string, string>>): string {
  const matchers = Object.entries({ __name__: names.join('|'), ...labels })
  return `{${matchers.map(([label, pattern]) => `${label}=~${JSON.stringify(pattern)}`).join(',')}}`
}
