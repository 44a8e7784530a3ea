import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { ClusterRefusal } from '../../ports/cluster.ts'
import { DatabaseRefusal } from '../../ports/database.ts'
import { NotConfigured } from '../../ports/not-configured.ts'
import { readChatRequest } from '../chat/read-chat-request.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import { trySetting } from './try-setting.ts'
import { TARGET_TRIALS, type Targets } from './try-targets.ts'

const HELD = { CHAT_ENCRYPT_KEY: 'held key', CHAT_VERIFICATION_TOKEN: 'held token', CHAT_MAX_SKEW_SECONDS: 300 }

/** A door that reads callbacks as ours does, beside a Grafana and a page that wants somebody to sign in. */
async function startDoor(t: TestContext): Promise<string> {
  const server = createServer(async (request, response) => {
    const { url = '', headersDistinct: headers } = request
    const raw = await buffer(request)
    if (url === '/api/health') return void response.end('{"database":"ok"}')
    if (url !== '/chat/event') return void response.writeHead(url === '/-/healthy' ? 401 : 404).end()
    const read = readChatRequest({ headers, raw, path: 'event', settings: HELD, now: new Date() })
    if ('challenge' in read) response.end(JSON.stringify({ challenge: read.challenge }))
    else response.writeHead(401).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.after(() => server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const NO_TARGETS: Targets = {
  unread: [],
  databases: { names: () => [], read: async () => [] },
  isClusterNamed: false,
  cluster: { get: async () => Promise.reject(new NotConfigured('No Kubernetes cluster is configured.')) },
}

type Key = Parameters<typeof trySetting>[1]['key']

async function tried(t: TestContext, key: Key, values: Partial<Settings>, targets = NO_TARGETS, changes = {}) {
  const fetch = createGuardedFetch()
  t.after(() => fetch.close())
  const settings = { preview: async () => ({ values: values as Settings, sentences: [], doubts: [] }) }
  const parts = { settings, fetch, clock: { now: () => new Date() }, targets, clean: (text: string) => text }
  const { works, cameBack } = await trySetting(parts as never, { key, changes, by: 'ruth' })
  return [works, cameBack] as const
}

test('what callbacks bear is tried at our own door, which takes what is in force and nothing else', async (t) => {
  const PUBLIC_URL = await startDoor(t)
  const key = (value: string) => tried(t, 'CHAT_ENCRYPT_KEY', { PUBLIC_URL, CHAT_ENCRYPT_KEY: value })
  const token = (value: string) => tried(t, 'CHAT_VERIFICATION_TOKEN', { PUBLIC_URL, CHAT_VERIFICATION_TOKEN: value })
  assert.match(`${await key('held key')}`, /^true,It was taken/)
  assert.match(`${await key('another')}`, /^false,It refused it \(401\)/)
  assert.match(`${await token('held token')}`, /^true,It was taken/)
  assert.match(`${await token('another')}`, /^false,It refused it \(401\)/)
  const alone = await tried(t, 'CHAT_ENCRYPT_KEY', { CHAT_ENCRYPT_KEY: 'held key' })
  assert.deepEqual(alone, [false, 'To try it, set PUBLIC_URL.'])
})

test('an address people open in their browser is asked, and one that wants somebody to sign in is there', async (t) => {
  const address = await startDoor(t)
  assert.match(`${await tried(t, 'GRAFANA_PAGE_URL', { GRAFANA_PAGE_URL: address })}`, /^true,It answered 200/)
  assert.match(`${await tried(t, 'METRICS_PAGE_URL', { METRICS_PAGE_URL: address })}`, /^true,It is there, and wants/)
  const wrong = { GRAFANA_PAGE_URL: `${address}/elsewhere` }
  assert.deepEqual(await tried(t, 'GRAFANA_PAGE_URL', wrong), [false, 'It answered 404.'])
})

test('databases and the cluster of the environment are asked as a diagnosis asks them, and who refuses is named', async (t) => {
  const asked: string[] = []
  const read = async (database: string | undefined, sql: string) => {
    asked.push(`${database}: ${sql}`)
    if (database === 'till')
      throw new DatabaseRefusal('Database till: password authentication failed for user "watcher"')
    return []
  }
  const databases = (...names: string[]): Targets => ({ ...NO_TARGETS, databases: { names: () => names, read } })
  const ask = (targets: Targets) => tried(t, 'TARGET_DATABASES', {}, targets)
  assert.deepEqual(await ask(databases('shop')), [true, 'It answered.'])
  assert.deepEqual(await ask(databases('shop', 'stock')), [true, 'All 2 answered.'])
  const [works, cameBack] = await ask(databases('shop', 'till'))
  assert.equal(works, false)
  assert.match(cameBack, /^Database till: password authentication failed/)
  const unread = ['Entry 2 cannot be read.']
  assert.deepEqual(await ask({ ...databases('shop'), unread }), [false, 'Entry 2 cannot be read.'])
  assert.deepEqual(await ask({ ...NO_TARGETS, unread }), [false, 'Entry 2 cannot be read.'])
  assert.deepEqual(await ask(NO_TARGETS), [false, 'To try it, set TARGET_DATABASES.'])
  assert.ok(asked.every((one) => one.endsWith(': SELECT 1')))

  const cluster = (get: Targets['cluster']['get']) => tried(t, 'KUBECONFIG', {}, { ...NO_TARGETS, cluster: { get } })
  assert.deepEqual(await cluster(async () => ({}) as never), [true, 'It let us in.'])
  const refused = (who: string) => async () => {
    throw new ClusterRefusal(403, 'Forbidden', `namespaces "default" is forbidden: User "${who}" cannot get resource`)
  }
  assert.deepEqual(await cluster(refused('system:serviceaccount:watch:looker')), [true, 'It let us in.'])
  const [isKnown, words] = await cluster(refused('system:anonymous'))
  assert.deepEqual([isKnown, /system:anonymous/.test(words)], [false, true])
  assert.deepEqual(await tried(t, 'KUBECONFIG', {}), [false, 'To try it, set KUBECONFIG.'])
  const named = await tried(t, 'KUBECONFIG', {}, { ...NO_TARGETS, isClusterNamed: true })
  assert.match(`${named}`, /^false,The Kubernetes cluster cannot be used: No Kubernetes/)
})

test('a database that hangs hides no other: each is told by its name when the time is over', async () => {
  const read = async (name: string | undefined) =>
    name === 'till' ? Promise.reject(new DatabaseRefusal('Database till: refused')) : new Promise<never>(() => {})
  const databases = { names: () => ['stock', 'till'], read }
  const trial = TARGET_TRIALS.TARGET_DATABASES({
    ...NO_TARGETS,
    ...{ databases, signal: AbortSignal.timeout(5), seconds: 10 },
  })
  await assert.rejects(trial?.ask() ?? Promise.resolve(), {
    message: 'Database stock: nothing, within 10 s. Database till: refused',
  })
})

test('what the environment names is tried as it stands there: another value is refused by the field', async (t) => {
  const refused = await tried(t, 'KUBECONFIG', {}, NO_TARGETS, { KUBECONFIG: '/elsewhere' }).catch((error) => error)
  assert.equal(refused.code, 'VALIDATION_ERROR')
  assert.equal(refused.details[0].field, 'value')
  assert.match(refused.message, /^KUBECONFIG is tried as the environment has it/)
})
