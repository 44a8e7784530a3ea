/** What can be typed after `firebreak`, run as a person would. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Ended, runCommand } from '../world/command-line.ts'
import { startTestService } from '../world/service.ts'
import { freshDatabase } from '../world/stores.ts'

const NOWHERE = 'postgresql://nobody@127.0.0.1:1/nothing'

/** For a mistake a person can mend: exit code 1, one sentence, no stack. */
function assertOneSentence({ code, err }: Ended, pattern: RegExp): void {
  assert.equal(code, 1, err)
  assert.match(err, pattern)
  assert.doesNotMatch(err, /\n\s+at |node:internal|\.ts:\d+/, 'a stack was shown')
  assert.ok(err.trim().split('\n').length <= 2, err)
}

async function openCommands(t: TestContext, environment: Record<string, string> = {}) {
  const { url, adminUrl } = await freshDatabase(t)
  const run = (...args: string[]) => runCommand(t, args, { DATABASE_URL: url, REDIS_URL: 'embedded:', ...environment })
  return { run, url, adminUrl }
}

test('--version and --help answer without any store', async (t) => {
  const version = await runCommand(t, ['--version'])
  assert.deepEqual([version.code, version.err], [0, ''])
  assert.match(version.out, /^\d+\.\d+\.\d+\n$/)
  const help = await runCommand(t, ['--help'])
  assert.equal(help.code, 0)
  for (const command of ['serve', 'migrate', 'keys', 'config', 'doctor'])
    assert.match(help.out, new RegExp(`^  ${command}`, 'm'))
})

test('an unknown command, option or argument ends with 1 and leads to the help', async (t) => {
  for (const args of [
    ['launch'],
    ['serve', '--port'],
    ['keys', 'create'],
    ['keys', 'create', '--role', 'root'],
    ['keys', 'revoke'],
    ['config', 'set'],
  ]) {
    const { code, err } = await runCommand(t, args, { DATABASE_URL: NOWHERE })
    assert.equal(code, 1, args.join(' '))
    assert.match(err, /error: .*\n*.*--help/s)
  }
})

test('migrate brings a store up to date, and says when it is', async (t) => {
  const { run } = await openCommands(t)
  assert.match((await run('migrate')).out, /^Applied 0001_settings_keys_audit\.sql/)
  const again = await run('migrate')
  assert.deepEqual([again.code, again.out], [0, 'The store is up to date.\n'])
})

test('a key is created, opens the API, is listed and revoked', async (t) => {
  const { run, url } = await openCommands(t)
  assert.match((await run('keys', 'list')).out, /No key was issued yet/)
  const created = await run('keys', 'create', '--role', 'admin', '--name', 'me')
  const key = /fbk_a_[a-z0-9]{8}_[\w-]{43}/.exec(created.out)?.[0] ?? ''
  const { get } = await startTestService(t, { environment: { DATABASE_URL: url } })
  assert.deepEqual([(await get('/api/config')).status, (await get('/api/config', { key })).status], [401, 200])
  const listed = await run('keys', 'list')
  assert.match(listed.out, /admin\s+me\s+\S+Z\s+valid/)
  assert.ok(!listed.out.includes(key.slice(-43)))
  const id = key.split('_')[2] ?? ''
  assert.equal((await run('keys', 'revoke', id)).out, `Key ${id} is revoked.\n`)
  assert.equal((await get('/api/config', { key })).status, 401)
  assert.match((await run('keys', 'list')).out, /revoked \S+Z/)
  assertOneSentence(await run('keys', 'revoke', 'zzzzzzzz'), /There is no key zzzzzzzz/)
})

test('config set changes a running service at its next use, and config get shows values with secrets masked', async (t) => {
  const { run, url } = await openCommands(t)
  const { get } = await startTestService(t, { environment: { DATABASE_URL: url } })
  const set = await run(
    'config',
    'set',
    'LLM_TIMEOUT=120',
    'ALLOWED_NAMESPACES=a,b',
    'LLM_API_KEY=canary-key',
    'METRICS_URL=http://u:canary-pw@h',
  )
  assert.deepEqual([set.code, set.err], [0, ''])
  assert.equal((await get('/api/config')).body.data.llm.timeout, 120)
  const all = await run('config', 'get')
  assert.match(all.out, /^LLM_TIMEOUT\s+120\s+runtime$/m)
  assert.match(all.out, /^ALLOWED_NAMESPACES\s+a,b\s+runtime$/m)
  assert.match(all.out, /^LLM_API_KEY\s+\[set\]\s+runtime$/m)
  assert.doesNotMatch(all.out + set.out, /canary/)
  assert.equal((await run('config', 'get', 'LLM_TIMEOUT')).out, '120\n')
  assert.equal((await run('config', 'get', 'LLM_API_KEY')).out, '[set]\n')
  assert.equal((await run('config', 'set', 'ALLOWED_NAMESPACES=')).code, 0)
  assert.equal((await run('config', 'get', 'ALLOWED_NAMESPACES')).out, 'default,production\n')
})

