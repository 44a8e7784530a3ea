import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { startChatSimulator } from './chat-simulator.ts'
import type { Endpoint } from './pusher.ts'
import { RateLimits } from './rate-limits.ts'
import { VirtualClock } from './virtual-clock.ts'

const CARD = {
  config: { update_multi: true },
  header: { template: 'orange', title: { tag: 'plain_text', content: 'Decide' } },
  elements: [
    {
      tag: 'action',
      actions: [
        { tag: 'button', text: { tag: 'plain_text', content: 'Go' }, value: { action: 'go', incident_id: 'INC-1' } },
      ],
    },
  ],
}
const DONE = { ...CARD, elements: [{ tag: 'div', text: { tag: 'plain_text', content: 'done' } }] }

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and assert what they find.
type Json = any

async function start(t: TestContext) {
  const simulator = await startChatSimulator({ chats: ['oc_ops', { id: 'oc_foreign', hasBot: false }] })
  t.after(() => simulator.close())
  const call = async (method: string, path: string, body?: unknown, token = simulator.tokens.issued.at(-1)?.token) => {
    const response = await fetch(`${simulator.url}/open-apis${path}`, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Json }
  }
  const codeOf = async (...asked: Parameters<typeof call>) => (await call(...asked)).body.code
  const login = () =>
    call('POST', '/auth/v3/tenant_access_token/internal', { app_id: 'cli_demo', app_secret: 'chat-app-secret' })
  const send = (content: unknown, extra: object = {}, type = 'interactive') =>
    call('POST', '/im/v1/messages?receive_id_type=chat_id', {
      receive_id: 'oc_ops',
      msg_type: type,
      content: typeof content === 'string' ? content : JSON.stringify(content),
      ...extra,
    })
  await login()
  return { simulator, call, codeOf, login, send, pass: (seconds: number) => simulator.clock.advance(seconds * 1000) }
}

test('a token is given again while it has half an hour left, and both stay good to their end', async (t) => {
  const { login, codeOf, pass } = await start(t)
  await pass(3600)
  const again = (await login()).body
  assert.deepEqual([again.tenant_access_token, again.expire], ['t-1', 3600])
  await pass(1800)
  assert.deepEqual([(await login()).body.tenant_access_token, (await login()).body.expire], ['t-2', 7200])
  assert.equal(await codeOf('GET', '/bot/v3/info', undefined, 't-1'), 0)
  await pass(1800)
  assert.equal(await codeOf('GET', '/bot/v3/info', undefined, 't-1'), 99991663)
  assert.equal(await codeOf('GET', '/bot/v3/info', undefined, 't-2'), 0)
  assert.equal(await codeOf('GET', '/bot/v3/info', undefined, ''), 99991661)
  const wrong = { app_id: 'cli_demo', app_secret: 'x' }
  assert.equal(await codeOf('POST', '/auth/v3/tenant_access_token/internal', wrong), 10014)
})

test('one uuid is one message for an hour', async (t) => {
  const { simulator, send, pass } = await start(t)
  const first = (await send(CARD, { uuid: 'u' })).body.data
  assert.equal((await send({ text: 'other' }, { uuid: 'u' }, 'text')).body.data.message_id, first.message_id)
  await pass(3600)
  assert.notEqual((await send(CARD, { uuid: 'u' })).body.data.message_id, first.message_id)
  assert.equal(simulator.store.all().length, 2)
  assert.equal((await send(CARD, { uuid: 'x'.repeat(51) })).body.code, 230001)
})

test('what is no card, no text or too long is refused', async (t) => {
  const { send, pass } = await start(t)
  const refusals: [content: unknown, type: string, code: number, words: RegExp][] = [
    ['no json', 'interactive', 230001, /JSON/],
    [{ card: CARD }, 'interactive', 230099, /200621/],
    [{ ...CARD, elements: [{ tag: 'gadget' }] }, 'interactive', 230099, /gadget/],
    [{ ...CARD, header: { template: 'pink' } }, 'interactive', 230099, /pink/],
    [{ schema: '2.0', body: { elements: [{ tag: 'action' }] } }, 'interactive', 230099, /200861/],
    [{ schema: '2.0', config: { wide_screen_mode: true }, body: {} }, 'interactive', 230099, /wide_screen/],
    [{ ...CARD, elements: [{ tag: 'button', value: 'text' }] }, 'interactive', 230099, /object/],
    [{ ...CARD, elements: [{ tag: 'markdown', content: 'x'.repeat(31_000) }] }, 'interactive', 230025, /length/],
    [{ text: 'x'.repeat(160_000) }, 'text', 230025, /length/],
    [{ text: '' }, 'text', 230001, /empty/],
    [{}, 'sticker', 230001, /msg_type/],
  ]
  for (const [content, type, code, words] of refusals) {
    const { body } = await send(content, {}, type)
    assert.equal(body.code, code, String(words))
    assert.match(body.msg, words)
    await pass(1)
  }
  assert.equal((await send(CARD, { receive_id: 'oc_foreign' })).body.code, 230002)
})

