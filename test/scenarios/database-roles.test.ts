/** The two roles of deploy/database: enough for everything the plugins do, and for nothing else. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { databaseChecks } from '../../src/edges/terminal/database-checks.ts'
import { examine } from '../../src/edges/terminal/doctor.ts'
import { DATABASE_PLUGINS } from '../../src/plugins/database/database-plugins.ts'
import terminate_query from '../../src/plugins/database/terminate_query.ts'
import vacuum_table from '../../src/plugins/database/vacuum_table.ts'
import { openSession } from '../world/sessions.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'
import { dataOf, openTargets, toolsOver } from '../world/targets.ts'

const ROLES = join(import.meta.dirname, '..', '..', 'deploy', 'database')

/** As the files make them, under names of the test's own: roles belong to the whole server. */
async function recommended(t: TestContext) {
  const { url, adminUrl } = await freshDatabase(t)
  const owner = new URL(url).username
  const login = async (file: string, given: string, name: string) => {
    const sql = (await readFile(join(ROLES, file), 'utf8')).replaceAll(given, name)
    t.after(() => runSql(adminUrl, `DROP OWNED BY ${name}; DROP ROLE ${name}`))
    await runSql(adminUrl, sql)
    await runSql(adminUrl, sql)
    await runSql(adminUrl, `ALTER ROLE ${name} PASSWORD 'x'`)
    return Object.assign(new URL(adminUrl), { username: name, password: 'x' }).href
  }
  const watch = await login('reading-role.sql', 'firebreak_watch', `watch_${owner}`)
  const act = await login('acting-role.sql', 'firebreak_act', `act_${owner}`)
  await runSql(url, 'CREATE TABLE public.orders AS SELECT generate_series(1, 100) AS id')
  const [server] = await runSql(adminUrl, `SELECT current_setting('server_version_num')::int >= 170000 AS has_maintain`)
  const hasMaintain = server?.has_maintain === true
  return { url, adminUrl, owner, watch, act, hasMaintain, tools: toolsOver(openTargets(t, `shop=${watch}|${act}`)) }
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

test('the acting role vacuums by a right of its own, or, before there was one, as a member of the owner', async (t) => {
  const { adminUrl, owner, hasMaintain, tools } = await recommended(t)
  const { preconditions } = await vacuum_table.intend({ table: 'orders' }, tools)
  const vacuum = () => vacuum_table.run({ table: 'orders' }, tools, { preconditions, isDryRun: false })
  assert.equal((await vacuum()).success, hasMaintain)
  if (!hasMaintain) await runSql(adminUrl, `GRANT ${owner} TO act_${owner}`)
  const result = await vacuum()
  assert.equal(result.success, true, result.error)
})

test('doctor proves what each role can and cannot do', async (t) => {
  const { watch, act, hasMaintain } = await recommended(t)
  const [looks, acts] = await examine(databaseChecks(`shop=${watch}|${act}`))
  assert.equal(looks?.state, 'good', looks?.sentence)
  assert.match(looks.sentence, /sees every session; tried to write with the reading role: refused, good; cannot end/)
  assert.match(looks.sentence, /reads none of your tables/)
  assert.equal(acts?.state, 'good', acts?.sentence)
  assert.match(acts.sentence, /can end other sessions: yes, tried on one/)
  assert.match(acts.sentence, new RegExp(`may vacuum ${hasMaintain ? 1 : 0} of 1 tables`))
})

test('doctor says what a role has too much, and what it lacks', async (t) => {
  const { url, adminUrl, watch, act, owner } = await recommended(t)
  await runSql(adminUrl, `GRANT CREATE ON SCHEMA public TO watch_${owner}`)
  await runSql(adminUrl, `GRANT pg_signal_backend TO watch_${owner}`)
  await runSql(url, `GRANT SELECT, UPDATE ON public.orders TO watch_${owner}`)
  await runSql(adminUrl, `REVOKE pg_signal_backend FROM act_${owner}`)
  const [looks, acts] = await examine(databaseChecks(`shop=${watch}|${act}`))
  assert.equal(looks?.state, 'advice')
  assert.match(
    looks.sentence,
    /could write \(a table in public, 1 of 1 tables\): take that away; can end other sessions/,
  )
  assert.match(looks.sentence, /may read 1 of 1 tables/)
  assert.equal(acts?.state, 'advice')
  assert.match(acts.sentence, /can end other sessions: no, tried on one of the reading role; GRANT pg_signal_backend/)
  const [both] = await examine(databaseChecks(`shop=${adminUrl}`))
  assert.match(both?.sentence ?? '', /is a superuser and may do everything.*two would be safer/)
  assert.deepEqual(await runSql(adminUrl, `SELECT relname FROM pg_class WHERE relname = 'firebreak_doctor'`), [])
})
