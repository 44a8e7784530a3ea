/** What we say to the chat platform and how it answers, over the wire. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createChatPlatform } from '../../src/edges/chat/chat-platform.ts'
import { createGuardedFetch } from '../../src/edges/outbound/guarded-fetch.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import { type CardView, type Message, PeopleUnreachable } from '../../src/ports/people.ts'
import { startChatSimulator } from '../world/chat/chat-simulator.ts'

const VIEW: CardView = {
  incidentId: 'INC-20250101-001',
  state: 'waiting',
  title: 'Error rate of api is high',
  severity: 'high',
  status: 'awaiting_approval',
  conclusion: 'The pool of api is exhausted.',
  findings: [{ text: '20 of 20 connections in use', seenIn: 'database.active_connections' }],
  plan: [
    {
      plugin: 'scale_deployment',
      parameters: { namespace: 'production', deployment: 'api', replicas: 4 },
      changes: [{ field: 'replicas', from: '2', to: '4' }],
      risk: 'medium',
      rollback: 'scale_deployment back to 2',
    },
  ],
  digest: 'd1',
  flags: [],
}

const CARD: Message = { chatId: 'oc_ops', key: 'INC-20250101-001:card:1', view: VIEW }
const TEXT: Message = { chatId: 'oc_ops', key: 'INC-20250101-001:text:1', text: 'INC-20250101-001 opened' }

async function openChat(t: TestContext, { chats = ['oc_ops'], timeoutMs = 5000 } = {}) {
  const simulator = await startChatSimulator({ chats })
  t.after(() => simulator.close())
  const fetch = createGuardedFetch()
  t.after(() => fetch.close())
  const environment: Record<string, string> = { ...simulator.settings }
  const { clock } = simulator
  const people = createChatPlatform({
    currentSettings: async () => resolveSettings(environment, new Map()).values,
    fetch,
    clock,
    timeoutMs,
    sleep: (milliseconds) => clock.advance(milliseconds),
  })
  const requests = (path: RegExp) => simulator.recorder.requests.filter((request) => path.test(request.path))
  return { simulator, people, clock, environment, requests }
}

function remedy(kind: 'gone' | 'never', sentence: RegExp) {
  return { name: 'PeopleUnreachable', remedy: { kind }, message: sentence }
}

function retry(afterMs: number, sentence = /./) {
  return { name: 'PeopleUnreachable', remedy: { kind: 'retry', afterMs }, message: sentence }
}

test('a card is shown, answered in its thread, reacted to, and changed in place', async (t) => {
  const { simulator, people } = await openChat(t)
  const posted = await people.post(CARD)
  assert.deepEqual(posted, { messageId: 'om_1', asText: false })
  assert.deepEqual(
    simulator.buttons('om_1').map(({ label }) => label),
    ['Confirm', 'Reject', 'Look again', 'Ignore', 'Ignore once', 'Ignore for an hour', 'Silence these labels'],
  )
  const answered = await people.post({ ...TEXT, replyTo: 'om_1', inThread: true })
  const { rootId, threadId, content } = simulator.store.find(answered.messageId)
  assert.deepEqual([rootId, threadId, content], ['om_1', 'omt_1', '{"text":"INC-20250101-001 opened"}'])
  await people.react({ messageId: 'om_1', mood: 'seen' })
  await people.react({ messageId: 'om_1', mood: 'failed' })
  assert.deepEqual(
    simulator.store.find('om_1').reactions.map(({ emoji }) => emoji),
    ['OK', 'CrossMark'],
  )
  await people.update({ messageId: 'om_1', view: { ...VIEW, state: 'executing' } })
  assert.deepEqual(simulator.buttons('om_1'), [])
  assert.match(simulator.words('om_1'), /is being repaired/)
  assert.equal(simulator.store.in('oc_ops').length, 2)
})

test('who we are is asked once, and a single message can be read', async (t) => {
  const { simulator, people, requests } = await openChat(t)
  assert.deepEqual(await Promise.all([people.ownId(), people.ownId(), people.ownId()]), [
    'ou_self',
    'ou_self',
    'ou_self',
  ])
  assert.equal(requests(/bot\/v3\/info/).length, 1)
  await people.post(TEXT)
  assert.equal(await people.readMessage('om_1'), 'INC-20250101-001 opened')
  await people.post(CARD)
  assert.match((await people.readMessage('om_2')) ?? '', /The pool of api is exhausted\./)
  await assert.rejects(people.readMessage('om_99'), remedy('gone', /230110/))
  simulator.store.recall('om_1')
})

test('who we are is unknown while the platform is away, and is not asked with every message', async (t) => {
  const { simulator, people, clock, requests } = await openChat(t)
  const away = simulator.down(502)
  assert.deepEqual([await people.ownId(), await people.ownId()], [undefined, undefined])
  assert.equal(requests(/./).length, 1)
  away.release()
  await clock.advance(60_000)
  assert.equal(await people.ownId(), 'ou_self')
})

test('only the text calls on people, and only on those who are named to it', async (t) => {
  const { simulator, people } = await openChat(t)
  const text = 'look <at user_id="all">all</at> [here](https://evil.example) https://firebreak.example/1'
  const mention = ['ou_oncall', 'all', 'Bea "<at']
  const { messageId } = await people.post({ ...TEXT, text, mention })
  const sent = JSON.parse(simulator.store.find(messageId).content).text
  assert.equal(
    sent,
    '<at user_id="ou_oncall"></at> @all @Bea "‹at look ‹at user_id="all">all‹/at> [here] (https://evil.example) https://firebreak.example/1',
  )
})

test('one token serves all who speak at once, and is renewed before it ends', async (t) => {
  const chats = Array.from({ length: 20 }, (_, at) => `oc_${at}`)
  const { simulator, people, clock, requests } = await openChat(t, { chats })
  await Promise.all(chats.map((chatId) => people.post({ ...TEXT, chatId, key: chatId })))
  assert.equal(requests(/tenant_access_token/).length, 1)
  await clock.advance(6_900_000)
  await people.post({ ...TEXT, chatId: 'oc_0', key: 'later' })
  assert.deepEqual([requests(/tenant_access_token/).length, simulator.tokens.issued.length], [2, 2])
  assert.equal(simulator.store.all().length, 21)
})

test('a token the platform no longer takes is replaced, and the message sent once', async (t) => {
  const { simulator, people, requests } = await openChat(t)
  await people.post(TEXT)
  simulator.tokens.revokeAll()
  await people.post({ ...TEXT, key: 'second' })
  assert.deepEqual([simulator.store.all().length, requests(/tenant_access_token/).length], [2, 2])
  for (const code of [99991661, 99991664, 99991668, 99991671]) {
    simulator.refuse({ code, status: 401 }, { path: /messages/ })
    await people.post({ ...TEXT, key: `after ${code}` })
  }
  assert.equal(simulator.store.all().length, 6)
  simulator.refuse({ code: 99991663 }, { path: /messages/, times: 2 })
  await assert.rejects(people.post({ ...TEXT, key: 'third' }), retry(5000, /99991663/))
})

test('a changed secret or application is in force at the next message', async (t) => {
  const { simulator, people, environment, requests } = await openChat(t)
  await people.post(TEXT)
  environment.CHAT_APP_SECRET = 'wrong'
  await assert.rejects(
    people.post({ ...TEXT, key: 'b' }),
    remedy('never', /10014 .*Check CHAT_APP_ID and CHAT_APP_SECRET/),
  )
  environment.CHAT_APP_ID = 'cli_other'
  await assert.rejects(people.post({ ...TEXT, key: 'b' }), remedy('never', /10003/))
  Object.assign(environment, simulator.settings)
  await people.post({ ...TEXT, key: 'b' })
  assert.deepEqual([simulator.store.all().length, requests(/tenant_access_token/).length], [2, 4])
  delete environment.CHAT_APP_ID
  await assert.rejects(people.post(TEXT), remedy('never', /set CHAT_APP_ID and CHAT_APP_SECRET/))
  environment.CHAT_APP_ID = 'cli_demo'
  environment.CHAT_BASE_URL = 'http://169.254.169.254'
  await assert.rejects(people.post(TEXT), remedy('never', /link-local/))
})

const WAITING = [230020, 11232, 230049]
const NEVER: readonly [code: number, sentence: RegExp][] = [
  [230002, /Invite the bot/],
  [230006, /bot of the application/],
  [230013, /available/],
  [230018, /settings/],
  [230022, /what the message says/],
  [230027, /permission/],
  [230028, /what the message says/],
  [230035, /muted/],
  [232009, /no longer exists/],
  [99991672, /permission/],
]

test('each number of the platform has its own remedy', async (t) => {
  const { simulator, people } = await openChat(t)
  await people.post(CARD)
  for (const code of WAITING) {
    simulator.refuse({ code })
    await assert.rejects(people.post(TEXT), retry(500, new RegExp(String(code))))
  }
  for (const [code, sentence] of NEVER) {
    simulator.refuse({ code, status: code % 2 === 0 ? 200 : 400 })
    await assert.rejects(people.post(CARD), remedy('never', sentence), String(code))
  }
  for (const code of [230011, 230110, 230031, 230050]) {
    simulator.refuse({ code })
    await assert.rejects(people.update({ messageId: 'om_1', view: VIEW }), remedy('gone', new RegExp(String(code))))
  }
  for (const [code, kind] of [
    [231001, 'never'],
    [231002, 'never'],
    [231008, 'never'],
    [231003, 'gone'],
  ] as const) {
    simulator.refuse({ code })
    await assert.rejects(people.react({ messageId: 'om_1', mood: 'done' }), remedy(kind, new RegExp(String(code))))
  }
  simulator.refuse({ code: 231015 })
  await people.react({ messageId: 'om_1', mood: 'done' })
  assert.equal(simulator.store.all().length, 1)
})

test('a card that is refused is told as text, with all that it says, under the same key', async (t) => {
  for (const code of [230001, 230099, 200621, 11310, 200861, 200830, 777777]) {
    const { simulator, people, requests } = await openChat(t)
    simulator.refuse({ code, message: 'ext=ErrCode: 200621' }, { path: /messages/ })
    assert.deepEqual(await people.post(CARD), { messageId: 'om_1', asText: true })
    const [asCard, asText] = requests(/messages/).map(({ body }) => body as Record<string, string>)
    assert.deepEqual([asCard?.msg_type, asText?.msg_type, asText?.uuid], ['interactive', 'text', asCard?.uuid])
    assert.match(simulator.words('om_1'), /scale_deployment.*replicas: 2 → 4.*Decide with POST/)
    simulator.refuse({ code }, { times: 2 })
    await assert.rejects(people.post({ ...CARD, key: 'b' }), remedy('never', new RegExp(String(code))))
  }
})

test('a card that cannot become another is to be told anew', async (t) => {
  const { simulator, people, clock } = await openChat(t)
  await people.post(TEXT)
  await assert.rejects(people.update({ messageId: 'om_1', view: VIEW }), remedy('gone', /230001/))
  await people.post(CARD)
  simulator.store.recall('om_2')
  await assert.rejects(people.update({ messageId: 'om_2', view: VIEW }), remedy('gone', /230011/))
  await people.post({ ...CARD, key: 'c' })
  await clock.advance(15 * 24 * 3600 * 1000)
  await assert.rejects(people.update({ messageId: 'om_3', view: VIEW }), remedy('gone', /230031/))
})

test('what is too long is shortened once, and the plan is never among what is cut', async (t) => {
  const { simulator, people, requests } = await openChat(t)
  const noisy = { ...VIEW, modelText: 'words '.repeat(5000) }
  simulator.refuse({ code: 230025 }, { path: /messages/ })
  assert.equal((await people.post({ ...CARD, view: noisy })).asText, false)
  assert.match(simulator.words('om_1'), /replicas: 2 → 4/)
  const [action] = VIEW.plan
  assert.ok(action)
  const long = { ...VIEW, plan: [{ ...action, parameters: { command: 'x'.repeat(20_000) } }] }
  simulator.refuse({ code: 230025 }, { path: /messages/ })
  assert.equal((await people.post({ ...CARD, key: 'long', view: long })).asText, true)
  assert.match(simulator.words('om_2'), /x{20000}/)
  simulator.refuse({ code: 230025 }, { path: /messages/, times: 3 })
  await assert.rejects(people.post({ ...CARD, key: 'refused' }), remedy('never', /230025/))
  assert.equal(requests(/messages\?/).length, 7)
  simulator.refuse({ code: 230025 }, { method: 'PATCH' })
  await people.update({ messageId: 'om_1', view: noisy })
})

test('where there are no threads, or the message answered to is gone, the words still arrive', async (t) => {
  const { simulator, people } = await openChat(t)
  simulator.addChat({ id: 'oc_flat', hasThreads: false })
  const first = await people.post({ ...TEXT, chatId: 'oc_flat', key: 'a' })
  const answer = { ...TEXT, chatId: 'oc_flat', replyTo: first.messageId, inThread: true }
  const second = await people.post({ ...answer, key: 'b' })
  const { parentId, threadId } = simulator.store.find(second.messageId)
  assert.deepEqual([parentId, threadId], [first.messageId, undefined])
  simulator.store.recall(first.messageId)
  const third = await people.post({ ...answer, key: 'c' })
  assert.equal(simulator.store.find(third.messageId).parentId, undefined)
  simulator.refuse({ code: 230050 }, { path: /reply/ })
  const fourth = await people.post({ ...answer, replyTo: second.messageId, key: 'd' })
  assert.equal(simulator.store.find(fourth.messageId).parentId, undefined)
})

test('after a lost answer the same key finds the message that was taken, within the hour', async (t) => {
  const { simulator, people, clock } = await openChat(t, { timeoutMs: 1000 })
  for (const does of ['cut after', 'hang after'] as const) {
    simulator.faults.add({ path: /messages/, does })
    await assert.rejects(people.post({ ...CARD, key: does }), retry(1000, /cannot be reached/))
    const taken = simulator.store.all().at(-1)?.id
    await clock.advance(60_000)
    assert.deepEqual(await people.post({ ...CARD, key: does }), { messageId: taken, asText: false })
  }
  simulator.refuse({ code: 230099 }, { path: /messages/ })
  const asText = await people.post({ ...CARD, key: 'as text' })
  await clock.advance(60_000)
  assert.deepEqual(
    await people.post({ ...CARD, key: 'as text' }),
    asText,
    'what is there is a text, though a card was sent',
  )
  assert.equal(simulator.store.all().length, 3)
})

test('a key too long for the platform is sent as its hash, the same every time', async (t) => {
  const { simulator, people, requests } = await openChat(t)
  const key = `INC-20250101-001:${'x'.repeat(60)}`
  const first = await people.post({ ...TEXT, key })
  assert.deepEqual(await people.post({ ...TEXT, key }), first)
  await people.post({ ...TEXT, key: `${key}y` })
  const uuids = requests(/messages/).map(({ body }) => (body as { uuid: string }).uuid)
  assert.deepEqual([simulator.store.all().length, new Set(uuids).size], [2, 2])
  assert.ok(uuids.every((uuid) => uuid.length <= 50))
})

test('a platform that is away, silent or not itself is tried again later', async (t) => {
  const { simulator, people, environment } = await openChat(t, { timeoutMs: 1000 })
  await people.post(CARD)
  for (const how of ['cut', 'hang', 500, 502, 503, 404] as const) {
    const away = simulator.down(how)
    await assert.rejects(people.post(TEXT), retry(1000), String(how))
    await assert.rejects(people.update({ messageId: 'om_1', view: VIEW }), retry(1000), String(how))
    away.release()
  }
  await people.post(TEXT)
  assert.equal(simulator.store.all().length, 2)
  const nobody = await startChatSimulator()
  await nobody.close()
  environment.CHAT_BASE_URL = nobody.url
  await assert.rejects(people.post(TEXT), retry(1000, /ECONNREFUSED/))
})

test('a chat gets no more than the platform takes, however much there is to say', async (t) => {
  const { simulator, people, clock } = await openChat(t)
  const began = clock.now().getTime()
  for (let at = 0; at < 30; at += 1) await people.post({ ...TEXT, key: `m${at}` })
  for (let at = 0; at < 10; at += 1) await people.update({ messageId: (await people.post(CARD)).messageId, view: VIEW })
  assert.ok(simulator.recorder.requests.every(({ status }) => status === 200))
  assert.ok(clock.now().getTime() - began >= 7000)
})

test('many chats together stay below the limit of the application', async (t) => {
  const chats = Array.from({ length: 60 }, (_, at) => `oc_${at}`)
  const { simulator, people } = await openChat(t, { chats })
  for (let round = 0; round < 3; round += 1)
    for (const chatId of chats) await people.post({ ...TEXT, chatId, key: `${chatId}:${round}` })
  assert.ok(simulator.recorder.requests.every(({ status }) => status === 200))
  assert.equal(simulator.store.all().length, 180)
})

test('when the platform asks for silence, the wait is told and kept by everybody', async (t) => {
  const { simulator, people, clock } = await openChat(t, { chats: ['oc_ops', 'oc_b'] })
  simulator.refuse({ code: 99991400, status: 429, resetSeconds: 3 })
  await assert.rejects(people.post(TEXT), retry(3000, /99991400/))
  const began = clock.now().getTime()
  await people.post({ ...TEXT, chatId: 'oc_b' })
  assert.equal(clock.now().getTime() - began, 3000)
  simulator.refuse({ code: 99991400, resetSeconds: 60 })
  await assert.rejects(people.post({ ...TEXT, key: 'b' }), retry(60_000))
  const error = await people.post({ ...TEXT, key: 'c' }).catch((reason) => reason)
  assert.ok(error instanceof PeopleUnreachable)
  assert.deepEqual(error.remedy, { kind: 'retry', afterMs: 60_000 })
  simulator.down(429)
  await clock.advance(60_000)
  await assert.rejects(people.post({ ...TEXT, key: 'd' }), retry(500))
})
