/** Whether a statement is new, as its counts tell beside those of others and beside the time there was. */
import type { Scene } from '../../scene.ts'
import type { DatabaseScene } from '../database-scene.ts'
import type { Leader, Statement } from './leading-statement.ts'
import { shapeOf, tablesIn } from './sql-words.ts'

const TIMES_THE_CALLS = 100
/** There may have been more a while ago than work right now. */
const TIMES_THE_SESSIONS = 3

/** One on the same table that was called so often that the other must have come later. */
export function elderSibling({ query, statement }: Leader, { queries }: DatabaseScene): Statement | undefined {
  const tables = tablesIn(query)
  if (!statement) return undefined
  return (queries?.thing.statements?.by_total_time ?? []).find(
    (one) =>
      shapeOf(one.query) !== shapeOf(query) &&
      one.calls >= TIMES_THE_CALLS * statement.calls &&
      tablesIn(one.query).some((table) => tables.includes(table)),
  )
}

/** More calls than sessions, all at it without a pause, could have made since: it was there before. */
export function isOlderThan({ statement, ofAll }: Leader, since: Date, { now, database }: Scene): boolean {
  const connections = database?.connections?.thing
  const all = connections?.usable_connections ?? connections?.sessions ?? 100
  const most = ofAll > 0 ? Math.min(all, TIMES_THE_SESSIONS * ofAll) : all
  const seconds = (now.getTime() - since.getTime()) / 1000
  return statement !== undefined && statement.total_exec_time / 1000 > seconds * most
}
