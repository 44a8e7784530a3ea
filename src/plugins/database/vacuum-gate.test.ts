import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facts } from '../gate.ts'
import { vacuumGate } from './vacuum-gate.ts'

function whyNot(query: string, table = 'sacks'): string | undefined {
  const tables = [{ server: 'mill', datname: 'mill', schema: 'public', name: 'sacks' }]
  const facts = { tables, sessions: [{ query }], meant: { table: undefined } } as unknown as Facts
  return vacuumGate.whyNot({ table, database: 'mill' }, facts)
}

test('a table that the server is vacuuming against a wraparound is not vacuumed beside it', () => {
  const freezing = 'autovacuum: VACUUM public.sacks (to prevent wraparound)'
  assert.match(whyNot(freezing) ?? '', /vacuuming sacks against a wraparound/)
  assert.match(whyNot(freezing, 'public.sacks') ?? '', /vacuuming public\.sacks against a wraparound/)
  assert.equal(whyNot('autovacuum: VACUUM public.flour (to prevent wraparound)'), undefined)
  assert.equal(whyNot('autovacuum: VACUUM public.sacks'), undefined, 'that one gives way')
})

test('only what a listing shows is vacuumed', () => {
  assert.match(whyNot('', 'bins') ?? '', /No listing shows table bins/)
})
