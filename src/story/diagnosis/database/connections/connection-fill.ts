/** How full the server is: as it tells itself, and as its exporter has measured it over the last hours. */
import type { DatabaseScene } from '../database-scene.ts'
import { type Figure, figuresNamed, lastOf, sumOverTime } from '../server/figures.ts'

type Measured = { lowest: number; highest: number; now: number; max: number; figure: Figure }

/** Of one server: counts of several are never added up. */
export function measuredFill({ figures }: Pick<DatabaseScene, 'figures'>): Measured | undefined {
  const ofActivity = figuresNamed(figures, /^pg_stat_activity_count$/)
  const counts = ofActivity.length > 0 ? ofActivity : figuresNamed(figures, /^pg_stat_database_numbackends$/)
  const [figure] = counts
  const isSameServer = ({ thing }: Figure) => thing.metric.instance === figure?.thing.metric.instance
  const limit = figuresNamed(figures, /^pg_settings_max_connections$/).find(isSameServer)
  const max = limit && lastOf(limit)
  const values = sumOverTime(counts.filter(isSameServer)).map(({ value }) => value)
  const now = values.at(-1)
  if (figure === undefined || now === undefined || max === undefined || max === 0) return undefined
  return { lowest: Math.min(...values), highest: Math.max(...values), now, max, figure }
}

/** The fuller of the two counts: a login that may not see all sessions counts too few. */
export function saturationOf(database: Pick<DatabaseScene, 'figures' | 'connections'>): number {
  const measured = measuredFill(database)
  return Math.max(database.connections?.thing.saturation ?? 0, measured ? measured.now / measured.max : 0)
}
