/** A server that cannot run as asked ends with one sentence that says what to change. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Environment } from '../../src/guidance/settings/environment.ts'
import { StartRefused } from '../../src/problem.ts'
import { type Ended, runCommand } from '../world/command-line.ts'
import { eventually } from '../world/eventually.ts'
import { startTestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase, redisUrl } from '../world/stores.ts'

function assertRefused({ code, err }: Ended, pattern: RegExp): void {
  assert.equal(code, 1, err)
  assert.match(err, pattern)
  assert.equal(err.trim().split('\n').length, 1, err)
}

async function serve(t: TestContext, environment: Record<string, string> = {}): Promise<Ended> {
  const { url } = await freshDatabase(t)
  return runCommand(t, ['serve'], { DATABASE_URL: url, REDIS_URL: 'embedded:', PORT: '0', ...environment })
}

/** Nobody listens there; who is refused by its settings alone never asks. */
const UNASKED = { DATABASE_URL: 'postgresql://127.0.0.1:1/unasked' }

/** In this process, which costs a twentieth; what `serve` makes of a refusal is seen where it is run. */
async function assertStartRefused(t: TestContext, environment: Environment, pattern: RegExp): Promise<string> {
  const refusal = await startTestService(t, { environment }).then(
    () => assert.fail(`It started with ${JSON.stringify(environment)}.`),
    (error: unknown) => error,
  )
  assert.ok(refusal instanceof StartRefused, String(refusal))
  assert.match(refusal.message, pattern)
  assert.doesNotMatch(refusal.message, /\n/)
  return refusal.message
}

const assertUnaskedRefused = (t: TestContext, environment: Environment, pattern: RegExp) =>
  assertStartRefused(t, { ...UNASKED, ...environment }, pattern)

test('without DATABASE_URL or REDIS_URL it says which one to set', async (t) => {
  assertRefused(
    await runCommand(t, ['serve']),
    /DATABASE_URL must be set to the connection string of a PostgreSQL; REDIS_URL must be set/,
  )
  await assertUnaskedRefused(t, { REDIS_URL: ' ' }, /^REDIS_URL must be set/)
  await assertUnaskedRefused(t, { DATABASE_URL: '' }, /^DATABASE_URL must be set/)
  await assertUnaskedRefused(t, { DATABASE_URL: 'mysql://x/y' }, /DATABASE_URL must begin with postgresql:/)
  await assertUnaskedRefused(t, { REDIS_URL: 'zzz' }, /REDIS_URL must begin with redis:/)
})

test('a taken port is named', async (t) => {
  const holder = createServer().listen(0, '127.0.0.1')
  t.after(() => holder.close())
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  assertRefused(
    await serve(t, { PORT: String(port) }),
    new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken; set PORT`),
  )
})

test('a start that is refused leaves nothing open', async (t) => {
  const cache = redisUrl(t)
  if (cache === undefined) return
  const { url, adminUrl } = await freshDatabase(t)
  const connected = async () =>
    (
      await runSql(
        adminUrl,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = current_database()`,
      )
    ).length
  const one = await startTestService(t, { environment: { DATABASE_URL: url } })
  const environment = { DATABASE_URL: url, REDIS_URL: cache, PORT: String(one.port) }
  await assert.rejects(startTestService(t, { environment }), /is taken/)
  await one.stop()
  await eventually('no connection is left', async () => (await connected()) === 0)
})

test('a port or an address that cannot be is named', async (t) => {
  await assertUnaskedRefused(t, { PORT: 'http' }, /PORT must be a number/)
  await assertUnaskedRefused(t, { PORT: '65536' }, /PORT must be a number/)
  assertRefused(await serve(t, { HOST: '192.0.2.1' }), /Cannot listen on 192\.0\.2\.1/)
})

test('half an account for the cluster is named, and so is a token that is not there', async (t) => {
  await assertUnaskedRefused(t, { KUBE_ACT_CONTEXT: 'act' }, /KUBE_ACT_CONTEXT is set without KUBE_READ_CONTEXT/)
  const tokens = { KUBE_READ_TOKEN_FILE: '/nowhere/look', KUBE_ACT_TOKEN_FILE: '/nowhere/act' }
  await assertUnaskedRefused(
    t,
    { ...tokens, KUBERNETES_SERVICE_HOST: '127.0.0.1' },
    /KUBE_READ_TOKEN_FILE names \/nowhere\/look, which cannot be read/,
  )
})

