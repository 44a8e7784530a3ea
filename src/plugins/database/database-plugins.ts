import type { Plugin } from '../plugin.ts'
import active_connections from './active_connections.ts'
import kill_deadlock from './kill_deadlock.ts'
import lock_waits from './lock_waits.ts'
import replication_lag from './replication_lag.ts'
import slow_queries from './slow_queries.ts'
import table_bloat from './table_bloat.ts'
import terminate_query from './terminate_query.ts'
import vacuum_table from './vacuum_table.ts'

const ALL = [
  slow_queries,
  lock_waits,
  active_connections,
  replication_lag,
  table_bloat,
  kill_deadlock,
  terminate_query,
  vacuum_table,
] as Plugin[]

/** Without a database to look after there is nothing to offer. */
export const DATABASE_PLUGINS: readonly Plugin[] = ALL.map((plugin) => ({
  ...plugin,
  offer: async ({ databases }) => (databases.names().length > 0 ? plugin : undefined),
}))