test('a card is changed only by whom it is from, while young, and as long as everybody may see it changed', async (t) => {
  const { simulator, send, codeOf, pass, login } = await start(t)
  await send(CARD)
  const patch = (id: string, card: unknown) =>
    codeOf('PATCH', `/im/v1/messages/${id}`, { content: JSON.stringify(card) })
  assert.equal(await patch('om_1', DONE), 0)
  assert.match(simulator.words('om_1'), /done/)
  assert.equal(await patch('om_1', { ...DONE, config: {} }), 230001)
  await send({ ...CARD, config: {} })
  assert.equal(await patch('om_2', DONE), 230001)
  await send({ text: 'x' }, {}, 'text')
  assert.equal(await patch('om_3', DONE), 230001)
  await send({ schema: '2.0', config: { update_multi: true }, body: { elements: [] } })
  assert.equal(await patch('om_4', DONE), 230099)
  simulator.store.add({
    chatId: 'oc_ops',
    type: 'interactive',
    content: JSON.stringify(CARD),
    sender: { id: 'cli_b', kind: 'bot' },
  })
  assert.equal(await patch('om_5', DONE), 230027)
  assert.equal(await patch('om_9', DONE), 230110)
  await pass(15 * 24 * 3600)
  await login()
  assert.equal(await patch('om_1', DONE), 230031)
  simulator.store.recall('om_1')
  assert.equal(await patch('om_1', DONE), 230011)
})

test('answers stand under what they answer, in a thread where one is open', async (t) => {
  const { send, call } = await start(t)
  await send(CARD)
  const answer = (id: string, extra: object) =>
    call('POST', `/im/v1/messages/${id}/reply`, { msg_type: 'text', content: '{"text":"x"}', ...extra })
  const { data } = (await answer('om_1', {})).body
  assert.deepEqual([data.root_id, data.parent_id, data.thread_id], ['om_1', 'om_1', undefined])
  assert.equal((await answer('om_1', { reply_in_thread: true })).body.data.thread_id, 'omt_1')
  assert.deepEqual((await answer('om_3', {})).body.data.thread_id, 'omt_1')
  assert.equal(
    (await call('GET', '/im/v1/messages?container_id_type=chat&container_id=oc_ops')).body.data.items.length,
    4,
  )
  assert.equal((await call('GET', '/im/v1/messages/om_3')).body.data.items[0].root_id, 'om_1')
})

test('too many calls are refused, in a chat by its number and over all with the time to wait', async (t) => {
  const { send, call, pass } = await start(t)
  for (let at = 0; at < 5; at += 1) assert.equal((await send(CARD)).body.code, 0)
  assert.equal((await send(CARD)).body.code, 230020)
  await pass(1)
  assert.equal((await send(CARD)).body.code, 0)
  const react = () => call('POST', '/im/v1/messages/om_1/reactions', { reaction_type: { emoji_type: 'OK' } })
  for (let at = 0; at < 50; at += 1) await react()
  const { status, body, headers } = await react()
  assert.deepEqual([status, body.code, headers.get('x-ogw-ratelimit-reset')], [429, 99991400, '1'])
})

test('a thousand calls fill a minute', async () => {
  const clock = new VirtualClock()
  const limits = new RateLimits(clock)
  for (let at = 0; at < 1000; at += 1) {
    limits.takeApi('send')
    await clock.advance(30)
  }
  assert.throws(() => limits.takeApi('send'), { code: 99991400, resetSeconds: 60 })
  await clock.advance(30_000)
  limits.takeApi('send')
})

test('an event that is not answered with 200 in time comes again after 15 s, 5 min, 1 h and 6 h', async (t) => {
  const { simulator } = await start(t)
  const answers = [500, 'late', 302, 500, 200] as const
  let heard = 0
  await listen(t, simulator, { deadlineMs: 3000 }, (_request, response) => {
    const answer = answers[heard++]
    if (answer !== 'late') response.writeHead(answer ?? 200, { location: '/elsewhere' }).end()
  })
  await simulator.say({ chatId: 'oc_ops', from: 'ou_a', text: 'hello' })
  await simulator.clock.advance(24 * 3600 * 1000)
  const times = simulator.pusher.deliveries.map(({ at }) => (at.getTime() - Date.parse('2025-01-01T09:00:00Z')) / 1000)
  assert.deepEqual(times, [0, 15, 315, 3915, 25515])
  assert.deepEqual(
    simulator.pusher.deliveries.map(({ status }) => status),
    [500, undefined, 302, 500, 200],
  )
})

