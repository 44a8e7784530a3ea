/** What a statement that takes long does to others, as far as it is shown. Long alone is no harm: a report may take hours. */
import type { Scene } from '../../scene.ts'
import type { DatabaseScene, SlowQueries } from '../database-scene.ts'
import { cpuLoad, isBusy, spilling } from '../server/host-load.ts'
import { isSpilling, loggedFiles } from '../storage/temporary-files.ts'
import { shapeOf } from './sql-words.ts'

type Running = SlowQueries['running'][number]

/**
 * load   the server is busy, or that is what the alert says
 * disk   it spills onto the disk that the alert speaks of
 * named  the alert is about statements that take long, and no other takes longer
 * slow   others are slow, and none of them waits for a lock instead
 */
export type Burden = 'load' | 'disk' | 'named' | 'slow'

export function burdenOf(
  session: Running,
  { database, subject }: Pick<Scene, 'database' | 'subject'>,
): Burden | undefined {
  if (!database) return undefined
  const { topics } = database
  if (isLoad(database)) return 'load'
  if (topics.has('disk') && spills(session, database)) return 'disk'
  if (isOfLongStatements(subject)) return isTheLongest(session, database, subject) ? 'named' : undefined
  const isSlow = topics.size === 0 || topics.has('slow')
  return isSlow && database.locks?.thing.waiting === 0 ? 'slow' : undefined
}

function isLoad(database: DatabaseScene): boolean {
  const load = cpuLoad(database)
  if (load !== undefined) return isBusy(load)
  return database.topics.has('cpu') || database.topics.has('writing')
}

/** By what it waits for; else by the counter, unless the log says that the files are another's. */
export function spills({ wait_event, pid, query }: Running, database: DatabaseScene): boolean {
  if (isSpilling({ wait_event })) return true
  const files = loggedFiles(database.lines)
  const isOwn = files.some(
    (file) => file.pid === pid || (file.query !== undefined && shapeOf(file.query) === shapeOf(query)),
  )
  return isOwn || (files.length === 0 && spilling(database) !== undefined)
}

const LONG_STATEMENTS =
  /long[\s_-]?running|(quer(y|ies)|statements?|transactions?)\b.{0,40}\b(duration|runs?|running|active) for/i

function isOfLongStatements({ alertName, text }: Scene['subject']): boolean {
  return LONG_STATEMENTS.test(alertName) || LONG_STATEMENTS.test(text)
}

/** By the pid the alert gives; else by the time, waiting or not. */
function isTheLongest(session: Running, { queries }: DatabaseScene, { labels }: Scene['subject']): boolean {
  if (labels.pid !== undefined) return labels.pid === String(session.pid)
  const all = (queries?.thing.running ?? []).filter(({ backend_type }) => backend_type === 'client backend')
  return all.every(({ query_seconds }) => (query_seconds ?? 0) <= (session.query_seconds ?? 0))
}
