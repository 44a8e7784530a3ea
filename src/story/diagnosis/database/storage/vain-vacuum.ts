/** A vacuum that says itself that most of what is dead had to stay: somebody may still see it, seen here or not. */
import type { Seen } from '../../cluster/cluster-scene.ts'
import type { DatabaseScene } from '../database-scene.ts'
import type { LoggedLine } from '../server/log-lines.ts'
import type { BloatedTable } from './dead-rows.ts'

const KEPT = /(\d+) (?:are dead but not yet removable|dead row versions cannot be removed yet)/i
const MOST = 0.5

/** Its last word, where it is of this table and of most of its dead rows. */
export function vainVacuum(
  { relname, n_dead_tup }: BloatedTable,
  { lines }: DatabaseScene,
): Seen<LoggedLine> | undefined {
  const ofTable = lines.filter(({ thing: { line } }) => KEPT.test(line) && isOf(line, relname))
  const last = ofTable.at(-1)
  const kept = Number(KEPT.exec(last?.thing.line ?? '')?.[1] ?? 0)
  return last && kept >= n_dead_tup * MOST ? last : undefined
}

/** `"shop.public.orders"` and `"orders"` are the table; `"orders_archive"` is not. */
function isOf(line: string, relname: string): boolean {
  const names = [...line.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name.split('.').at(-1))
  return names.includes(relname)
}
