/** A copy made of the server's files has everything the server has, but not its place. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { DEBIAN_POSTGRES_MISSING, startDebianPostgres } from '../world/debian-postgres.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const server = await startDebianPostgres()
after(() => server?.stop())

const warningsOf = async ({ get }: TestService): Promise<string> =>
  (await get('/api/status')).body.data.warnings.join('\n')

const inDatabase = (adminUrl: string, name: string, role = 'postgres') => {
  const url = new URL(adminUrl)
  url.pathname = name
  url.username = role
  return url.href
}

test('a server made of copied files is held: by its files where the role may look, by its port where not', async (t) => {
  if (!server) return t.skip(DEBIAN_POSTGRES_MISSING)
  const { adminUrl } = server
  await runSql(adminUrl, 'CREATE DATABASE trusted')
  await runSql(adminUrl, 'CREATE ROLE plain LOGIN')
  await runSql(adminUrl, 'CREATE DATABASE ordinary OWNER plain')
  await runSql(adminUrl, 'CREATE DATABASE granted OWNER plain')
  const seenOn = async (at: string) => {
    const urls = [inDatabase(at, 'trusted'), inDatabase(at, 'granted', 'plain'), inDatabase(at, 'ordinary', 'plain')]
    const services = await Promise.all(
      urls.map((DATABASE_URL) => startTestService(t, { environment: { DATABASE_URL } })),
    )
    const held = await Promise.all(services.map(async (service) => /restored copy/.test(await warningsOf(service))))
    await Promise.all(services.map(({ stop }) => stop()))
    return held
  }
  assert.deepEqual(await seenOn(adminUrl), [false, false, false])
  await runSql(inDatabase(adminUrl, 'granted'), 'GRANT EXECUTE ON FUNCTION pg_stat_file(text) TO plain')
  const again = await server.startAgain({ asCopy: false })
  assert.deepEqual(await seenOn(again.adminUrl), [false, false, false], 'it was only started again')
  const copy = await server.startAgain({ asCopy: true })
  assert.deepEqual(await seenOn(copy.adminUrl), [true, true, false], 'in the place of the original')
  const beside = await server.startAgain({ asCopy: true, port: '5433' })
  assert.deepEqual(await seenOn(beside.adminUrl), [true, true, true], 'on another port')
})
