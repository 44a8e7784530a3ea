/** The records of cards alone: what was shown is never taken for more than was read. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createChatInbox } from '../../src/edges/store/chat-inbox-records.ts'
import { createChatStore } from '../../src/edges/store/chat-records.ts'
import { inTransaction } from '../../src/edges/store/database.ts'
import { attachParts, handOverCard } from '../../src/edges/store/part-records.ts'
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

/** Two whose cards are owed; the second becomes a part of the first, or of nobody. */
async function openTwo(t: TestContext) {
  const { database, store, id, due } = await openCards(t)
  const other = await openIncident(database, { message: 'the queue is full' })
  await walk(database, other, 'pending', 'diagnosing')
  const cardOf = async (incidentId: string) => {
    await letPass(database, '1 second')
    return (await store.cards.due(10)).find((card) => card.incidentId === incidentId) as DueCard
  }
  const join = () =>
    inTransaction(database, async (connection) => {
      await attachParts(connection, [other], { leaderId: id, why: 'the same cause', by: 'firebreak' })
      await handOverCard(connection, { from: other, to: id })
    })
  return { store, id, other, due, cardOf, join }
}

test('who was read before the message of a part became its own posts none, and silences none', async (t) => {
  const { store, id, other, cardOf, join } = await openTwo(t)
  const own = await cardOf(other)
  assert.equal(await store.cards.place(own, PLACE), 'own')
  await store.cards.posted(own, POSTED)
  const read = await cardOf(id)
  await join()
  assert.equal(await store.cards.place(read, PLACE), 'spoken for')
  await store.cards.settle({ ...read, wanted: 99 })
  const handed = await cardOf(id)
  assert.deepEqual([handed.messageId, handed.wanted > 1], ['om_1', true])
})

test('a card that was on its way when its incident became a part goes over to the leader', async (t) => {
  const { store, id, other, cardOf, join } = await openTwo(t)
  const own = await cardOf(other)
  await store.cards.place(own, PLACE)
  await join()
  await store.cards.posted(own, POSTED)
  assert.deepEqual(await store.cards.find(id), { chatId: 'oc_ops', messageId: 'om_1' })
  assert.equal(await store.cards.find(other), undefined)
  assert.equal((await cardOf(id)).messageId, 'om_1', 'it says from now on what the leader is about')
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
