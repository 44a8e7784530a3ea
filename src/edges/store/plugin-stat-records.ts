import type { PluginStats } from '../../plugins/plugin-stats.ts'
import type { Database } from './database.ts'

type Row = { calls: number; successes: number; seconds: number }

export function createPluginStats(database: Database): PluginStats {
  return {
    async record(name, { success, seconds }) {
      await database.query(
        `INSERT INTO plugin_stats AS kept (name, calls, successes, seconds) VALUES ($1, 1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET calls = kept.calls + 1, successes = kept.successes + excluded.successes, seconds = kept.seconds + excluded.seconds`,
        [name, success ? 1 : 0, seconds],
      )
    },
    async read(name) {
      const { rows } = await database.query<Row>(
        'SELECT calls::int, successes::int, seconds FROM plugin_stats WHERE name = $1',
        [name],
      )
      const { calls, successes, seconds } = rows[0] ?? { calls: 0, successes: 0, seconds: 0 }
      if (calls === 0) return { usageCount: 0, averageSeconds: 0, successRate: 0 }
      return { usageCount: calls, averageSeconds: seconds / calls, successRate: successes / calls }
    },
  }
}
