import assert from 'node:assert/strict'
import { test } from 'node:test'
import { autovacuumThreshold } from './autovacuum-threshold.ts'

const server = { autovacuum_vacuum_threshold: '50', autovacuum_vacuum_scale_factor: '0.2' }

test('the server’s figures count where the table has none of its own', () => {
  assert.equal(autovacuumThreshold(1000, null, server), 250)
})

test('a table’s own options count first, one by one', () => {
  assert.equal(autovacuumThreshold(1000, ['fillfactor=70', 'autovacuum_vacuum_scale_factor=0.9'], server), 950)
  assert.equal(
    autovacuumThreshold(3_011_882, ['autovacuum_vacuum_scale_factor=0.9', 'autovacuum_vacuum_threshold=20000000'], {}),
    22_710_694,
  )
})

test('where autovacuum does not come, there is no threshold', () => {
  for (const off of ['off', 'false', 'no', '0'])
    assert.equal(autovacuumThreshold(1000, [`autovacuum_enabled=${off}`], server), null)
  assert.equal(autovacuumThreshold(1000, ['autovacuum_enabled=true'], server), 250)
})

test('newer servers have a ceiling, which -1 switches off', () => {
  assert.equal(autovacuumThreshold(1000, null, { ...server, autovacuum_vacuum_max_threshold: '100' }), 100)
  assert.equal(autovacuumThreshold(1000, null, { ...server, autovacuum_vacuum_max_threshold: '-1' }), 250)
})

test('unknown figures give no answer instead of a wrong one', () => {
  assert.equal(autovacuumThreshold(1000, null, {}), null)
})
