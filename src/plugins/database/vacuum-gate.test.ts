import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../gate.ts'
import { vacuumGate } from './vacuum-gate.ts'

function whyNot(query: string, table = 'sacks'): string | undefined {
  const tables = [{ server: 'mill', datname: 'mill', schema: 'public', name: 'sacks' }]
  const facts = { tables, sessions: [{ query }], meant: { table: undefined } } as unknown as Facts
  return vacuumGate.whyNot({ table, database: 'mill' }, facts)
}

test('a table that the server itself is vacuuming is not vacuumed beside it', () => {
  assert.match(whyNot('autovacuum: VACUUM public.sacks (to prevent wraparound)') ?? '', /vacuuming sacks already/)
  assert.match(
    whyNot('autovacuum: VACUUM ANALYZE public.sacks', 'public.sacks') ?? '',
    /vacuuming public\.sacks already/,
  )
  assert.equal(whyNot('autovacuum: VACUUM public.flour'), undefined)
  assert.equal(whyNot('select * from sacks'), undefined)
})

test('only what a listing shows is vacuumed', () => {
  assert.match(whyNot('', 'bins') ?? '', /No listing shows table bins/)
})
