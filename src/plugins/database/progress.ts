/** How far the operations are that the server reports on: vacuum, index builds, ANALYZE, CLUSTER, COPY, base backups. */
import { DatabaseRefusal } from '../../ports/database.ts'
import type { Reader } from './reader.ts'
import type { Session } from './session.ts'

type Progress = Pick<
  Session,
  'pid' | 'usename' | 'application_name' | 'client_addr' | 'backend_type' | 'wait_event_type' | 'wait_event' | 'query'
> & {
  command: string
  relation: string | null
  phase: string | null
  done: number | null
  /** Null or 0 where the server does not know how much there is to do. */
  total: number | null
  unit: 'blocks' | 'bytes'
  since: string | null
  seconds: number | null
}

type Source = { view: string; command: string; phase: string; done: string; total: string; unit: Progress['unit'] }

const SOURCES: readonly Source[] = [
  {
    view: 'pg_stat_progress_vacuum',
    command: `'VACUUM'`,
    phase: 'p.phase',
    done: 'p.heap_blks_scanned',
    total: 'p.heap_blks_total',
    unit: 'blocks',
  },
  {
    view: 'pg_stat_progress_create_index',
    command: 'p.command',
    phase: 'p.phase',
    done: 'p.blocks_done',
    total: 'p.blocks_total',
    unit: 'blocks',
  },
  {
    view: 'pg_stat_progress_analyze',
    command: `'ANALYZE'`,
    phase: 'p.phase',
    done: 'p.sample_blks_scanned',
    total: 'p.sample_blks_total',
    unit: 'blocks',
  },
  {
    view: 'pg_stat_progress_cluster',
    command: 'p.command',
    phase: 'p.phase',
    done: 'p.heap_blks_scanned',
    total: 'p.heap_blks_total',
    unit: 'blocks',
  },
  {
    view: 'pg_stat_progress_basebackup',
    command: `'BASE_BACKUP'`,
    phase: 'p.phase',
    done: 'p.backup_streamed',
    total: 'p.backup_total',
    unit: 'bytes',
  },
  {
    view: 'pg_stat_progress_copy',
    command: 'p.command',
    phase: 'p.command',
    done: 'p.bytes_processed',
    total: 'p.bytes_total',
    unit: 'bytes',
  },
]

/** A view that an older server does not have is as good as empty. */
export async function readProgress(reader: Reader): Promise<Progress[]> {
  const found: Progress[] = []
  for (const source of SOURCES) {
    const rows = await reader.rows<Progress>(progressOf(source)).catch((error) => {
      if (error instanceof DatabaseRefusal) return []
      throw error
    })
    found.push(...rows)
  }
  return found.sort((one, other) => (other.seconds ?? 0) - (one.seconds ?? 0))
}

/** A base backup reads every table and has none. */
function progressOf({ view, command, phase, done, total, unit }: Source): string {
  const isOfTable = !view.endsWith('basebackup')
  const relation = isOfTable ? `n.nspname || '.' || c.relname` : 'NULL::text'
  const joined = isOfTable
    ? 'LEFT JOIN pg_class c ON c.oid = p.relid LEFT JOIN pg_namespace n ON n.oid = c.relnamespace'
    : ''
  return `SELECT p.pid, ${command}::text AS command, ${relation} AS relation, ${phase}::text AS phase, ${done} AS done,
      ${total} AS total, '${unit}' AS unit, a.usename, a.application_name, a.client_addr, a.backend_type, a.wait_event_type,
      a.wait_event, coalesce(left(a.query, 300), '') AS query, coalesce(a.query_start, a.xact_start) AS since,
      round(greatest(extract(epoch FROM clock_timestamp() - coalesce(a.query_start, a.xact_start)), 0)::numeric, 1) AS seconds
    FROM ${view} p ${joined} LEFT JOIN pg_stat_activity a ON a.pid = p.pid LIMIT 10`
}
