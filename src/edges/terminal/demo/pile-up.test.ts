import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../test/world/eventually.ts'
import { ownDatabase } from '../../../../test/world/own-postgres.ts'
import { runSql } from '../../../../test/world/sql.ts'
import { makePileUp } from './pile-up.ts'

test('a pile-up knows when the database has ended it, and is cleared away all the same', async (t) => {
  const { url } = await ownDatabase(t)
  const pileUp = await makePileUp(url, 0)
  assert.equal(pileUp.isLost(), false)
  await runSql(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'demo-%'`)
  await eventually('it is lost', async () => pileUp.isLost())
  await pileUp.clear()
  assert.deepEqual(await runSql(url, `SELECT nspname FROM pg_namespace WHERE nspname = 'firebreak_demo'`), [])
})
