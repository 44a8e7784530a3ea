/** What the chat platform pushes to us, over the wire, in all its forms; the door alone, with nothing behind it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { renderCard } from '../../src/edges/chat/card.ts'
import type { ChatRecord } from '../../src/edges/chat/chat-record.ts'
import { pressAnswer } from '../../src/edges/chat/press-answer.ts'
import { type ChatRequest, readChatRequest } from '../../src/edges/chat/read-chat-request.ts'
import type { CardView } from '../../src/ports/people.ts'
import { startChatSimulator } from '../world/chat/chat-simulator.ts'
import type { Endpoint } from '../world/chat/pusher.ts'

const KEY = 'ek-demo'
const TOKEN = 'vt-demo'

const VIEW: CardView = {
  incidentId: 'INC-20250101-001',
  state: 'waiting',
  title: 'Error rate of api is high',
  severity: 'high',
  status: 'awaiting_approval',
  conclusion: 'The pool of api is exhausted.',
  findings: [],
  plan: [{ plugin: 'restart_pod', parameters: { pod: 'api-1' }, changes: [], risk: 'low', rollback: 'none' }],
  digest: 'd1',
  flags: [],
}

const CARD = JSON.stringify(renderCard(VIEW).card)

type Settings = Partial<ChatRequest['settings']>

/** The platform, and our door that keeps what it read and answers as the service will. */
async function openDoor(t: TestContext, endpoint: Partial<Endpoint> = {}, settings: Settings = {}) {
  const simulator = await startChatSimulator({ chats: ['oc_ops', { id: 'oc_alone', type: 'p2p' }] })
  t.after(() => simulator.close())
  const records: ChatRecord[] = []
  const server = createServer(async (request, response) => {
    const record = readChatRequest({
      headers: request.headersDistinct,
      raw: await buffer(request),
      path: request.url === '/chat/event' ? 'event' : 'action',
      settings: { CHAT_ENCRYPT_KEY: KEY, CHAT_VERIFICATION_TOKEN: TOKEN, CHAT_MAX_SKEW_SECONDS: 300, ...settings },
      now: simulator.clock.now(),
      ownId: 'ou_self',
    })
    if (record.kind === 'refused') return response.writeHead(record.code === 'UNAUTHORIZED' ? 401 : 400).end()
    records.push(record)
    response.end(JSON.stringify(answerTo(record)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const seal = { encryptKey: KEY, verificationToken: TOKEN, ...endpoint }
  simulator.connect({ eventUrl: `${url}/chat/event`, cardUrl: `${url}/chat/card/action`, ...seal })
  return { simulator, records }
}

function answerTo(record: ChatRecord): object {
  if (record.kind === 'challenge') return { success: true, challenge: record.challenge }
  if (record.kind !== 'action') return { success: true }
  const view: CardView = { ...VIEW, state: 'executing' }
  return { success: true, ...pressAnswer({ notice: { level: 'success', text: 'Confirmed.' }, view }) }
}

const SEALS: readonly Partial<Endpoint>[] = [
  { prefix: 'X-Chat' },
  { prefix: 'X-Lark' },
  { prefix: 'X-Lark', isEncrypted: true },
]

test('the challenge is answered, plain and encrypted', async (t) => {
  for (const seal of SEALS) {
    const { simulator } = await openDoor(t, seal)
    const { status, text } = await simulator.challenge('are you there?')
    assert.deepEqual([status, JSON.parse(text ?? '').challenge], [200, 'are you there?'])
  }
  const { simulator } = await openDoor(t, { verificationToken: 'another' })
  assert.equal((await simulator.challenge()).status, 401)
})

test('a message is heard in every schema and under every seal', async (t) => {
  for (const seal of SEALS)
    for (const schema of ['v1', 'v2', 'spec'] as const) {
      const { simulator, records } = await openDoor(t, seal)
      simulator.schema = schema
      const said = await simulator.say({ chatId: 'oc_ops', from: 'ou_alert', fromKind: 'bot', text: 'CPU high' })
      assert.equal(said.delivery?.status, 200)
      const [record] = records
      assert.ok(record?.kind === 'message')
      assert.deepEqual([record.text, record.senderIds[0]], ['CPU high', 'ou_alert'])
      if (schema !== 'spec') assert.deepEqual([record.chatId, record.messageId], ['oc_ops', said.message.id])
    }
})

test('who speaks to us is told from who only speaks', async (t) => {
  const { simulator, records } = await openDoor(t)
  await simulator.say({ chatId: 'oc_ops', from: 'ou_a', text: 'good morning' })
  await simulator.say({ chatId: 'oc_ops', from: 'ou_a', text: '/status', toBot: true })
  await simulator.say({ chatId: 'oc_alone', from: 'ou_a', text: '/help' })
  const heard = records.map((record) => record.kind === 'message' && [record.text, record.isAddressed])
  assert.deepEqual(heard, [
    ['good morning', false],
    ['/status', true],
    ['/help', true],
  ])
})

test('a press arrives in every form, is answered with a notice, and the card it returns is shown', async (t) => {
  for (const seal of SEALS)
    for (const form of ['old', 'new', 'spec'] as const) {
      const { simulator, records } = await openDoor(t, seal)
      simulator.cardForm = form
      const sender = { id: 'cli_demo', kind: 'bot' } as const
      const { id } = simulator.store.add({ chatId: 'oc_ops', type: 'interactive', content: CARD, sender })
      const pressed = await simulator.click(id, 'Confirm', 'ou_a', { comment: 'go' })
      assert.deepEqual([pressed.code, pressed.toast], [0, { type: 'success', content: 'Confirmed.' }])
      assert.match(simulator.words(id), /is being repaired/)
      await assert.rejects(simulator.click(id, 'Confirm', 'ou_a'), /no button Confirm/)
      const [record] = records
      assert.ok(record?.kind === 'action')
      const { action, incidentId, digest, comment, actorIds } = record
      const expected = ['confirm_diagnosis', 'INC-20250101-001', 'd1', 'go', 'ou_a']
      assert.deepEqual([action, incidentId, digest, comment, actorIds[0]], expected)
      if (form !== 'spec') assert.deepEqual([record.messageId, record.chatId], [id, 'oc_ops'])
    }
})

test('one message under two events, and one event sent again, each share a key with the first', async (t) => {
  const { simulator, records } = await openDoor(t)
  const { message, delivery } = await simulator.say({ chatId: 'oc_ops', from: 'ou_a', text: 'CPU high' })
  assert.ok(delivery)
  await simulator.tell(message)
  await simulator.pusher.replay(delivery)
  const [first, ...others] = records.map((record) => ('dedupe' in record ? record.dedupe : []))
  for (const keys of others) assert.ok(keys.some((key) => first?.includes(key)))
  assert.notDeepEqual(others[0], first)
  assert.deepEqual(others[1], first)
})

test('an event that was refused comes again, sealed at its new time', async (t) => {
  const { simulator, records } = await openDoor(t, {}, { CHAT_ENCRYPT_KEY: 'not yet the right one' })
  const { delivery } = await simulator.say({ chatId: 'oc_ops', from: 'ou_a', text: 'CPU high' })
  assert.equal(delivery?.status, 401)
  await simulator.clock.advance(8 * 3600 * 1000)
  assert.deepEqual([records.length, simulator.pusher.deliveries.length], [0, 5])
  assert.equal(new Set(simulator.pusher.deliveries.map(({ eventId }) => eventId)).size, 1)
})

test('a reaction is heard', async (t) => {
  const { simulator, records } = await openDoor(t)
  const sender = { id: 'cli_demo', kind: 'bot' } as const
  const { id } = simulator.store.add({ chatId: 'oc_ops', type: 'interactive', content: CARD, sender })
  await simulator.reactTo(id, 'DONE', { id: 'ou_a', kind: 'user' })
  const [record] = records
  assert.ok(record?.kind === 'reaction')
  assert.deepEqual([record.messageId, record.emoji, record.actorIds], [id, 'DONE', ['ou_a']])
})

test('a press that is refused shows the person a number, and changes nothing', async (t) => {
  const { simulator, records } = await openDoor(t, { encryptKey: 'wrong' })
  const sender = { id: 'cli_demo', kind: 'bot' } as const
  const { id } = simulator.store.add({ chatId: 'oc_ops', type: 'interactive', content: CARD, sender })
  const before = simulator.buttons(id)
  assert.equal((await simulator.click(id, 'Confirm', 'ou_a')).code, 200671)
  assert.deepEqual([records, simulator.buttons(id)], [[], before])
})
