/** What holds for migrations on every PostgreSQL we support. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { MigrationFailed, migrate } from '../../src/edges/store/migrate.ts'
import { eventually } from '../world/eventually.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export function proveMigrations(adminUrl: () => string | undefined): void {
  test('the ordinary owner of one database brings the store up to date, and a second time changes nothing', async (t) => {
    const { url } = await freshDatabase(t, adminUrl())
    const [role] = await runSql(
      url,
      'SELECT rolsuper OR rolcreatedb OR rolcreaterole AS mighty FROM pg_roles WHERE rolname = current_user',
    )
    assert.equal(role?.mighty, false)
    assert.ok((await migrate({ url, log })).length > 0)
    assert.deepEqual(await migrate({ url, log }), [])
  })

  test('however many are applied, one line tells how many, and none where there is nothing to do', async (t) => {
    const { url } = await freshDatabase(t, adminUrl())
    const { folder, write } = await openFolder(t)
    for (const number of [1, 2, 3]) await write(`000${number}_more.sql`, `CREATE TABLE more_${number} (id int)`)
    const told: object[] = []
    const telling = { ...log, info: ({ seconds: _, ...fields }: { seconds?: unknown }) => void told.push(fields) }
    await migrate({ url, folder, log: telling })
    await migrate({ url, folder, log: telling })
    assert.deepEqual(told, [{ migrations: 3, last: '0003_more.sql' }])
  })

  test('many instances that start at once apply each migration once', async (t) => {
    const { url } = await freshDatabase(t, adminUrl())
    const applied = (await Promise.all(Array.from({ length: 8 }, () => migrate({ url, log })))).flat()
    assert.equal(new Set(applied).size, applied.length)
    assert.equal((await runSql(url, 'SELECT FROM migrations')).length, applied.length)
  })

  test('who stands still in the middle of its migrations is not waited for: the server ends the session', async (t) => {
    const { url } = await freshDatabase(t, adminUrl())
    const { folder, write } = await openFolder(t)
    await write(
      '0001_limits.sql',
      `CREATE TABLE limits AS SELECT setting FROM pg_settings WHERE name LIKE 'idle%session_timeout'`,
    )
    await migrate({ url, folder, log })
    const limits = (await runSql(url, 'SELECT DISTINCT setting FROM firebreak.limits')).map(({ setting }) => setting)
    assert.deepEqual(limits, ['30000'])
  })

  test('a migration killed half-way leaves nothing of itself, keeps those before it, and is done by the next start', async (t) => {
    const { url, adminUrl: admin } = await freshDatabase(t, adminUrl())
    const { folder, write } = await openFolder(t)
    await write('0001_first.sql', 'CREATE TABLE first (id int)')
    await write('0002_slow.sql', 'CREATE TABLE half (id int); SELECT pg_sleep(600)')
    const killed = migrate({ url, folder, log }).then(
      () => 'was not killed',
      (error: Error) => error,
    )
    const pid = await eventually('the slow migration runs', async () => {
      const rows = await runSql(
        admin,
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      )
      return rows[0]?.pid as number | undefined
    })
    await runSql(admin, 'SELECT pg_terminate_backend($1)', [pid])
    const error = await killed
    assert.ok(error instanceof Error && !(error instanceof MigrationFailed), 'the start may try again')
    const tables = await runSql(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'firebreak' ORDER BY 1")
    assert.deepEqual(
      tables.map(({ tablename }) => tablename),
      ['first', 'migrations'],
    )
    await write('0002_slow.sql', 'CREATE TABLE half (id int)')
    assert.deepEqual(await migrate({ url, folder, log }), ['0002_slow.sql'])
  })

  test('a migration edited after it was applied is refused by name', async (t) => {
    const { url } = await freshDatabase(t, adminUrl())
    const { folder, write } = await openFolder(t)
    await write('0001_first.sql', 'CREATE TABLE first (id int)')
    await migrate({ url, folder, log })
    await write('0001_first.sql', 'CREATE TABLE first (id bigint)')
    await assert.rejects(
      migrate({ url, folder, log }),
      (error) => error instanceof MigrationFailed && /0001_first\.sql was edited/.test(error.message),
    )
  })

  test('a migration that is wrong is undone whole and says why; those before it stay', async (t) => {
    const { url } = await freshDatabase(t, adminUrl())
    const { folder, write } = await openFolder(t)
    await write('0001_first.sql', 'CREATE TABLE first (id int)')
    await write('0002_wrong.sql', 'CREATE TABLE second (id int); SELECT nonsense')
    await assert.rejects(
      migrate({ url, folder, log }),
      (error) => error instanceof MigrationFailed && /0002_wrong\.sql failed: .*nonsense/.test(error.message),
    )
    assert.deepEqual(await runSql(url, 'SELECT name FROM migrations'), [{ name: '0001_first.sql' }])
    assert.equal((await runSql(url, "SELECT to_regclass('second') AS found"))[0]?.found, null)
  })

  test('a migration may take as long as it needs', async (t) => {
    const { url } = await freshDatabase(t, adminUrl())
    const { folder, write } = await openFolder(t)
    await write('0001_limits.sql', "CREATE TABLE limits AS SELECT current_setting('statement_timeout') AS statement")
    await migrate({ url, folder, log })
    assert.deepEqual(await runSql(url, 'SELECT * FROM limits'), [{ statement: '0' }])
  })
}

async function openFolder(t: TestContext) {
  const path = await mkdtemp(join(tmpdir(), 'firebreak-migrations-'))
  t.after(() => rm(path, { recursive: true }))
  return { folder: pathToFileURL(`${path}/`), write: (name: string, sql: string) => writeFile(join(path, name), sql) }
}
