/** The two addresses of the chat platform, at the running service: what is refused, what is understood, what counts once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../world/chance.ts'
import { signedHeaders } from '../world/chat/seal.ts'
import { ENCRYPT_KEY, openChatWorld } from '../world/chat-world.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { eventually } from '../world/eventually.ts'
import { openIncident } from '../world/records.ts'
import type { TestService } from '../world/service.ts'

const ALERT = JSON.stringify({
  type: 'event_callback',
  event: { message: { content: '{"text":"CPU high"}' }, sender: { sender_id: { open_id: 'ou_alert' } } },
})

const signed = (body: string, signing: Partial<Parameters<typeof signedHeaders>[1]> = {}) =>
  signedHeaders(body, { key: ENCRYPT_KEY, timestamp: '1700000000', nonce: 'n-1', ...signing })

const total = async (service: TestService) => (await service.get('/api/incidents')).body.data.total

test('what is not signed as agreed is refused at both addresses, and nothing of it is believed', async (t) => {
  const { instances } = await openChatWorld(t, { environment: { ALERT_BOT_IDS: 'ou_alert' } })
  const service = instances[0] as TestService
  const good = signed(ALERT)
  const { 'X-Chat-Signature': digest = '' } = good
  const pretty = JSON.stringify(JSON.parse(ALERT), null, 2)
  const refused: [what: string, headers: Record<string, string | string[]>, body: string][] = [
    ['unsigned', {}, ALERT],
    ['another key', signed(ALERT, { key: 'another' }), ALERT],
    ['the empty key', signed(ALERT, { key: '' }), ALERT],
    ['in capitals', { ...good, 'X-Chat-Signature': digest.toUpperCase() }, ALERT],
    ['cut short', { ...good, 'X-Chat-Signature': digest.slice(0, 62) }, ALERT],
    ['written anew', good, pretty],
    ['another nonce', { ...good, 'X-Chat-Request-Nonce': 'n-2' }, ALERT],
    ['half of each family', { ...good, 'X-Chat-Request-Nonce': [], 'X-Lark-Request-Nonce': 'n-1' }, ALERT],
    ['a header twice', { ...good, 'X-Chat-Signature': [digest, digest] }, ALERT],
    ['no json, unsigned', {}, '{'],
    ['a plain challenge without the token', {}, JSON.stringify({ type: 'url_verification', challenge: 'c' })],
  ]
  for (const path of ['/chat/event', '/chat/card/action'])
    for (const [what, headers, body] of refused) {
      const answer = await service.ask('POST', path, { headers, body })
      assert.equal(assertErrorEnvelope(answer), 'UNAUTHORIZED', `${path} ${what}`)
      assert.doesNotMatch(answer.text, /key|nonce|digest/i)
    }
  assert.equal(await total(service), 0)
  assert.equal((await service.ask('POST', '/chat/event', { headers: signed(pretty), body: pretty })).status, 200)
  const { body: metrics, text } = await service.get('/metrics')
  assert.equal(metrics, undefined)
  assert.match(text, /firebreak_chat_callbacks_total\{outcome="refused_wrong_signature"\} \d+/)
})

test('without a key nothing is proven, and with a window only what is fresh', async (t) => {
  const { instances } = await openChatWorld(t, { environment: { CHAT_ENCRYPT_KEY: '' } })
  const service = instances[0] as TestService
  const send = (headers: Record<string, string>) => service.ask('POST', '/chat/event', { headers, body: ALERT })
  assert.equal((await send(signed(ALERT, { key: '' }))).status, 401)
  assert.match((await service.get('/api/status')).body.data.warnings.join(' '), /CHAT_ENCRYPT_KEY is not set/)
  await service.ask('PUT', '/api/config', { body: { CHAT_ENCRYPT_KEY: ENCRYPT_KEY, CHAT_MAX_SKEW_SECONDS: 300 } })
  assert.equal((await send(signed(ALERT))).status, 401)
  const now = String(Math.floor(Date.now() / 1000))
  assert.equal((await send(signed(ALERT, { timestamp: now }))).status, 200)
  // The hash does not tell where the timestamp ends; the window does.
  const shifted = signed(ALERT, { timestamp: now, nonce: '123abc' })
  const moved = { ...shifted, 'X-Chat-Request-Timestamp': `${now}123`, 'X-Chat-Request-Nonce': 'abc' }
  assert.equal((await send(moved)).status, 401)
})

test('what is signed and makes no sense is refused by name, too much is not read, and an unknown incident is not there', async (t) => {
  const { instances } = await openChatWorld(t)
  const service = instances[0] as TestService
  const send = (path: string, body: string) => service.ask('POST', path, { headers: signed(body), body })
  const press = (value: unknown, more: object = { open_id: 'ou_alice' }) =>
    JSON.stringify({ action: { value }, ...more })
  const wrong: [path: string, body: string, field: string][] = [
    ['/chat/event', '[]', 'body'],
    ['/chat/card/action', '{}', 'action'],
    ['/chat/card/action', press('text'), 'action.value'],
    ['/chat/card/action', press({ action: 'dance', incident_id: 'INC-20250101-001' }), 'action.value.action'],
    ['/chat/card/action', press({ action: 'confirm_diagnosis' }), 'action.value.incident_id'],
    ['/chat/card/action', press({ action: 'confirm_diagnosis', incident_id: 'INC-20250101-001' }, {}), 'open_id'],
  ]
  for (const [path, body, field] of wrong) {
    const answer = await send(path, body)
    assert.equal(assertErrorEnvelope(answer), 'VALIDATION_ERROR', body)
    if (field !== 'body') assert.equal(answer.body.error.details[0].field, field)
  }
  const long = JSON.stringify({ text: 'x'.repeat(300 * 1024) })
  assert.equal(assertErrorEnvelope(await send('/chat/event', long)), 'VALIDATION_ERROR')
  for (const incident_id of ['INC-20250101-001', 'nothing'])
    assert.equal(
      assertErrorEnvelope(await send('/chat/card/action', press({ action: 'confirm_diagnosis', incident_id }))),
      'NOT_FOUND',
    )
  const unknown = await send('/chat/event', JSON.stringify({ type: 'event_callback', event: { type: 'weather' } }))
  assert.deepEqual([unknown.status, unknown.body.data], [200, { handled: 'ignored' }])
})

test('the challenge is answered plain and encrypted, with its words at the top of the answer', async (t) => {
  const world = await openChatWorld(t)
  for (const isEncrypted of [false, true]) {
    world.connect(world.instances[0] as TestService, { isEncrypted })
    const { status, text } = await world.chat.challenge('are you there?')
    assert.deepEqual([status, JSON.parse(text ?? '')], [200, { success: true, data: {}, challenge: 'are you there?' }])
  }
  world.connect(world.instances[0] as TestService, { verificationToken: 'another' })
  assert.equal((await world.chat.challenge()).status, 401)
})

test('presses are understood in every form and seal, and a press that was replayed has no second effect', async (t) => {
  const forms = (['old', 'new', 'spec'] as const).flatMap((form) => [
    { form, isEncrypted: false, prefix: 'X-Chat' as const },
    { form, isEncrypted: true, prefix: 'X-Lark' as const },
  ])
  const names = forms.map(({ form, isEncrypted }) => `${form}-${isEncrypted ? 'sealed' : 'open'}`)
  const world = await openChatWorld(t, { deployments: names, instances: 2 })
  const { chat, plant, card, show, instances } = world
  for (const [at, { form, ...endpoint }] of forms.entries()) {
    const { id } = await plant(names[at] as string)
    const message = await card(id, /needs a decision/)
    chat.cardForm = form
    world.connect(instances[at % 2] as TestService, endpoint)
    const { delivery, code } = await chat.click(message.id, 'Reject', 'ou_alice', { comment: 'no' })
    assert.equal(code, 0)
    const first = JSON.parse(delivery.text ?? '')
    assert.deepEqual(first.data, { incident_id: id, status: 'escalated', accepted: true })
    assert.equal(first.card.type, 'raw')
    const events = (await show(id)).events.length
    const elsewhere = { ...delivery, url: delivery.url.replace(/:\d+/, `:${instances[(at + 1) % 2]?.port}`) }
    for (const repeat of [delivery, elsewhere]) {
      const again = await chat.pusher.replay(repeat)
      const { card: _, ...withoutCard } = first
      assert.deepEqual([again.status, JSON.parse(again.text ?? '')], [200, withoutCard])
    }
    const received = (await show(id)).events.filter(({ type }: { type: string }) => type === 'confirmation_received')
    assert.equal(received.length, 1)
    assert.ok((await show(id)).events.length <= events + 2, 'only what the chat was told is added')
  }
})

test('one message under two events and one event sent a hundred times is one alert, on any instance', async (t) => {
  const world = await openChatWorld(t, { environment: { ALERT_BOT_IDS: 'ou_alert' }, instances: 2 })
  const { chat, instances } = world
  const service = instances[0] as TestService
  const { message, delivery } = await chat.say({
    chatId: 'oc_ops',
    from: 'ou_alert',
    fromKind: 'bot',
    text: 'CPU high',
  })
  const answer = JSON.parse(delivery?.text ?? '')
  assert.deepEqual(answer.data.handled, 'alert')
  assert.ok(delivery)
  const elsewhere = { ...delivery, url: delivery.url.replace(/:\d+/, `:${instances[1]?.port}`) }
  const repeats = Array.from({ length: 100 }, (_, at) => chat.pusher.replay(at % 2 ? delivery : elsewhere))
  for (const { status, text } of await Promise.all(repeats))
    assert.deepEqual([status, JSON.parse(text ?? '')], [200, answer])
  world.connect(instances[1] as TestService)
  assert.deepEqual(JSON.parse((await chat.tell(message))?.text ?? ''), answer)
  const shown = (await service.get(`/api/incidents/${answer.data.incident_id}`)).body.data
  assert.deepEqual([await total(service), shown.repeat_count], [1, 0])
})

test('a store that does not answer in time lets the platform come again with an alert, and answers a press later', async (t) => {
  const world = await openChatWorld(t, { environment: { ALERT_BOT_IDS: 'ou_alert' }, chatPatienceMs: 2_500 })
  const { chat, database, plant, card, show, instances } = world
  const { id } = await plant('checkout')
  const message = await card(id, /needs a decision/)
  const lock = await database.connect()
  await lock.query('BEGIN')
  await lock.query('LOCK TABLE incidents IN ACCESS EXCLUSIVE MODE')
  const [alert, press] = await Promise.all([
    chat.say({ chatId: 'oc_ops', from: 'ou_alert', fromKind: 'bot', text: 'CPU high' }),
    chat.click(message.id, 'Reject', 'ou_alice'),
  ])
  assert.equal(alert.delivery?.status, 503)
  assert.deepEqual([press.code, JSON.parse(press.delivery.text ?? '')], [0, { success: true, data: {} }])
  await lock.query('ROLLBACK')
  lock.release()
  await eventually('the press has gone on behind its answer', async () => (await show(id)).status === 'escalated')
  const again = await chat.pusher.replay(press.delivery)
  assert.equal(JSON.parse(again.text ?? '').data.accepted, true)
  await world.pass(15_000)
  const service = instances[0] as TestService
  await eventually('the alert is there once', async () => (await total(service)) === 2)
  assert.equal(chat.pusher.deliveries.at(-1)?.status, 200)
})

test('what an instance took and died over is worked on by the next delivery', async (t) => {
  const environment = { ALERT_BOT_IDS: 'ou_alert' }
  const { chat, database, instances, pass } = await openChatWorld(t, { environment, chatPatienceMs: 2_500 })
  const service = instances[0] as TestService
  await openIncident(database, { message: 'so that there is one' })
  const keys = ['message:om_1', 'event:ev-1']
  for (const key of keys) await database.query('INSERT INTO chat_inbox (key) VALUES ($1)', [key])
  const { delivery } = await chat.say({ chatId: 'oc_ops', from: 'ou_alert', fromKind: 'bot', text: 'CPU high' })
  assert.equal(delivery?.status, 503)
  await pass(16_000)
  await eventually('the platform came again', () => chat.pusher.deliveries.at(-1)?.status === 200)
  assert.equal(await total(service), 2)
})

test('nothing that is signed, however it is made, brings the service down or out of its envelope', async (t) => {
  const { instances } = await openChatWorld(t, { environment: { ALERT_BOT_IDS: 'ou_alert' } })
  const service = instances[0] as TestService
  const name = fc.constantFrom(
    'type',
    'schema',
    'header',
    'event',
    'message',
    'sender',
    'sender_id',
    'open_id',
    'action',
  )
  const other = fc.constantFrom(
    'value',
    'incident_id',
    'content',
    'event_type',
    'mentions',
    'encrypt',
    'token',
    'challenge',
  )
  const word = fc.constantFrom(
    'ou_alert',
    'url_verification',
    'confirm_diagnosis',
    'INC-20250101-001',
    '{"text":"/status"}',
  )
  const leaf = fc.oneof(word, fc.string({ unit: 'binary', maxLength: 20 }), fc.integer(), fc.constant(null))
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      leaf,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(name, other), tie('tree'), { maxKeys: 5 }),
    ),
  }))
  const body = fc.dictionary(fc.oneof(name, other), tree, { minKeys: 1, maxKeys: 6 })
  const path = fc.constantFrom('/chat/event', '/chat/card/action')
  let sent = 0
  const property = fc.asyncProperty(path, body, async (where, what) => {
    const text = JSON.stringify(what)
    sent += 1
    const answer = await service.ask('POST', where, { headers: signed(text, { nonce: `n-${sent}` }), body: text })
    if (answer.status === 200) assert.equal(answer.body.success, true)
    else assert.match(assertErrorEnvelope(answer), /^(VALIDATION_ERROR|UNAUTHORIZED|NOT_FOUND)$/, text)
  })
  await fc.assert(property, { numRuns: 1_000 })
})
