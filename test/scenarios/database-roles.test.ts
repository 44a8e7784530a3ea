/** The two roles of docs/databases.md: enough for everything the plugins do, and for nothing else. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DATABASE_PLUGINS } from '../../src/plugins/database/database-plugins.ts'
import terminate_query from '../../src/plugins/database/terminate_query.ts'
import vacuum_table from '../../src/plugins/database/vacuum_table.ts'
import { openSession } from '../world/sessions.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { dataOf, openTargets, toolsOver } from '../world/targets.ts'

async function recommended(t: TestContext) {
  const { url, adminUrl } = await freshDatabase(t)
  const owner = new URL(url).username
  const login = async (name: string, granted: string) => {
    await runSql(adminUrl, `CREATE ROLE ${name} LOGIN PASSWORD 'x' CONNECTION LIMIT 10`)
    await runSql(adminUrl, `GRANT ${granted} TO ${name}`)
    t.after(() => runSql(adminUrl, `DROP ROLE ${name}`))
    return Object.assign(new URL(adminUrl), { username: name, password: 'x' }).href
  }
  const watch = await login(`watch_${owner}`, 'pg_monitor')
  const act = await login(`act_${owner}`, 'pg_signal_backend, pg_read_all_stats')
  await runSql(url, 'CREATE TABLE public.orders AS SELECT generate_series(1, 100) AS id')
  return { url, adminUrl, owner, tools: toolsOver(openTargets(t, `shop=${watch}|${act}`)) }
}

test('the watching role sees everything the diagnostic plugins show', async (t) => {
  const { url, tools } = await recommended(t)
  const busy = await openSession(t, url, 'checkout')
  await busy.run('BEGIN')
  await busy.run('SELECT * FROM public.orders')
  for (const plugin of DATABASE_PLUGINS) {
    if (plugin.category !== 'diagnostic') continue
    const { message } = await dataOf(plugin.run({ limit: 100 }, tools))
    assert.doesNotMatch(message, /Not seen/)
  }
  const orders = tools.databases.read('shop', 'SELECT * FROM public.orders', [], tools.signal)
  await assert.rejects(orders, /permission denied for table orders/)
})

test('the acting role ends a session of another role', async (t) => {
  const { url, tools } = await recommended(t)
  const idler = await openSession(t, url, 'checkout')
  await idler.run('BEGIN')
  const { preconditions } = await terminate_query.intend({ pid: idler.pid }, tools)
  const result = await terminate_query.run({ pid: idler.pid }, tools, { preconditions, isDryRun: false })
  assert.equal(result.success, true, result.error)
})

test('the acting role vacuums a table once it was given a right to it', async (t) => {
  const { adminUrl, owner, tools } = await recommended(t)
  const { preconditions } = await vacuum_table.intend({ table: 'orders' }, tools)
  const vacuum = () => vacuum_table.run({ table: 'orders' }, tools, { preconditions, isDryRun: false })
  assert.equal((await vacuum()).success, false)
  const [server] = await runSql(adminUrl, `SELECT current_setting('server_version_num')::int >= 170000 AS has_maintain`)
  await runSql(adminUrl, `GRANT ${server?.has_maintain ? 'pg_maintain' : owner} TO act_${owner}`)
  const result = await vacuum()
  assert.equal(result.success, true, result.error)
})
