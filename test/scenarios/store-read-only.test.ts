/** A store that can be read and not written to takes no alert: readiness says so, and why. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomFrom } from '../chaos/alert-mix.ts'
import { eventually } from '../world/eventually.ts'
import { RUN_SEED } from '../world/seed.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { DISK_MISSING, openSmallDisk } from '../world/small-disk.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

const READY = { DIAGNOSIS_CONCURRENCY: '0' }

const health = ({ get }: TestService, wanted: string) =>
  eventually(`/healthz says ${wanted}`, async () => {
    const { status, body } = await get('/healthz')
    return body.status === wanted && { status, fields: Object.keys(body).sort() }
  })

const FIELDS = ['status', 'uptime', 'version']

test('a store that only answers reads makes the instance unhealthy before an alert is lost to it; what can be read is read', async (t) => {
  const { url, adminUrl } = await migratedDatabase(t)
  const service = await startTestService(t, { environment: { ...READY, DATABASE_URL: url } })
  const setReadOnly = async (state: 'on' | 'off') => {
    const name = new URL(url.replace(/^postgresql/, 'http')).pathname.slice(1)
    await runSql(
      adminUrl,
      `BEGIN READ WRITE; ALTER DATABASE "${name}" SET default_transaction_read_only = ${state}; COMMIT`,
    )
    await runSql(
      adminUrl,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    )
  }
  await setReadOnly('on')
  assert.deepEqual(await health(service, 'unhealthy'), { status: 503, fields: FIELDS })
  const status = await eventually('the store answers reads', async () => {
    const { data } = (await service.get('/api/status')).body
    return data.database_status === 'connected' && data
  })
  assert.equal(status.database_writable, false)
  assert.match(String(status.warnings), /can be read but not written to.*only answers reads, as a standby does/)
  assert.equal((await service.get('/api/incidents')).status, 200)
  assert.equal((await service.ask('POST', '/api/alert', { body: { message: 'not stored' } })).status, 503)
  await setReadOnly('off')
  assert.equal((await health(service, 'healthy')).status, 200)
  assert.equal((await service.ask('POST', '/api/alert', { body: { message: 'stored' } })).status, 202)
})

test('a full disk shows with the first alert it refuses, and is over when there is room again', async (t) => {
  const { url, adminUrl } = await migratedDatabase(t)
  const service = await startTestService(t, { environment: { ...READY, DATABASE_URL: url } })
  const send = async (message: string) => (await service.ask('POST', '/api/alert', { body: { message } })).status
  assert.equal(await send('there is room'), 202)
  await runSql(
    adminUrl,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN RAISE EXCEPTION 'could not extend file "base/1/2": No space left on device' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER disk_is_full BEFORE INSERT ON alerts FOR EACH STATEMENT EXECUTE FUNCTION refuse();`,
  )
  assert.equal((await service.get('/healthz')).status, 200)
  assert.equal(await send('there is none'), 503)
  assert.deepEqual(await health(service, 'unhealthy'), { status: 503, fields: FIELDS })
  const { data } = (await service.get('/api/status')).body
  assert.deepEqual([data.database_status, data.database_writable], ['connected', false])
  assert.match(String(data.warnings), /not written to, so every alert is refused: could not extend file/)
  assert.equal((await service.get('/api/incidents')).body.data.total, 1)
  await runSql(adminUrl, 'DROP TRIGGER disk_is_full ON alerts')
  assert.equal((await health(service, 'healthy')).status, 200)
  assert.equal(await send('there is room again'), 202)
  const stored = await runSql(adminUrl, `SELECT message FROM alerts ORDER BY id`)
  assert.deepEqual(
    stored.map(({ message }) => message),
    ['there is room', 'there is room again'],
  )
})

test('a disk that is really full refuses alerts in the server’s own words, loses none it took, and is used again when there is room', async (t) => {
  const { url, adminUrl } = await migratedDatabase(t)
  const service = await startTestService(t, { environment: { ...READY, DATABASE_URL: url } })
  const disk = await openSmallDisk(adminUrl, ['alerts'])
  if (!disk) return t.skip(DISK_MISSING)
  try {
    const taken: string[] = []
    const random = randomFrom(RUN_SEED)
    const word = () => Math.floor(random() * 36 ** 3).toString(36)
    // So long that a page holds few of them, and so random that it cannot be made smaller.
    const send = async () => {
      const message = Array.from({ length: 1_200 }, word).join(' ')
      const { status } = await service.ask('POST', '/api/alert', { body: { message } })
      if (status === 202) taken.push(message)
      return status
    }
    assert.equal(await send(), 202)
    await disk.fill()
    await eventually('an alert finds no page any more', async () => (await send()) === 503)
    assert.equal((await health(service, 'unhealthy')).status, 503)
    const { data } = (await service.get('/api/status')).body
    assert.deepEqual([data.database_status, data.database_writable], ['connected', false])
    assert.match(String(data.warnings), /could not extend file .*No space left on device/)
    await disk.free()
    assert.equal((await health(service, 'healthy')).status, 200)
    assert.equal(await send(), 202)
    const stored = await runSql(adminUrl, `SELECT message FROM alerts ORDER BY id`)
    assert.deepEqual(
      stored.map(({ message }) => message),
      taken,
    )
  } finally {
    await disk.close()
  }
})

test('an alert that cannot be stored for what is in it does not make the instance unhealthy for others', async (t) => {
  const { url, adminUrl } = await migratedDatabase(t)
  const service = await startTestService(t, { environment: { ...READY, DATABASE_URL: url } })
  await runSql(
    adminUrl,
    `CREATE FUNCTION dislike() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF NEW.message LIKE '%poison%' THEN RAISE EXCEPTION 'too long for an index' USING ERRCODE = '54000'; END IF;
       RETURN NEW;
     END $$;
     CREATE TRIGGER dislikes_poison BEFORE INSERT ON alerts FOR EACH ROW EXECUTE FUNCTION dislike();`,
  )
  assert.ok((await service.ask('POST', '/api/alert', { body: { message: 'poison' } })).status >= 500)
  assert.equal((await service.get('/healthz')).status, 200)
  assert.equal((await service.ask('POST', '/api/alert', { body: { message: 'another' } })).status, 202)
})
