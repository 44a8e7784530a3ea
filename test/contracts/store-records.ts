/** What holds for settings, keys and the audit trail on every PostgreSQL we support. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { appendAudit, findBrokenAudit } from '../../src/edges/store/audit-records.ts'
import { inTransaction, openDatabase } from '../../src/edges/store/database.ts'
import { createKeyStore } from '../../src/edges/store/key-records.ts'
import { createSettingsStore } from '../../src/edges/store/settings-records.ts'
import { issueKey } from '../../src/guidance/access/api-key.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

async function openStore(t: TestContext, admin: string | undefined) {
  const { url, adminUrl } = await migratedDatabase(t, admin)
  const database = openDatabase({ url, log })
  t.after(() => database.close())
  const settings = createSettingsStore({ database, secretBox: undefined, log })
  return { url, adminUrl, database, settings, keys: createKeyStore(database) }
}

type Store = Awaited<ReturnType<typeof openStore>>

const setQuota = ({ settings }: Store, value: unknown) =>
  settings.change('test', () => new Map([['HOURLY_QUOTA', { value }]]))

async function storedQuota({ settings }: Store): Promise<unknown> {
  const loaded = await settings.load(undefined)
  return loaded === 'unchanged' ? undefined : loaded.value.get('HOURLY_QUOTA')?.value
}

/** As the superuser, past the trigger: what only a deliberate hand can do. */
async function tamper({ adminUrl }: Store, ...statements: string[]): Promise<void> {
  await runSql(adminUrl, ['SET session_replication_role = replica', ...statements].join(';'))
}

export function proveRecords(adminUrl: () => string | undefined): void {
  test('changes made at once by many follow each other: each sees the one before, none is lost', async (t) => {
    const store = await openStore(t, adminUrl())
    const count = () =>
      store.settings.change('test', (stored) => {
        const before = Number(stored.get('HOURLY_QUOTA')?.value ?? 0)
        return new Map([['HOURLY_QUOTA', { value: before + 1 }]])
      })
    await Promise.all(Array.from({ length: 40 }, count))
    assert.equal(await storedQuota(store), 40)
    assert.equal(await findBrokenAudit(store.database, store.database.seal), undefined)
  })

  test('a change whose audit entry cannot be written does not happen, for settings and for keys', async (t) => {
    const store = await openStore(t, adminUrl())
    await setQuota(store, 5)
    await runSql(
      store.url,
      `CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no entry'; END $$`,
    )
    await runSql(store.url, 'CREATE TRIGGER refuse BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION refuse_entry()')
    await assert.rejects(setQuota(store, 6), /no entry/)
    const { record } = issueKey('x', 'viewer')
    await assert.rejects(store.keys.add(record, 'test'), /no entry/)
    assert.equal(await storedQuota(store), 5)
    assert.deepEqual(await runSql(store.url, 'SELECT FROM api_keys'), [])
  })

  test('the owner of the store can neither edit, nor delete, nor empty the trail', async (t) => {
    const store = await openStore(t, adminUrl())
    await setQuota(store, 5)
    for (const sql of [
      "UPDATE audit SET actor = 'nobody'",
      'DELETE FROM audit',
      'TRUNCATE audit',
      'DELETE FROM audit WHERE false',
    ]) {
      await assert.rejects(runSql(store.url, sql), /audit is append-only/, sql)
    }
    assert.equal((await runSql(store.url, 'SELECT FROM audit')).length, 1)
  })

  for (const [deed, sql, found] of [
    ['an edited entry', "UPDATE audit SET actor = 'somebody else' WHERE seq = 3", '3'],
    ['a changed time', "UPDATE audit SET at = at - interval '1 hour' WHERE seq = 2", '2'],
    ['an entry taken out of the middle', 'DELETE FROM audit WHERE seq = 3', '4'],
    ['the first entry taken away', 'DELETE FROM audit WHERE seq = 1', '2'],
    ['an entry whose hash was replaced', "UPDATE audit SET hash = decode(repeat('ab', 32), 'hex') WHERE seq = 4", '4'],
    [
      'two entries that changed places',
      'UPDATE audit SET seq = 6 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = 5; UPDATE audit SET seq = 5 WHERE seq = 6',
      '4',
    ],
  ] as const) {
    test(`the chain shows ${deed}`, async (t) => {
      const store = await openStore(t, adminUrl())
      for (let quota = 1; quota <= 5; quota += 1) await setQuota(store, quota)
      assert.equal(await findBrokenAudit(store.database, store.database.seal), undefined)
      await tamper(store, sql)
      assert.equal(await findBrokenAudit(store.database, store.database.seal), found)
    })
  }

  test('whatever text an entry holds, its hash can be checked again', async (t) => {
    const store = await openStore(t, adminUrl())
    for (const text of ['', '警报 👩‍🚒', '"quotes" \\ and \n lines', 'a'.repeat(10_000), '{"json": 1}']) {
      await inTransaction(store.database, (connection) =>
        appendAudit(connection, {
          actor: text,
          action: text,
          target: text,
          details: { [text]: [text, 0.1, null, 1e21] },
        }),
      )
    }
    assert.equal(await findBrokenAudit(store.database, store.database.seal), undefined)
  })

  test('an unchanged generation costs no second reading, and every change is seen', async (t) => {
    const store = await openStore(t, adminUrl())
    const loaded = await store.settings.load(undefined)
    assert.notEqual(loaded, 'unchanged')
    if (loaded === 'unchanged') return
    assert.equal(await store.settings.load(loaded.generation), 'unchanged')
    await setQuota(store, 7)
    assert.notEqual(await store.settings.load(loaded.generation), 'unchanged')
  })

  test('a key is kept as its hash, revoked once, and stays on the list', async (t) => {
    const store = await openStore(t, adminUrl())
    const { record, key } = issueKey('somebody', 'operator')
    await store.keys.add(record, 'test')
    assert.deepEqual(
      [await store.keys.revoke(record.id, 'test'), await store.keys.revoke(record.id, 'test')],
      [true, true],
    )
    assert.equal(await store.keys.revoke('zzzzzzzz', 'test'), false)
    const loaded = await store.keys.load(undefined)
    assert.ok(loaded !== 'unchanged' && loaded.value[0]?.revokedAt instanceof Date)
    assert.ok(!JSON.stringify(await runSql(store.url, 'SELECT k::text FROM api_keys k')).includes(key.slice(-43)))
    const entries = await runSql(store.url, 'SELECT action FROM audit ORDER BY seq')
    assert.deepEqual(entries, [{ action: 'key.created' }, { action: 'key.revoked' }])
  })

  test('an answer that is wrong for a moment is not kept for ever: a lost connection is replaced', async (t) => {
    const store = await openStore(t, adminUrl())
    await runSql(
      store.adminUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'firebreak'`,
    )
    await setQuota(store, 1).catch(() => 'The first may meet the dead connection.')
    await setQuota(store, 2)
    assert.equal(await storedQuota(store), 2)
  })
}