test('a proxy that is no network, a switch that is neither yes nor no and a blank key are named', async (t) => {
  await assertUnaskedRefused(t, { TRUST_PROXY: 'true' }, /TRUST_PROXY has the entry "true"/)
  await assertUnaskedRefused(t, { ALLOW_OPEN_API: 'perhaps' }, /ALLOW_OPEN_API must be true or false, not "perhaps"/)
  await assertUnaskedRefused(t, { API_KEY: '  ' }, /API_KEY holds nothing but blanks/)
  await assertUnaskedRefused(t, { API_KEY: 'a-key\n' }, /API_KEY begins or ends with a blank or a line break/)
})

test('an address with a wrong port, or with a password where none may stand, is named and not repeated', async (t) => {
  const ends = [
    [{ REDIS_URL: 'redis://:canary@h:notaport' }, /\bREDIS_URL cannot be read/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:canary@127.0.0.1:1' }, /OTEL_EXPORTER_OTLP_ENDPOINT must hold no user/],
  ] as const
  for (const [environment, pattern] of ends) {
    const sentence = await assertUnaskedRefused(t, environment, pattern)
    const { out } = await runCommand(t, ['doctor'], environment)
    assert.match(out, pattern)
    assert.doesNotMatch(sentence + out, /canary/)
  }
})

test('what passes and yet cannot be meant is warned of at the start', async (t) => {
  const environment = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=canary', KUBECONFIG: '/nowhere/config' }
  const { logged } = await startTestService(t, { environment })
  assert.match(logged(), /OTEL_EXPORTER_OTLP_HEADERS is set without OTEL_EXPORTER_OTLP_ENDPOINT/)
  assert.match(logged(), /KUBECONFIG names \/nowhere\/config, which cannot be read/)
  assert.doesNotMatch(logged(), /canary/)
})

test('doctor tells all that would stop the start at once, each under its setting and only once', async (t) => {
  const environment = {
    DATABASE_URL: 'mysql://x/y',
    REDIS_URL: 'zzz',
    PORT: 'http',
    ALLOW_OPEN_API: 'perhaps',
    TRUST_PROXY: '*',
    FIREBREAK_SECRET_KEY: ' ',
    KUBE_ACT_CONTEXT: 'act',
  }
  const { code, out } = await runCommand(t, ['doctor'], environment)
  assert.equal(code, 1, out)
  const bad = out.split('\n').filter((line) => line.startsWith('✗'))
  for (const key of Object.keys(environment))
    assert.equal(bad.filter((line) => line.includes(`: ${key} `)).length, 1, `${key}\n${out}`)
  assert.match(out, /7 things must be mended before Firebreak can start/)
})

test('beyond loopback without a key it refuses and names both cures', async (t) => {
  assertRefused(await serve(t, { HOST: '0.0.0.0' }), /API_KEY.*ALLOW_OPEN_API=true/)
  await assertStartRefused(t, { HOST: '::' }, /API_KEY.*ALLOW_OPEN_API=true/)
})

test('with either cure it listens beyond loopback', async (t) => {
  for (const cure of [{ API_KEY: 'k' }, { ALLOW_OPEN_API: 'true' }]) {
    const { get } = await startTestService(t, { environment: { HOST: '0.0.0.0', ...cure } })
    assert.equal((await get('/healthz')).status, 200)
  }
})

test('a store that refuses the credentials ends it at once', async (t) => {
  const { url } = await freshDatabase(t)
  const stranger = url.replace(/\/\/[^@]*@/, '//nobody_here:wrong@')
  const ended = await serve(t, { DATABASE_URL: stranger })
  assertRefused(ended, /The relational store refused the credentials of DATABASE_URL/)
  assert.doesNotMatch(ended.err + ended.out, /:wrong@/)
})

test('a wrong password ends it at once', async (t) => {
  const port = await startRefusingPostgres(t)
  const DATABASE_URL = `postgresql://me:wrong@127.0.0.1:${port}/x`
  const { ready } = await startTestService(t, { environment: { DATABASE_URL }, untilReady: false })
  await assert.rejects(
    ready,
    (error) => error instanceof StartRefused && /refused the credentials.*password/.test(error.message),
  )
})

/** Says in PostgreSQL's protocol what a server says to a wrong password. */
async function startRefusingPostgres(t: TestContext): Promise<number> {
  const fields = ['SFATAL', 'VFATAL', 'C28P01', 'Mpassword authentication failed for user "me"', '']
  const body = Buffer.from(`${fields.join('\0')}\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  const server = createServer((socket) => {
    socket.on('error', () => 'The client has read what it needs.')
    socket.once('data', () => socket.end(Buffer.concat([head, body])))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a connection string that cannot be read is not repeated, because it may hold a password', async (t) => {
  const ended = await serve(t, { DATABASE_URL: 'postgresql://me:canary@[broken' })
  assertRefused(ended, /DATABASE_URL cannot be read/)
  assert.doesNotMatch(ended.err, /canary/)
})
