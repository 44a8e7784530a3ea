/** The PostgreSQL that `npm start` brings along: it lasts as long as its owner, and its data longer. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Client } from 'pg'
import { parse } from 'pg-connection-string'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/edges/embedded/embedded-postgres.ts'
import { closeLast } from '../world/closing.ts'
import { eventually, isRunning } from '../world/eventually.ts'
import { layCluster } from '../world/laid-cluster.ts'

const OWNER = join(import.meta.dirname, '..', 'world', 'postgres-owner.ts')
const AS_NOBODY = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
const NOBODY = 65534

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('it has a database owned by an ordinary role, and statistics of statements', async (t) => {
  const postgres = await start(t, await dataFolder(t))
  const [row] = await query(postgres.url, 'select current_user as role, current_database() as database')
  assert.deepEqual(row, { role: 'firebreak', database: 'firebreak' })
  const [role] = await query(postgres.url, 'select rolsuper from pg_roles where rolname = current_user')
  assert.deepEqual(role, { rolsuper: false })
  await query(postgres.url, 'create table owned (id int)')
  const [library] = await query(postgres.adminUrl, 'show shared_preload_libraries')
  assert.deepEqual(library, { shared_preload_libraries: 'pg_stat_statements' })
})

test('it listens on a private socket and nowhere else', async (t) => {
  const postgres = await start(t, await usedFolder(t))
  const [row] = await query(postgres.adminUrl, `select current_setting('listen_addresses') as addresses`)
  assert.deepEqual(row, { addresses: '' })
  const { host } = parse(postgres.url)
  assert.match(spawnSync('stat', ['-c', '%a', host ?? '']).stdout.toString(), /^700/)
})

test('the data is there at the next start, and the socket folder of the last one is not', async (t) => {
  const folder = await usedFolder(t)
  const first = await start(t, folder)
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  const second = await start(t, folder)
  assert.deepEqual(await query(second.url, 'select * from kept'), [{ answer: 42 }])
  await assert.rejects(readdir(parse(first.url).host ?? ''), { code: 'ENOENT' })
})

test('kill -9 of its owner leaves no server behind, and the next start works on the same data', async (t) => {
  const folder = await usedFolder(t)
  const owner = await startOwner(t, [], folder)
  await query(owner.url, 'create table kept as select 42 as answer')
  owner.process.kill('SIGKILL')
  const next = await start(t, folder)
  assert.deepEqual(await query(next.url, 'select * from kept'), [{ answer: 42 }])
  assert.equal(await isRunning(owner.pid), false)
  await assert.rejects(readdir(parse(owner.url).host ?? ''), { code: 'ENOENT' })
})

test('an owner killed during its very first start leaves nothing that hinders the next', async (t) => {
  const folder = await dataFolder(t)
  const owner = spawn(process.execPath, [OWNER, folder], { stdio: 'ignore' })
  await eventually('the first files are written', async () => (await unfinished(folder)).length > 0)
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  const postgres = await start(t, folder)
  assert.deepEqual(await query(postgres.url, 'select 1 as one'), [{ one: 1 }])
  assert.deepEqual(await unfinished(folder), [])
})

test('a second user of the same folder is refused with one sentence', async (t) => {
  const folder = await usedFolder(t)
  const first = await start(t, folder)
  await assert.rejects(start(t, folder), /Another Firebreak uses this data folder: its PostgreSQL \(process \d+\)/)
  assert.deepEqual(await query(first.url, 'select 1 as one'), [{ one: 1 }])
})

test('of two that begin in a new folder at once, one has it and the other is told', async (t) => {
  const folder = await dataFolder(t)
  const outcomes = await Promise.allSettled([startOwner(t, [], folder), startOwner(t, [], folder)])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const [refusal] = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.match(String(refusal?.reason), /Another Firebreak uses this data folder/)
})

test('a lock whose number now belongs to a stranger does not hinder the start', async (t) => {
  const folder = await usedFolder(t)
  const owner = await startOwner(t, [], folder)
  const lock = join(folder, 'postgres', 'postmaster.pid')
  const lines = (await readFile(lock, 'utf8')).split('\n')
  owner.process.kill('SIGKILL')
  await eventually('the server is gone', async () => !(await isRunning(owner.pid)))
  const stranger = spawn('sleep', ['60'])
  t.after(() => stranger.kill())
  await writeFile(lock, [stranger.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 })
  const postgres = await start(t, folder)
  assert.deepEqual(await query(postgres.url, 'select 1 as one'), [{ one: 1 }])
})

test('it is started again when its process is killed', async (t) => {
  const postgres = await start(t, await usedFolder(t))
  const killed = postgres.pid
  const ended = new Promise((resolve) => postgres.onExit(resolve))
  process.kill(killed, 'SIGKILL')
  assert.deepEqual(await ended, { code: null, signal: 'SIGKILL' })
  await eventually('the new server answers', () => query(postgres.url, 'select 1').catch(() => undefined))
  assert.notEqual(postgres.pid, killed)
})

test('a stop while it is being started again leaves nothing running', async (t) => {
  const postgres = await start(t, await usedFolder(t))
  const ended = new Promise((resolve) => postgres.onExit(resolve))
  process.kill(postgres.pid, 'SIGKILL')
  await ended
  await postgres.stop()
  assert.equal(await isRunning(postgres.pid), false)
})

test('a stop does not wait for clients that stay connected', async (t) => {
  const postgres = await start(t, await usedFolder(t))
  const client = new Client({ connectionString: postgres.url })
  const cut = new Promise<void>((resolve) => client.on('error', () => resolve()))
  await client.connect()
  await postgres.stop()
  await cut
  assert.equal(await isRunning(postgres.pid), false)
})

test('data of another PostgreSQL version is refused with one sentence', async (t) => {
  const folder = await dataFolder(t)
  await mkdir(join(folder, 'postgres'), { mode: 0o700 })
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '13\n')
  await assert.rejects(start(t, folder), /was written by PostgreSQL 13, and this is PostgreSQL \d+\./)
})

test('an ordinary user runs it as themselves, and root runs that data as its owner', async (t) => {
  if (process.getuid?.() !== 0)
    return t.skip('Only root can become another user; as an ordinary user all other tests show it.')
  const folder = await dataFolder(t)
  await chown(folder, NOBODY, NOBODY)
  if (!canReach(folder)) return t.skip('The user nobody cannot read this project; put it where everybody can.')
  const owner = await startOwner(t, AS_NOBODY, folder)
  assert.equal(await userOf(owner.pid), NOBODY)
  owner.process.kill('SIGKILL')
  await eventually('the server is gone', async () => !(await isRunning(owner.pid)))
  const postgres = await start(t, folder)
  assert.equal(await userOf(postgres.pid), NOBODY)
})

test('where root may not make a user namespace, it runs as nobody and ends with its owner', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('Only root has this problem.')
  const folder = await dataFolder(t)
  if (!canReach(tmpdir())) return t.skip('The user nobody cannot read this project; put it where everybody can.')
  const owner = await startOwner(t, await withOnly(t, 'setpriv'), folder)
  assert.equal(await userOf(owner.pid), NOBODY)
  owner.process.kill('SIGKILL')
  await eventually('the server is gone', async () => !(await isRunning(owner.pid)))
  const next = await start(t, folder)
  assert.equal(await userOf(next.pid), NOBODY)
})

test('where the kernel cannot be asked to end it, a watcher does', async (t) => {
  const owner = await startOwner(t, await withOnly(t, 'unshare'), await usedFolder(t))
  closeLast(t, () => rm(parse(owner.url).host ?? '', { recursive: true }))
  owner.process.kill('SIGKILL')
  await eventually('the server is gone', async () => !(await isRunning(owner.pid)))
})

/** A machine that has the shell and one of the two commands we build on, as a prefix to what runs there. */
async function withOnly(t: TestContext, command: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-path-'))
  closeLast(t, () => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755)
  for (const name of ['sh', 'true', command]) await symlink(`/usr/bin/${name}`, join(folder, name))
  return ['env', `PATH=${folder}`]
}