test('events can be held back and released in another order', async (t) => {
  const { simulator } = await start(t)
  const heard: string[] = []
  await listen(t, simulator, {}, async (request, response) => {
    heard.push(JSON.parse(await text(request)).event.message.message_id)
    response.end('{}')
  })
  simulator.pusher.hold()
  for (const words of ['one', 'two', 'three']) await simulator.say({ chatId: 'oc_ops', from: 'ou_a', text: words })
  await simulator.pusher.release((waiting) => waiting.reverse())
  assert.deepEqual(heard, ['om_3', 'om_2', 'om_1'])
})

test('the application hears what its permissions let it hear', async (t) => {
  const { simulator } = await start(t)
  await listen(t, simulator, {}, (_request, response) => response.end('{}'))
  simulator.addChat({ id: 'oc_alone', type: 'p2p' })
  const heard = async () => {
    const said = [
      await simulator.say({ chatId: 'oc_ops', from: 'ou_bot', fromKind: 'bot', text: 'alert' }),
      await simulator.say({ chatId: 'oc_ops', from: 'ou_a', text: 'hello' }),
      await simulator.say({ chatId: 'oc_ops', from: 'ou_a', text: 'hello', toBot: true }),
      await simulator.say({ chatId: 'oc_alone', from: 'ou_a', text: 'hello' }),
      await simulator.say({ chatId: 'oc_foreign', from: 'ou_a', text: 'hello' }),
    ]
    return said.map(({ delivery }) => delivery !== undefined)
  }
  assert.deepEqual(await heard(), [true, true, true, true, false])
  simulator.hears = 'people'
  assert.deepEqual(await heard(), [false, true, true, true, false])
  simulator.hears = 'mentions'
  assert.deepEqual(await heard(), [false, false, true, true, false])
})

test('what a press is answered with becomes what the person sees', async (t) => {
  const { simulator, send } = await start(t)
  let answer: { status?: number; body: string } | undefined
  await listen(t, simulator, { deadlineMs: 3000 }, (_request, response) => {
    if (answer) response.writeHead(answer.status ?? 200).end(answer.body)
  })
  await send(CARD)
  const pressed = async (given: typeof answer) => {
    answer = given
    const { code, toast } = await simulator.click('om_1', 'Go', 'ou_a')
    return toast ? [code, toast.type] : code
  }
  assert.equal(await pressed({ body: '{}' }), 0)
  assert.deepEqual(await pressed({ body: JSON.stringify({ toast: { type: 'info', content: 'x' } }) }), [0, 'info'])
  assert.equal(await pressed({ body: JSON.stringify({ toast: { type: 'loud', content: 'x' } }) }), 200672)
  assert.equal(await pressed({ body: 'thanks' }), 200672)
  assert.equal(await pressed({ status: 500, body: '{}' }), 200671)
  assert.equal(await pressed({ body: JSON.stringify({ card: { type: 'raw', data: { elements: 'none' } } }) }), 200673)
  assert.equal(await pressed(undefined), 200341)
  assert.deepEqual(simulator.buttons('om_1').length, 1)
  assert.equal(await pressed({ body: JSON.stringify(DONE) }), 0)
  assert.deepEqual(simulator.buttons('om_1'), [])
  await assert.rejects(simulator.click('om_1', 'Go', 'ou_a'), /no button/)
})

test('the token of a press updates its card twice, within half an hour, and not before the answer', async (t) => {
  const { simulator, send, codeOf, pass } = await start(t)
  const update = (token: string) => codeOf('POST', '/interactive/v1/card/update', { token, card: DONE })
  const early: number[] = []
  await listen(t, simulator, {}, async (request, response) => {
    early.push(await update(JSON.parse(await text(request)).event.token))
    response.end('{}')
  })
  await send(CARD)
  await simulator.click('om_1', 'Go', 'ou_a')
  assert.deepEqual(early, [300000])
  assert.deepEqual([await update('c-1'), await update('c-1'), await update('c-1')], [0, 0, 300000])
  assert.match(simulator.words('om_1'), /done/)
  await send(CARD)
  await simulator.click('om_2', 'Go', 'ou_a')
  await pass(1801)
  assert.equal(await update('c-2'), 300000)
})

test('faults strike single calls, and one that was lost has still happened', async (t) => {
  const { simulator, send } = await start(t)
  simulator.refuse({ code: 230022, message: 'policy' })
  const refused = await send(CARD)
  assert.deepEqual([refused.status, refused.body.code, refused.body.msg], [400, 230022, 'policy'])
  simulator.faults.add({ does: 'cut after' })
  await assert.rejects(send(CARD))
  assert.equal(simulator.store.all().length, 1)
  const away = simulator.down('cut')
  await assert.rejects(send(CARD))
  away.release()
  assert.equal((await send(CARD)).status, 200)
})

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

async function listen(
  t: TestContext,
  simulator: Awaited<ReturnType<typeof startChatSimulator>>,
  endpoint: Partial<Endpoint>,
  handler: Handler,
) {
  const server = createServer((request, response) => void handler(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  simulator.connect({ eventUrl: `${url}/event`, cardUrl: `${url}/card`, encryptKey: 'ek', ...endpoint })
}
