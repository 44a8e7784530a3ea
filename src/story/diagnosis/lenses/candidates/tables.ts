/** Every table that a listing shows as one that might be vacuumed. */

import { meansAnother } from '../../database/asking/other-server.ts'
import type { TableBloat } from '../../database/database-scene.ts'
import { holdersHere } from '../../database/storage/dead-rows.ts'
import { meantDatabase } from '../../gates/meant-database.ts'
import type { Scene } from '../../scene.ts'
import type { Seen } from '../look-through.ts'
import { type Candidate, flag, type Signs } from './candidate.ts'

const DAY_MS = 86_400_000

export function tableCandidates(scene: Scene, seen: Seen): Candidate[] {
  if (meansAnother(scene)) return []
  const { database } = scene
  const listed = [...(database?.bloat ? [database.bloat] : []), ...(database?.statistics ?? [])]
  const all = listed.flatMap(({ thing }) => thing.tables.map((table) => ({ table, thing })))
  const once = new Map(all.map((one) => [`${one.table.schemaname}.${one.table.relname}`, one]))
  const dead = Math.max(0, ...all.map(({ table }) => table.n_dead_tup))
  const meant = meantDatabase(scene).table?.split('.').at(-1)
  const worth = [...once].filter(([, { table }]) => meant === table.relname || isWorthIt(table))
  return worth.map(([name, { table, thing }]) => {
    const vacuumed = [table.last_vacuum, table.last_autovacuum].flatMap((one) => (one ? [new Date(one).getTime()] : []))
    const days = vacuumed.length > 0 ? (scene.now.getTime() - Math.max(...vacuumed)) / DAY_MS : Number.POSITIVE_INFINITY
    const named = new RegExp(`(?<!\\w)${escaped(table.relname)}(?!\\w)`, 'i')
    const spoken = (lenses: readonly string[]) =>
      seen.facts.some(({ lens, text }) => lenses.includes(lens) && named.test(text))
    const holders = 'snapshot_holders' in thing ? holdersHere(thing as TableBloat) : []
    const signs: Signs = {
      most: flag(table.n_dead_tup === dead && dead > 0),
      dead10k: flag(table.n_dead_tup > 10_000),
      dead1m: flag(table.n_dead_tup > 1_000_000),
      ratio20: flag((table.dead_ratio ?? 0) > 0.2),
      ratio50: flag((table.dead_ratio ?? 0) > 0.5),
      never: flag(vacuumed.length === 0),
      day: flag(days > 1),
      week: flag(days > 7),
      said: flag(spoken(['said'])),
      moved: flag(spoken(['moved', 'fired'])),
      meant: flag(meant === table.relname),
      held: flag(holders.length > 0),
      disabled: flag(/autovacuum_enabled=(false|off)/.test(JSON.stringify(table.reloptions ?? []))),
      fetches: flag(seen.facts.some(({ text }) => /heap fetches/i.test(text))),
      anyLock: flag((database?.locks?.thing.waiting ?? 0) > 0),
      frozen: flag((table.relfrozenxid_age ?? 0) > FREEZE_AGE),
      ...Object.fromEntries([...(database?.topics ?? [])].map((topic) => [`topic_${topic}`, 1])),
    }
    return {
      family: 'vacuum',
      action: {
        plugin: 'vacuum_table',
        parameters: {
          table: table.schemaname === 'public' ? table.relname : name,
          ...(database?.database && { database: database.database }),
        },
      },
      atFault: { kind: 'Table', name },
      says: `a vacuum of ${name}`,
      signs,
    }
  })
}

/** Of fewer rows than this no share is large enough to make anybody slow. */
const ROWS_MIN = 1_000
const FREEZE_AGE = 150_000_000

/** A vacuum has something to free, to count or to freeze. */
function isWorthIt({ n_dead_tup, n_mod_since_analyze, relfrozenxid_age }: TableBloat['tables'][number]): boolean {
  return n_dead_tup >= ROWS_MIN || (n_mod_since_analyze ?? 0) >= ROWS_MIN || (relfrozenxid_age ?? 0) > FREEZE_AGE
}

/** A table may be called anything. */
function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
