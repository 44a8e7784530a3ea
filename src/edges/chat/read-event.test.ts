import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEvent } from './read-event.ts'

const READING = { signatureKey: 'signature:s', ownId: 'ou_self' }

const SCHEMA_TWO = {
  schema: '2.0',
  header: { event_id: 'ev-1', event_type: 'im.message.receive_v1', create_time: '1735689600123', app_id: 'cli_demo' },
  event: {
    sender: { sender_id: { open_id: 'ou_alert', union_id: 'on_a', user_id: null }, sender_type: 'bot' },
    message: {
      message_id: 'om_9',
      root_id: 'om_1',
      parent_id: 'om_1',
      thread_id: 'omt_1',
      create_time: '1735689600000',
      chat_id: 'oc_ops',
      chat_type: 'group',
      message_type: 'text',
      content: '{"text":"@_user_1 CPU high on @_user_12"}',
      mentions: [
        { key: '@_user_1', id: { open_id: 'ou_self' }, name: 'remediator' },
        { key: '@_user_12', id: { open_id: 'ou_b' }, name: 'Bea' },
      ],
    },
  },
}

test('a message of schema 2 is read with all that is known about it', () => {
  assert.deepEqual(readEvent(SCHEMA_TWO, READING), {
    kind: 'message',
    dedupe: ['message:om_9', 'event:ev-1', 'signature:s'],
    senderIds: ['ou_alert', 'on_a'],
    senderKind: 'bot',
    isOwn: false,
    chatId: 'oc_ops',
    chatType: 'group',
    messageId: 'om_9',
    rootId: 'om_1',
    parentId: 'om_1',
    threadId: 'omt_1',
    sentAt: new Date('2025-01-01T00:00:00Z'),
    text: 'CPU high on @Bea',
    isReduced: false,
    mentionedIds: ['ou_self', 'ou_b'],
    isAddressed: true,
  })
})

test('a message of schema 1 is read from the event itself', () => {
  const event = {
    type: 'message',
    app_id: 'cli_demo',
    open_id: 'ou_a',
    union_id: 'on_a',
    open_chat_id: 'oc_ops',
    open_message_id: 'om_3',
    chat_type: 'group',
    msg_type: 'text',
    is_mention: true,
    root_id: '',
    text: '<at open_id="ou_self">@remediator</at> /status',
    text_without_at_bot: ' /status',
  }
  const body = { uuid: 'u-1', ts: '1735689600.123', token: 'vt-demo', type: 'event_callback', event }
  assert.deepEqual(readEvent(body, READING), {
    kind: 'message',
    dedupe: ['message:om_3', 'event:u-1', 'signature:s'],
    senderIds: ['ou_a', 'on_a'],
    senderKind: 'user',
    isOwn: false,
    chatId: 'oc_ops',
    chatType: 'group',
    messageId: 'om_3',
    text: '/status',
    isReduced: false,
    mentionedIds: [],
    isAddressed: true,
  })
  const alone = readEvent({ ...body, event: { ...event, is_mention: false, chat_type: 'private' } }, READING)
  assert.deepEqual(alone.kind === 'message' && [alone.chatType, alone.isAddressed], ['p2p', true])
})

test("the contract's own shape has no ids but the sender's, who may stand beside the message or in it", () => {
  const message = { content: '{"text":"CPU high"}' }
  const sender = { sender_id: { open_id: 'ou_alert' } }
  for (const event of [{ message, sender }, { message: { ...message, sender } }])
    assert.deepEqual(readEvent({ type: 'event_callback', event }, READING), {
      kind: 'message',
      dedupe: ['signature:s'],
      senderIds: ['ou_alert'],
      senderKind: 'user',
      isOwn: false,
      text: 'CPU high',
      isReduced: false,
      mentionedIds: [],
      isAddressed: false,
    })
})

test('our own message is known as ours, as long as we know who we are', () => {
  const event = {
    ...SCHEMA_TWO.event,
    sender: { sender_id: { open_id: 'ou_self' }, sender_type: 'app' },
  }
  const read = (ownId?: string) => readEvent({ ...SCHEMA_TWO, event }, { signatureKey: 's', ...(ownId && { ownId }) })
  const own = read('ou_self')
  assert.deepEqual(own.kind === 'message' && [own.isOwn, own.senderKind], [true, 'bot'])
  const unknown = read()
  assert.deepEqual(unknown.kind === 'message' && [unknown.isOwn, unknown.text], [false, '@remediator CPU high on @Bea'])
})

test('a reaction says to what, by whom and which', () => {
  const header = { event_id: 'ev-3', event_type: 'im.message.reaction.created_v1' }
  const event = {
    message_id: 'om_1',
    reaction_type: { emoji_type: 'DONE' },
    operator_type: 'user',
    user_id: { open_id: 'ou_a' },
    action_time: '1735689600000',
  }
  const reaction = { kind: 'reaction', messageId: 'om_1', emoji: 'DONE' }
  const dedupe = ['event:ev-3', 'signature:s']
  const byPerson = { ...reaction, dedupe, actorIds: ['ou_a'], actorKind: 'user' }
  assert.deepEqual(readEvent({ schema: '2.0', header, event }, READING), byPerson)
  assert.deepEqual(readEvent({ type: 'event_callback', event }, READING), { ...byPerson, dedupe: ['signature:s'] })
  const { user_id: _person, ...byApp } = { ...event, operator_type: 'app', app_id: 'cli_x' }
  const answer = readEvent({ schema: '2.0', header, event: byApp }, READING)
  assert.deepEqual(answer, { ...reaction, dedupe, actorIds: ['cli_x'], actorKind: 'bot' })
})

test('what is not for us, or too broken to use, is ignored with its reason', () => {
  const message = SCHEMA_TWO.event.message
  const ignored: [body: object, reason: RegExp][] = [
    [{ schema: '2.0', header: { event_type: 'im.chat.member.bot.added_v1' }, event: {} }, /im\.chat\.member/],
    [{ type: 'event_callback', event: { type: 'user_left' } }, /unknown/],
    [{ type: 'event_callback' }, /unknown/],
    [{ ...SCHEMA_TWO, event: {} }, /who sent it/],
    [{ ...SCHEMA_TWO, event: { ...SCHEMA_TWO.event, message: { ...message, message_type: 'image' } } }, /type image/],
    [{ schema: '2.0', header: { event_type: 'im.message.reaction.created_v1' }, event: {} }, /reaction/],
    [{ event: { message: 'text', sender: [] } }, /unknown/],
  ]
  for (const [body, reason] of ignored) {
    const answer = readEvent(body as Record<string, unknown>, READING)
    assert.equal(answer.kind, 'ignore')
    assert.match(answer.kind === 'ignore' ? answer.reason : '', reason)
  }
})
