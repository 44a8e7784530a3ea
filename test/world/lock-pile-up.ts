/** Real trouble in a real PostgreSQL: a table that one idle session holds and three others wait for, and its alert. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { ownDatabase } from './own-postgres.ts'
import { openSession } from './sessions.ts'
import { runSql } from './sql.ts'

export const LOCK_ALERT = {
  version: '4',
  groupKey: '{}:{alertname="PostgreSQLSlowQueries"}',
  status: 'firing',
  receiver: 'firebreak',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'PostgreSQLSlowQueries', severity: 'high', job: 'postgres' },
      annotations: { summary: 'Queries on shop take minutes', description: 'Every query on orders hangs.' },
      startsAt: new Date().toISOString(),
      fingerprint: 'real-lock-pile-up',
    },
  ],
}

/** `environment` is what a service needs to look after that database. */
export async function pileUp(t: TestContext) {
  const { url: shop } = await ownDatabase(t)
  await runSql(shop, 'CREATE TABLE orders (id int PRIMARY KEY, state text)')
  await runSql(shop, `INSERT INTO orders VALUES (1, 'new'), (2, 'new')`)
  const blocker = await openSession(t, shop, 'migration-tool')
  await blocker.run('BEGIN')
  await blocker.run('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE')
  const waiters: { ended: Promise<unknown> }[] = []
  for (const name of ['web-1', 'web-2', 'web-3'])
    waiters.push(await (await openSession(t, shop, name)).begin('SELECT count(*) FROM orders'))
  const environment = {
    TARGET_DATABASES: `shop=${shop}`,
    VERIFY_WITHIN_SECONDS: '30',
    FIREBREAK_SECRET_KEY: 'k'.repeat(40),
    DIAGNOSIS_CONCURRENCY: '4',
  }
  return { blocker, waiters, environment }
}

export async function assertReleased(waiters: readonly { ended: Promise<unknown> }[]): Promise<void> {
  for (const { ended } of waiters)
    assert.equal((await (ended as Promise<{ rows: { count: string }[] }>)).rows[0]?.count, '2')
}
