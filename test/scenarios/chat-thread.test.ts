/** What the thread of a card is told, and what becomes of many cards at once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChatWorld, cardsOf, openChatWorld } from '../world/chat-world.ts'
import { eventually } from '../world/eventually.ts'
import { openIncident, walk } from '../world/records.ts'
import type { TestService } from '../world/service.ts'

const MINUTE_MS = 60_000

const SERVICES = [
  { name: 'checkout', namespace: 'shop', team: 'payments', oncall: 'ou_oncall' },
  { name: 'check', namespace: 'shop', team: 'others', oncall: 'ou_wrong' },
]

function thread({ chat }: ChatWorld, messageId: string): string[] {
  const answers = chat.store.all().filter(({ rootId, threadId }) => rootId === messageId && threadId !== undefined)
  return answers.map(({ content }) => JSON.parse(content).text)
}

async function openShop(t: Parameters<typeof openChatWorld>[0], deployments: string[]): Promise<ChatWorld> {
  const world = await openChatWorld(t, { deployments, instances: 2 })
  const put = await world.instances[0]?.ask('PUT', '/api/environment-context', { body: { services: SERVICES } })
  assert.equal(put?.status, 200)
  return world
}

test('at half of the time the one on call is called once, and again when nobody came', async (t) => {
  const world = await openShop(t, ['checkout'])
  const { chat, plant, card, pass, show } = world
  const { id } = await plant('checkout')
  const { id: message } = await card(id, /needs a decision/)
  assert.match(chat.words(message), /Team\npayments\nOn call\nou_oncall/)
  await pass(29 * MINUTE_MS)
  assert.deepEqual(thread(world, message), [])
  await pass(2 * MINUTE_MS)
  await eventually('somebody is reminded', () => thread(world, message).length === 1)
  assert.match(thread(world, message)[0] ?? '', /^<at user_id="ou_oncall"><\/at> INC-\S+ still waits for a decision/)
  await pass(10 * MINUTE_MS)
  await pass(20 * MINUTE_MS)
  await eventually('its end is told', () => thread(world, message).length === 2)
  assert.match(thread(world, message)[1] ?? '', /^<at user_id="ou_oncall"><\/at> INC-\S+ has expired/)
  assert.match(chat.words(message), /is closed/)
  // A message is on the timeline a moment after it is in the chat.
  const sent = await eventually('all three are on the timeline', async () => {
    const { events } = await show(id)
    const messages = events.filter(({ type }: { type: string }) => type === 'chat_message_sent')
    return messages.length === 3 && messages
  })
  assert.deepEqual(
    sent.map(({ data }: { data: { what: string } }) => data.what),
    ['card', 'reminder', 'expired'],
  )
})

test('an incident that is handed to a person names who is on call, after the card has changed', async (t) => {
  const world = await openShop(t, ['checkout'])
  const { chat, plant, card } = world
  const { id } = await plant('checkout')
  const { id: message } = await card(id, /needs a decision/)
  await chat.click(message, 'Reject', 'ou_alice')
  await eventually('the thread is told', () => thread(world, message).length === 1)
  assert.match(
    thread(world, message)[0] ?? '',
    /^<at user_id="ou_oncall"><\/at> INC-\S+ needs a person\. ou_alice refused/,
  )
  const verbs = chat.recorder.effects.map(({ verb }) => verb)
  assert.ok(verbs.lastIndexOf('reply') > verbs.indexOf('patch'))
})

test('a card says at once when what it stands for has become worse, and its thread is not told again', async (t) => {
  const world = await openShop(t, ['checkout'])
  const { database, chat, card } = world
  const send = (severity: string) =>
    openIncident(database, { message: `checkout is ${severity}`, metadata: { fingerprint: 'worse', severity } })
  const id = await send('warning')
  await walk(database, id, 'pending', 'diagnosing', 'escalated')
  const { id: message } = await card(id, /Severity\nwarning/)
  await eventually('the thread is told', () => thread(world, message).length === 1)
  assert.equal(await send('critical'), id)
  await card(id, /Severity\ncritical/)
  assert.equal(cardsOf(chat, id).length, 1)
  assert.equal(thread(world, message).length, 1)
})

test('more than ten new cards in a minute become one summary, but what waits for a decision has its own', async (t) => {
  const world = await openShop(t, ['checkout'])
  const { chat, database, plant, card, pass } = world
  await world.instances[0]?.ask('PUT', '/api/config', { body: { PUBLIC_URL: 'https://firebreak.example' } })
  const open = async (at: number) => {
    const metadata = { severity: at < 14 ? 'low' : 'critical' }
    const id = await openIncident(database, { message: `disk ${at} is full`, metadata })
    await walk(database, id, 'pending', 'diagnosing')
    return id
  }
  const opened: string[] = []
  // Cards are said side by side, so which of fifteen come too late is known only if ten are there before the others.
  while (opened.length < 10) opened.push(await open(opened.length))
  const withCard = () => opened.filter((id) => cardsOf(chat, id).length === 1)
  await eventually('ten have a card of their own', () => withCard().length === 10)
  while (opened.length < 15) opened.push(await open(opened.length))
  const summary = await eventually('the summary says five', () =>
    chat.store.all().find(({ id }) => chat.words(id).startsWith('5 more incidents at the same time')),
  )
  assert.deepEqual(withCard(), opened.slice(0, 10))
  assert.match(chat.words(summary.id), /5 being looked at\. Each that waits for a decision gets a card of its own\./)
  assert.match(chat.words(summary.id), /• INC-\S+ critical, diagnosing: disk 14 is full/)
  assert.match(chat.words(summary.id), /\[Open the incidents\]\(https:\/\/firebreak\.example\/incidents\)/)
  const { id } = await plant('checkout')
  await card(id, /needs a decision[\s\S]*firebreak\.example\/incidents\/INC-/)
  const hidden = opened.filter((one) => cardsOf(chat, one).length === 0)
  await walk(database, hidden[0] as string, 'diagnosing', 'resolved')
  await eventually('the summary is changed in place', () => /4 being looked at, 1 closed/.test(chat.words(summary.id)))
  await walk(database, hidden[1] as string, 'diagnosing', 'awaiting_approval')
  await card(hidden[1] as string, /needs a decision/)
  await pass(2 * MINUTE_MS)
  const later = await openIncident(database, { message: 'the storm is over' })
  await walk(database, later, 'pending', 'diagnosing')
  await card(later, /is being looked at/)
  assert.equal(chat.store.all().filter(({ id: one }) => /more incident/.test(chat.words(one))).length, 1)
})

test('each chat gets its own cards, and an incident that was over before anybody looked gets none', async (t) => {
  const { chat, database, plant, card, instances } = await openChatWorld(t, { chats: ['oc_ops', 'oc_team'] })
  const over = await openIncident(database, { message: 'it was nothing' })
  await walk(database, over, 'pending', 'resolved')
  const own = await plant('checkout', { alert: { chat_id: 'oc_team' } })
  assert.equal((await card(own.id, /needs a decision/)).chatId, 'oc_team')
  await (instances[0] as TestService).ask('PUT', '/api/config', { body: { CHAT_DEFAULT_CHAT_ID: '' } })
  const nowhere = await openIncident(database, { message: 'nobody is told' })
  await walk(database, nowhere, 'pending', 'diagnosing')
  await eventually('nothing more is owed', async () => {
    const { rowCount } = await database.query('SELECT FROM chat_cards WHERE sent < wanted')
    return rowCount === 0
  })
  assert.deepEqual(
    [over, nowhere].map((id) => cardsOf(chat, id).length),
    [0, 0],
  )
})