test('a wrong assignment changes nothing and names what is wrong', async (t) => {
  const { run } = await openCommands(t)
  assertOneSentence(
    await run('config', 'set', 'LLM_MODEL=x', 'LLM_TIMEOUT=soon'),
    /LLM_TIMEOUT must be an integer greater than 0/,
  )
  assert.notEqual((await run('config', 'get', 'LLM_MODEL')).out, 'x\n')
  assertOneSentence(
    await run('config', 'set', 'LLM_MODEL=x', 'LLM_MODLE=y'),
    /Nothing was changed\. LLM_MODLE is no run/,
  )
  assertOneSentence(
    await run('config', 'set', 'MAX_REPLICA_CHANGE=lots'),
    /Nothing was changed\. MAX_REPLICA_CHANGE takes/,
  )
  assert.notEqual((await run('config', 'get', 'LLM_MODEL')).out, 'x\n')
  assertOneSentence(await run('config', 'set', 'LLM_TIMEOUT'), /not of the form KEY=VALUE/)
  assertOneSentence(await run('config', 'get', 'NOTHING'), /NOTHING is not a runtime setting/)
})

test('commands without a store, or with one that is away or refuses, end with one sentence', async (t) => {
  const commands = [['migrate'], ['keys', 'list'], ['config', 'get'], ['keys', 'create', '--role', 'admin']]
  const { url } = await freshDatabase(t)
  for (const args of commands) {
    assertOneSentence(await runCommand(t, args), /DATABASE_URL is not set/)
    assertOneSentence(await runCommand(t, args, { DATABASE_URL: NOWHERE }), /The relational store cannot be reached/)
    assertOneSentence(await runCommand(t, args, { DATABASE_URL: 'postgresql://[broken' }), /DATABASE_URL/)
  }
  assertOneSentence(
    await runCommand(t, ['migrate'], { DATABASE_URL: url.replace(/test_\w+(?=\?|$)/, 'absent') }),
    /absent/,
  )
})

test('doctor finds nothing to mend where all is there', async (t) => {
  const { run } = await openCommands(t, { PORT: '0', FIREBREAK_SECRET_KEY: 'x', API_KEY: 'y' })
  const { code, out } = await run('doctor')
  assert.equal(code, 0, out)
  assert.match(out, /✓ relational store: PostgreSQL \d+/)
  assert.match(out, /– cache store: kept in the process/)
  assert.match(out, /Firebreak can start\.\n$/)
})

test('doctor beside a running Firebreak says that it runs, and names a port that something else holds', async (t) => {
  const { run, url } = await openCommands(t)
  const { port } = await startTestService(t, { environment: { DATABASE_URL: url } })
  const doctor = (held: number, stores = {}) => runCommand(t, ['doctor'], { PORT: String(held), ...stores })
  const beside = await doctor(port, { DATABASE_URL: url, REDIS_URL: 'embedded:' })
  assert.match(beside.out, /✓ address: Firebreak \d+\.\d+\.\d+ is already running at 127\.0\.0\.1:\d+/)
  assert.match(beside.out, /\nFirebreak is running at 127\.0\.0\.1:\d+; there is nothing to start\. The lines above/)
  assert.equal(beside.code, 0, beside.out)
  const other = createServer((_request, response) => response.end('{"status":"fine"}')).listen(0, '127.0.0.1')
  t.after(() => other.close())
  await once(other, 'listening')
  assert.match((await doctor((other.address() as AddressInfo).port)).out, /✗ address: .*cannot be listened on/)
  const refused = await run('config', 'set', 'METRICS_URL=nowhere', '--anyway')
  assert.deepEqual([refused.code, (await run('config', 'set', 'METRICS_URL=nowhere')).err], [1, refused.err])
  assertOneSentence(await run('config', 'set', 'API_KEY=x'), /Nothing was changed\. API_KEY is read/)
  const set = await run('config', 'set', 'API_KEY=x', '--anyway')
  assert.equal(set.code, 0)
  assert.match(set.out, /API_KEY is read from the environment at start; the stored value has no effect/)
})

test('doctor says what is missing and how to give it, all at once, and ends with 1', async (t) => {
  const bare = await runCommand(t, ['doctor'], { PORT: '0' })
  assert.equal(bare.code, 1)
  assert.match(bare.out, /✗ relational store: DATABASE_URL is not set; give/)
  assert.match(bare.out, /✗ cache store: REDIS_URL is not set; give/)
  assert.match(bare.out, /npm start can start Firebreak; firebreak serve lacks 2 things/)
  const environment = {
    PORT: '0',
    DATABASE_URL: 'postgresql://x@localhost:1/x',
    REDIS_URL: 'redis://localhost:1',
    LLM_TIMEOUT: 'soon',
    LLM_API_KEY: 'k',
    LLM_BASE_URL: 'no address',
  }
  const away = await runCommand(t, ['doctor'], environment)
  assert.equal(away.code, 1)
  for (const line of away.out.split('\n').filter((one) => one.startsWith('✗'))) assert.match(line, /✗ [^:]+: .{10,}/)
  assert.match(away.out, /✗ relational store: .*ECONNREFUSED/)
  assert.match(away.out, /✗ cache store: .*ECONNREFUSED/)
  assert.match(away.out, /– settings: .*LLM_TIMEOUT in the environment is ignored/)
  assert.match(away.out, /model: .*LLM_BASE_URL/)
})

test('a .env file in the folder is read, and what is already set stands above it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'firebreak-env-'))
  t.after(() => rm(folder, { recursive: true }))
  const { url } = await freshDatabase(t)
  await writeFile(join(folder, '.env'), `DATABASE_URL=${url}\nLLM_MODEL=from-file\n`)
  assert.equal((await runCommand(t, ['config', 'get', 'LLM_MODEL'], {}, folder)).out, 'from-file\n')
  assert.equal((await runCommand(t, ['config', 'get', 'LLM_MODEL'], { LLM_MODEL: 'given' }, folder)).out, 'given\n')
})