async function dataFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-embedded-'))
  closeLast(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** As an earlier start left it. */
async function usedFolder(t: TestContext): Promise<string> {
  const folder = await dataFolder(t)
  await layCluster(folder)
  return folder
}

async function start(t: TestContext, dataDirectory: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: silent, durable: false })
  t.after(() => postgres.stop())
  return postgres
}

type Owner = { process: ChildProcess; pid: number; url: string }

/** Resolves with the server that a process of its own has started; rejects with what that process said instead. */
async function startOwner(t: TestContext, through: string[], folder: string): Promise<Owner> {
  const [command = '', ...args] = [...through, process.execPath, OWNER, folder]
  const child = spawn(command, args)
  t.after(() => end(child))
  let said = ''
  child.stderr.on('data', (data) => (said += data))
  const first = await Promise.race([once(child.stdout, 'data'), once(child, 'close').then(() => undefined)])
  if (first === undefined) throw new Error(said)
  return { process: child, ...JSON.parse(String(first[0])) }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function unfinished(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('postgres-unfinished'))
}

function canReach(folder: string): boolean {
  const [command = '', ...args] = [...AS_NOBODY, 'sh', '-c', 'test -r "$1" && test -x "$2" && test -w "$3"', 'sh']
  return spawnSync(command, [...args, OWNER, process.execPath, folder]).status === 0
}

async function userOf(pid: number): Promise<number> {
  const [, uid] = (await readFile(`/proc/${pid}/status`, 'utf8')).match(/^Uid:\s+(\d+)/m) ?? []
  return Number(uid)
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => 'The tests here end servers on purpose.')
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
