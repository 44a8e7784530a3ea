import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCrossJoin, pickedBy, statementKind, tablesIn } from './sql-words.ts'

const KINDS: Record<string, string> = {
  'SELECT 1': 'read',
  '  (SELECT 1)': 'read',
  '/* VACUUM */ SELECT 1': 'read',
  '-- DROP TABLE\nSELECT 1': 'read',
  'EXPLAIN (ANALYZE, BUFFERS) SELECT 1': 'read',
  'WITH a AS (SELECT 1) SELECT * FROM a': 'read',
  'WITH gone AS (DELETE FROM a RETURNING *) SELECT * FROM gone': 'write',
  'update orders set x = 1': 'write',
  'COPY orders FROM STDIN': 'write',
  'COPY orders TO stdout': 'upkeep',
  'autovacuum: VACUUM public.orders (to prevent wraparound)': 'upkeep',
  'CREATE INDEX CONCURRENTLY i ON orders (x)': 'upkeep',
  'ALTER TABLE orders ADD COLUMN x int': 'definition',
  'REFRESH MATERIALIZED VIEW totals': 'definition',
  'CALL nightly()': 'other',
  '': 'other',
}

test('the first words tell what a statement does, its comments do not', () => {
  for (const [query, kind] of Object.entries(KINDS)) assert.equal(statementKind(query), kind, query)
})

test('tables are named without schema, alias and quotes', () => {
  assert.deepEqual(tablesIn('SELECT * FROM sales."Orders" o JOIN lines l ON l.id = o.id'), ['Orders', 'lines'])
  assert.deepEqual(tablesIn('SELECT * FROM orders o, customers AS c, products WHERE 1 = 1').sort(), [
    'customers',
    'orders',
    'products',
  ])
  assert.deepEqual(tablesIn('INSERT INTO audit SELECT * FROM incoming'), ['audit', 'incoming'])
  assert.deepEqual(tablesIn('DELETE FROM only_one -- FROM elsewhere'), ['only_one'])
  assert.deepEqual(tablesIn('BEGIN'), [])
  for (const lock of ['FOR UPDATE SKIP LOCKED', 'FOR NO KEY UPDATE NOWAIT', 'for update of jobs'])
    assert.deepEqual(tablesIn(`SELECT id FROM jobs LIMIT 1 ${lock}`), ['jobs'], lock)
})

test('the columns rows are picked by are those of the table that is meant', () => {
  assert.deepEqual(pickedBy('SELECT * FROM pings WHERE trip_ref = $1 ORDER BY at LIMIT 1', 'pings'), ['trip_ref'])
  assert.deepEqual(
    pickedBy('SELECT * FROM pings p JOIN trips t ON t.id = p.trip WHERE p.ref = $1 AND t.state IN ($2)', 'pings'),
    ['ref'],
  )
  assert.deepEqual(pickedBy('SELECT * FROM users WHERE lower(email) = $1 AND age >= 18', 'users'), ['email', 'age'])
  assert.deepEqual(pickedBy('SELECT * FROM pings', 'pings'), [])
})

test('tables with nothing that ties them are a cross join', () => {
  assert.equal(isCrossJoin("SELECT * FROM orders o, customers c WHERE o.state = 'open'"), true)
  assert.equal(isCrossJoin('SELECT * FROM a CROSS JOIN b'), true)
  assert.equal(isCrossJoin('SELECT * FROM orders o, customers c WHERE o.customer = c.id'), false)
  assert.equal(isCrossJoin('SELECT * FROM orders o JOIN customers c USING (id)'), false)
  assert.equal(isCrossJoin('SELECT a, b FROM orders'), false)
})

test('a look at one statement leaves nothing behind for the next', () => {
  assert.equal(isCrossJoin("SELECT * FROM orders o, customers c WHERE o.state = 'open'"), true)
  assert.deepEqual(tablesIn('SELECT * FROM a, b'), ['a', 'b'])
})

test('a text made to keep a pattern busy is read in no time', () => {
  const query = `SELECT ${'a.b, '.repeat(20_000)} FROM ${'x, '.repeat(20_000)} WHERE ${'a = '.repeat(20_000)}`
  assert.ok(Array.isArray(tablesIn(query)))
  assert.ok(Array.isArray(pickedBy(query, 'x')))
  assert.equal(typeof isCrossJoin(query), 'boolean')
})

test('the columns are found however the names are quoted and qualified', () => {
  for (const query of [
    'SELECT "reminders".* FROM "reminders" WHERE "reminders"."patient_ref" = $1',
    'SELECT reminders.id FROM reminders WHERE reminders.patient_ref = $1',
    'SELECT "public"."reminders"."id" FROM "public"."reminders" WHERE ("public"."reminders"."patient_ref" = $1 AND 1=1)',
    'SELECT "Reminder"."id" FROM "reminders" AS "Reminder" WHERE "Reminder"."patient_ref" = 7',
    'SELECT "r".id FROM "reminders" "r" JOIN "users" u ON u.id = "r".user_id WHERE "r"."patient_ref" IN ($1, $2) AND u.name = $3',
    'select r1_0.id from reminders r1_0 where lower(r1_0.patient_ref) = $1',
    'DELETE FROM "reminders" WHERE "patient_ref" = $1',
  ])
    assert.deepEqual(pickedBy(query, 'reminders'), ['patient_ref'], query)
})
