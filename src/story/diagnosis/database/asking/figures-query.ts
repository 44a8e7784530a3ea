/** One question for all figures about a database server: its exporter's, its host's, and its volumes'. */
import type { PluginCall } from '../../../../plugins/plugin.ts'
import type { Subject } from '../../subject.ts'

const OF_SERVER = [
  'pg_up',
  'pg_postmaster_start_time_seconds',
  'pg_settings_(max_connections|superuser_reserved_connections)',
  'pg_stat_activity_(count|max_tx_duration)',
  'pg_stat_database_(deadlocks|xact_rollback|xact_commit|temp_bytes|temp_files|numbackends|conflicts)(_total)?',
  'pg_stat_database_conflicts_confl_.*',
  'pg_stat_archiver_.*',
  'pg_stat_bgwriter_(checkpoints_req|checkpoints_timed|buffers_backend)(_total)?',
  'pg_stat_checkpointer_num_(requested|timed)(_total)?',
  'pg_replication_(lag|lag_seconds|slots_.*|slot_.*|is_replica)',
  'pg_stat_replication_.*',
  'pg_(database|wal)_size_bytes',
  'pg_wal_.*',
  'pg_database_wraparound_.*',
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
    ...(host !== undefined && { instance: `(${asPattern(host)}(:[0-9]+)?)?` }),
    ...(subject.labels.datname !== undefined && { datname: `(${asPattern(subject.labels.datname)})?` }),
  }
  const parts = [
    selector([...OF_SERVER, ...OF_PROVIDER], own),
    selector(OF_POOLER, {}),
    ...(table === undefined ? [] : [selector(OF_TABLE, { ...own, relname: asPattern(table) })]),
    ...(host === undefined ? [] : [selector(OF_HOST, { instance: `${asPattern(host)}(:[0-9]+)?` })]),
    ...(namespace === undefined ? [] : [selector(OF_VOLUME, { namespace: asPattern(namespace) })]),
  ]
  return { plugin: 'metrics.query_range', parameters: { query: parts.join(' or '), start: '-3h', step: '180s' } }
}

/** An absent label is the empty text, so what bears no such label is taken where the pattern may be empty. */
function selector(names: readonly string[], labels: Readonly<Record<string, string>>): string {
  const matchers = Object.entries({ __name__: names.join('|'), ...labels })
  return `{${matchers.map(([label, pattern]) => `${label}=~${JSON.stringify(pattern)}`).join(',')}}`
}

function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
