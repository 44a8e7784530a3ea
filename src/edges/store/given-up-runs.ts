/** What /api/status and /metrics say of runs that were given up and still wait for a person. */
import type { Queryable } from './database.ts'

/** One whose incident went on otherwise needs nobody any more. */
export const COUNT_GIVEN_UP = `
  SELECT count(*)::int FROM runs JOIN incidents ON incidents.id = runs.incident_id
   WHERE runs.state = 'given_up' AND incidents.status = 'escalated'
     AND NOT EXISTS (SELECT FROM runs AS later WHERE later.incident_id = runs.incident_id
                        AND (later.started_at, later.id) > (runs.started_at, runs.id))`

export async function findGivenUpWarnings(queryable: Queryable): Promise<string[]> {
  const { rows } = await queryable.query<{ count: number }>({ name: 'given-up-runs', text: COUNT_GIVEN_UP })
  const count = rows[0]?.count ?? 0
  if (count === 0) return []
  const what = count === 1 ? '1 run was' : `${count} runs were`
  return [
    `${what} given up after faults of Firebreak's own: look into them and have them tried again (firebreak runs --state given_up).`,
  ]
}
