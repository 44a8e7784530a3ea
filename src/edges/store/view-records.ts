import type { SavedView, ViewStore } from '../../story/incident/saved-view.ts'
import type { Database } from './database.ts'

type ViewRow = { name: string; query: string; saved_by: string; saved_at: Date }

export function createViewStore(database: Database): ViewStore {
  return {
    async list() {
      const { rows } = await database.query<ViewRow>(
        'SELECT name, query, saved_by, saved_at FROM saved_views ORDER BY lower(name), name',
      )
      return rows.map(readView)
    },
    async save({ name, query, savedBy }) {
      await database.query(
        `INSERT INTO saved_views (name, query, saved_by) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET query = excluded.query, saved_by = excluded.saved_by, saved_at = excluded.saved_at`,
        [name, query, savedBy],
      )
    },
    async remove(name) {
      const { rowCount } = await database.query('DELETE FROM saved_views WHERE name = $1', [name])
      return rowCount === 1
    },
  }
}

function readView({ name, query, saved_by, saved_at }: ViewRow): SavedView {
  return { name, query, savedBy: saved_by, savedAt: saved_at }
}
