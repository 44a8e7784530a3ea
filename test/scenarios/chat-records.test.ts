/** The records of cards alone: what was shown is never taken for more than was read. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createChatInbox } from '../../src/edges/store/chat-inbox-records.ts'
import { createChatStore } from '../../src/edges/store/chat-records.ts'
import type { DueCard } from '../../src/story/conversation/chat-store.ts'
import { freshRecords, letPass, openIncident, walk } from '../world/records.ts'

async function openCards(t: TestContext) {
  const { database } = await freshRecords(t)
  const store = createChatStore({ database, onCommit: () => {} })
  const id = await openIncident(database, { message: 'the disk is full' })
  await walk(database, id, 'pending', 'diagnosing')
  const due = async () => {
    await letPass(database, '1 second')
    return (await store.cards.due(10))[0]
  }
  return { database, store, id, due }
}

const PLACE = { chatId: 'oc_ops', mustBeOwn: false }
const POSTED = { chatId: 'oc_ops', messageId: 'om_1', isText: false }

test('an incident that moves between reading and posting is owed another look', async (t) => {
  const { database, store, id, due } = await openCards(t)
  const read = (await due()) as DueCard
  await walk(database, id, 'diagnosing', 'escalated')
  await store.cards.place(read, PLACE)
  await store.cards.posted(read, POSTED)
  const again = await due()
  assert.deepEqual([again?.messageId, again?.wanted], ['om_1', 2])
  await walk(database, id, 'escalated', 'diagnosing')
  await store.cards.updated(again as DueCard, {})
  assert.equal((await due())?.wanted, 3)
})

test('a message that an earlier attempt may have posted counts as what was offered first', async (t) => {
  const { database, store, id, due } = await openCards(t)
  await store.cards.place((await due()) as DueCard, PLACE)
  await walk(database, id, 'diagnosing', 'escalated')
  const later = (await due()) as DueCard
  await store.cards.place(later, PLACE)
  await store.cards.posted(later, POSTED)
  assert.equal((await due())?.messageId, 'om_1')
})

test('who speaks of a generation that is over records nothing, and tells nothing', async (t) => {
  const { database, store, id, due } = await openCards(t)
  const card = (await due()) as DueCard
  await store.cards.place(card, PLACE)
  await store.cards.showAgain(id, { chatId: 'oc_ops', replyTo: 'om_9' })
  await store.cards.posted(card, POSTED)
  assert.deepEqual(await store.cards.find(id), { chatId: 'oc_ops', messageId: '' })
  const { rowCount } = await database.query(`SELECT FROM incident_events WHERE kind = 'chat_message_sent'`)
  assert.equal(rowCount, 0)
})

test('of many who take one delivery at once, one works on it; put back, it is anybody’s again', async (t) => {
  const { database } = await freshRecords(t)
  const inbox = createChatInbox(database)
  const keys = [
    ['event:1', 'message:1'],
    ['event:2', 'message:1'],
    ['message:1', 'event:1'],
  ]
  const taken = await Promise.all(keys.map((one) => inbox.take(one)))
  assert.deepEqual(taken.toSorted(), ['ours', 'under way', 'under way'])
  const winner = keys[taken.indexOf('ours')] as string[]
  await inbox.putBack(winner)
  assert.equal(await inbox.take(['message:1']), 'ours')
  await inbox.keep(['message:1'], 'done')
  assert.deepEqual(await inbox.take(['event:3', 'message:1']), { answer: 'done' })
  assert.equal(await inbox.take(['event:3']), 'ours', 'what lost was not kept')
})
