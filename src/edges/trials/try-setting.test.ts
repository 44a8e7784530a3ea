import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import type { Settings } from '../../guidance/settings/catalogue.ts'
import { readChatRequest } from '../chat/read-chat-request.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import { trySetting } from './try-setting.ts'

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

async function tried(t: TestContext, key: Parameters<typeof trySetting>[1]['key'], values: Partial<Settings>) {
  const fetch = createGuardedFetch()
  t.after(() => fetch.close())
  const settings = { preview: async () => ({ values: values as Settings, sentences: [], doubts: [] }) }
  const parts = { settings, fetch, clock: { now: () => new Date() }, clean: (text: string) => text }
  const { works, cameBack } = await trySetting(parts as never, { key, changes: {}, by: 'ruth' })
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
