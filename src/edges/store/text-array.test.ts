import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshRecords } from '../../../test/world/records.ts'
import { textArrays } from './text-array.ts'

test('the store reads columns of texts as they were given: empty, absent, of any script, and none at all', async (t) => {
  const { database } = await freshRecords(t)
  const columns = [
    ['plain', '', null, 'with "quotes", {braces}, back\\slashes\nand lines'],
    [],
    ['数据库连接池已满', '🔥'.repeat(3), 'é', '\uFFFD'],
    [null],
    ['x'.repeat(100_000)],
  ]
  const { rows } = await database.query(
    'SELECT $1::text[] AS "0", $2::text[] AS "1", $3::text[] AS "2", $4::text[] AS "3", $5::text[] AS "4"',
    textArrays(columns),
  )
  assert.deepEqual({ ...rows[0] }, { ...columns })
})
