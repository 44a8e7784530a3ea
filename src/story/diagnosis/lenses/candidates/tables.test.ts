import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures, listing, moved, pod, sceneOf } from '../../../../../test/world/scene/mill-scene.ts'
import type { DatabaseScene, TableBloat } from '../../database/database-scene.ts'
import { lookThrough } from '../look-through.ts'
import { tableCandidates } from './tables.ts'

const TABLE = {
  ...{ relid: 1, schemaname: 'public', n_live_tup: 100, n_dead_tup: 900_000, dead_ratio: 0.99, n_mod_since_analyze: 5 },
  ...{ last_vacuum: null, last_autovacuum: null, last_analyze: null, last_autoanalyze: null, vacuum_count: 0 },
  ...{ autovacuum_count: 0, seq_scan: 1, idx_scan: 1, reloptions: null, relfrozenxid_age: 1 },
}

function candidates(relname: string) {
  const rows = figures([moved('table_rows', { relname }, 5, 900_000)])
  const scene = sceneOf([listing([pod('bcdfg')]), rows], {})
  const thing = { tables: [{ ...TABLE, relname }] } as unknown as TableBloat
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
