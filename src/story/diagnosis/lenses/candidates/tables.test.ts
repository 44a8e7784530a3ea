import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures, listing, moved, pod, sceneOf } from '../../../../../test/world/scene/mill-scene.ts'
import type { DatabaseScene, TableBloat } from '../../database/database-scene.ts'
import { lookThrough } from '../look-through.ts'
import { sayings } from './sign-words.ts'
import { tableCandidates } from './tables.ts'

const TABLE = {
  ...{ relid: 1, schemaname: 'public', n_live_tup: 100, n_dead_tup: 900_000, dead_ratio: 0.99, n_mod_since_analyze: 5 },
  ...{ last_vacuum: null, last_autovacuum: null, last_analyze: null, last_autoanalyze: null, vacuum_count: 0 },
  ...{ autovacuum_count: 0, seq_scan: 1, idx_scan: 1, reloptions: null, relfrozenxid_age: 1 },
}

function candidates(relname: string, more: object = {}) {
  const rows = figures([moved('table_rows', { relname }, 5, 900_000)])
  const scene = sceneOf([listing([pod('bcdfg')]), rows], {})
  const thing = { tables: [{ ...TABLE, relname, ...more }] } as unknown as TableBloat
  const [exhibit] = scene.exhibits
  const bloat = exhibit && { exhibit, thing }
  const database = { database: 'mill', concern: 'own', topics: new Set(), statistics: [], bloat } as unknown
  const withDatabase = { ...scene, database: database as DatabaseScene }
  return tableCandidates(withDatabase, lookThrough(withDatabase))
}

test('a table may be called anything, and is known again by that in what moved', () => {
  for (const name of ['sacks', 'sacks(old', 'a+b', '袋子', 'x[0]']) {
    const [first] = candidates(name)
    assert.equal(first?.signs.moved, 1, name)
    assert.equal(first?.signs.never, 1, name)
  }
})

test('a table of a few rows is not vacuumed for its share of dead ones', () => {
  assert.deepEqual(candidates('sacks', { n_dead_tup: 45, n_live_tup: 20, dead_ratio: 0.7 }), [])
  for (const more of [{ n_dead_tup: 5_000 }, { n_mod_since_analyze: 5_000 }, { relfrozenxid_age: 190_000_000 }])
    assert.equal(candidates('sacks', { n_dead_tup: 45, ...more }).length, 1, JSON.stringify(more))
})

test('of a table that was never vacuumed nobody says since when, and nothing is said twice', () => {
  const [first] = candidates('sacks')
  assert.match(sayings('vacuum', first?.signs ?? {}), /^most of its rows are dead; .*it was never vacuumed/)
  assert.doesNotMatch(sayings('vacuum', first?.signs ?? {}), /more than a|many of its rows/)
})
