/** The relational store cuts connections that are in use; the service lives on and loses nothing it accepted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../world/eventually.ts'
import { startTestService } from '../world/service.ts'
import { openSql, runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

/** Ends every connection of the service to this database, and waits until each has ended. */
const CUT_ALL = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                 WHERE datname = current_database() AND application_name = 'firebreak' AND pid <> pg_backend_pid()`

test('connections cut in the middle of a transaction end neither the service nor an accepted alert', async (t) => {
  const { url } = await migratedDatabase(t)
  const { ask, get } = await startTestService(t, { environment: { DATABASE_URL: url } })
  const cutter = await openSql(url)
  t.after(() => cutter.end())
  const accepted: string[] = []
  const statuses = new Set<number>()
  for (let round = 0; round < 20; round += 1) {
    const posts = Array.from({ length: 10 }, async (_, index) => {
      const { status, body } = await ask('POST', '/api/alert', { body: { message: `round ${round}, alert ${index}` } })
      statuses.add(status)
      if (status === 202) accepted.push(body.data.incident_id)
    })
    await cutter.query(CUT_ALL)
    await Promise.all(posts)
  }
  assert.deepEqual(
    [...statuses].filter((status) => status !== 202 && status !== 503),
    [],
  )
  await eventually('the service is healthy again', async () => (await get('/healthz')).status === 200)
  const stored = await runSql(url, 'SELECT id FROM incidents WHERE id = ANY($1)', [accepted])
  assert.equal(stored.length, accepted.length)
  assert.equal((await ask('POST', '/api/alert', { body: { message: 'one more' } })).status, 202)
})
