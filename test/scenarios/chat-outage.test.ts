/** The chat platform is away, loses answers, forgets messages or refuses them: no card is lost, none is doubled. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOn } from '../world/chat/card-rules.ts'
import type { ChatSimulator } from '../world/chat/chat-simulator.ts'
import { type ChatWorld, cardsOf, openChatWorld } from '../world/chat-world.ts'
import { eventually } from '../world/eventually.ts'
import type { TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const MINUTE_MS = 60_000

type Planted = { id: string; digest: string }
type Entry = { type: string; data: Record<string, unknown> }

/** What was just tried and failed has been put off in the records: only now may the clock jump past it. */
const untilPutOff = ({ databaseUrl }: Pick<ChatWorld, 'databaseUrl'>) =>
  eventually('what failed is put off', async () => {
    const due = 'SELECT FROM chat_cards WHERE sent < wanted AND not_before <= firebreak_now()'
    return (await runSql(databaseUrl, due)).length === 0
  })

/** In the order in which an incident can pass through them. */
const STAGES = ['is being looked at', 'needs a decision', 'is being repaired', 'is done', 'needs a person', 'is closed']

function stagesShown(chat: ChatSimulator, incidentId: string): number[] {
  const [message] = cardsOf(chat, incidentId)
  const shown = (message?.versions ?? []).map((content) => wordsOn(JSON.parse(content)))
  return shown.map((words) => STAGES.findIndex((stage) => words.includes(stage)))
}

function threadOf(chat: ChatSimulator, messageId: string): string[] {
  return chat.store
    .all()
    .filter(({ rootId }) => rootId === messageId)
    .map(({ content }) => JSON.parse(content).text)
}

test('ten minutes without the chat: every card comes, once, and never shows an older state after a newer', async (t) => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six']
  const world = await openChatWorld(t, { deployments: names, instances: 2 })
  const { chat, plant, pass, instances, card } = world
  const decide = (id: string, body: object) =>
    (instances[1] as TestService).ask('POST', `/api/incidents/${id}/decision`, { body })
  const shownBefore = await plant('one')
  await card(shownBefore.id, /needs a decision/)
  const planted = [shownBefore]
  let away: ReturnType<ChatSimulator['down']> | undefined
  for (const [at, how] of (['cut', 502, 'cut', 429, 500] as const).entries()) {
    const next = chat.down(how)
    away?.release()
    away = next
    planted.push(await plant(names[at + 1] as string))
    const { digest, id } = planted[at] as Planted
    if (at < 3) await decide(id, { decision: 'confirm', digest })
    if (at === 3) await decide(id, { decision: 'reject' })
    // What runs is left in peace by the clock.
    const end = at < 3 ? 'resolved' : 'escalated'
    if (at < 4) await eventually('it has ended', async () => (await world.show(id)).status === end)
    for (let waited = 0; waited < 4; waited += 1) {
      const tried = next.hits()
      await pass(MINUTE_MS / 2)
      await eventually('it was tried and failed', () => next.hits() > tried)
      await untilPutOff(world)
    }
  }
  assert.equal(chat.store.all().length, 1)
  const { status, warnings } = (await (instances[0] as TestService).get('/api/status')).body.data
  assert.equal(status, 'running')
  assert.match(warnings.join(' '), /chat card\(s\) could not be sent yet/)
  away?.release()
  const ends = [/is done/, /is done/, /is done/, /needs a person/, /needs a decision/, /needs a decision/]
  await pass(MINUTE_MS)
  for (const [at, { id }] of planted.entries()) await card(id, ends[at] as RegExp)
  for (const { id } of planted) {
    assert.equal(cardsOf(chat, id).length, 1)
    const stages = stagesShown(chat, id)
    assert.deepEqual(stages, stages.toSorted())
  }
  const [refused] = cardsOf(chat, (planted[3] as Planted).id)
  await eventually('the thread hears of it', () => threadOf(chat, refused?.id ?? '').length === 1)
  assert.match(threadOf(chat, refused?.id ?? '')[0] ?? '', /needs a person\. local refused the plan/)
})

test('an answer that is lost, or an instance that stops while it speaks, posts nothing twice', async (t) => {
  const { chat, plant, card, instances } = await openChatWorld(t, {
    instances: 2,
    deployments: ['one', 'two', 'three'],
  })
  chat.faults.add({ method: 'POST', path: /im\/v1\/messages/, does: 'cut after' })
  const lost = await plant('one')
  await chat.click((await card(lost.id, /needs a decision/)).id, 'Reject', 'ou_alice')
  await card(lost.id, /needs a person/)
  assert.equal(cardsOf(chat, lost.id).length, 1)
  const held = chat.faults.add({ method: 'POST', path: /im\/v1\/messages\?/, does: 'hold' })
  const stopped = await plant('two')
  await eventually('somebody speaks', () => held.hits() > 0)
  const [first, second] = instances as [TestService, TestService]
  const stopping = first.stop()
  held.release()
  await stopping
  const later = await plant('three')
  for (const { id } of [stopped, later]) {
    await card(id, /needs a decision/)
    assert.equal(cardsOf(chat, id).length, 1)
  }
  assert.equal((await second.get('/api/status')).body.data.chat_status, 'connected')
})

test('a message that was posted although its answer was lost is brought up to date', async (t) => {
  const { chat, plant, card, instances } = await openChatWorld(t)
  const lost = chat.faults.add({ method: 'POST', path: /im\/v1\/messages\?/, does: 'cut after' })
  const away = chat.faults.add({ method: 'POST', path: /im\/v1\/messages\?/, does: 'cut', times: 1000 })
  const { id } = await plant('checkout')
  await eventually('it was posted, and tried again in vain', () => lost.hits() + away.hits() > 1)
  const answer = await instances[0]?.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'reject' } })
  assert.equal(answer?.status, 200)
  away.release()
  await card(id, /needs a person/)
  assert.equal(cardsOf(chat, id).length, 1)
})

test('a card that was recalled is shown anew, and what is refused as a card is told as text with all of the plan', async (t) => {
  const { chat, plant, card, show, instances } = await openChatWorld(t, { deployments: ['one', 'two'] })
  const service = instances[0] as TestService
  const { id } = await plant('one')
  const first = await card(id, /needs a decision/)
  chat.store.recall(first.id)
  await service.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'reject' } })
  const second = await card(id, /needs a person/)
  assert.notEqual(second.id, first.id)
  chat.refuse({ code: 230099, message: 'ext=ErrCode: 11310' }, { method: 'POST', path: /im\/v1\/messages\?/ })
  const planted = await plant('two')
  const text = await eventually('it is told as text', () =>
    chat.store.all().find(({ type, content }) => type === 'text' && /needs a decision/.test(content)),
  )
  assert.match(text.content, new RegExp(planted.digest))
  assert.match(text.content, /scale_deployment/)
  await service.ask('POST', `/api/incidents/${planted.id}/decision`, { body: { decision: 'reject' } })
  await card(planted.id, /needs a person/)
  const kinds = async () => {
    const { events } = (await show(planted.id)) as { events: Entry[] }
    return events.filter(({ type }) => type.startsWith('chat_message')).map(({ type, data }) => `${type} ${data.what}`)
  }
  await eventually('all is told', async () => (await kinds()).length === 4)
  assert.deepEqual(await kinds(), [
    'chat_message_failed card',
    'chat_message_sent text',
    'chat_message_sent card',
    'chat_message_sent escalated',
  ])
})

test('a chat the bot is not in is said so once, and gets the waiting card when the bot has come', async (t) => {
  const world = await openChatWorld(t, { chats: [{ id: 'oc_ops', hasBot: false }] })
  const { chat, plant, card, show, instances, pass } = world
  const { id } = await plant('checkout')
  const failures = async () => ((await show(id)).events as Entry[]).filter(({ type }) => type === 'chat_message_failed')
  await eventually('the timeline says so', async () => (await failures()).length > 0)
  const [failure] = await failures()
  assert.match(String(failure?.data.error), /230002[\s\S]*Invite the bot into the chat\./)
  const { warnings } = (await instances[0]?.get('/api/status'))?.body.data ?? {}
  assert.match(warnings.join(' '), /1 chat card\(s\) could not be sent yet: [\s\S]*Invite the bot/)
  const tried = chat.recorder.requests.length
  await pass(11 * MINUTE_MS)
  await eventually('it is tried again', () => chat.recorder.requests.length > tried)
  await untilPutOff(world)
  chat.addChat('oc_ops')
  await pass(11 * MINUTE_MS)
  await card(id, /needs a decision/)
  assert.equal((await failures()).length, 1)
})

test('without a chat everything works, and what happened then is not told when one is configured later', async (t) => {
  const { chat, plant, card, instances, database } = await openChatWorld(t, {
    deployments: ['early', 'late'],
    environment: { CHAT_APP_ID: '', CHAT_APP_SECRET: '' },
  })
  const service = instances[0] as TestService
  const early = await plant('early')
  const owed = async () =>
    (await database.query('SELECT FROM chat_cards WHERE sent < wanted UNION ALL SELECT FROM chat_outbox')).rowCount
  await eventually('nothing is owed', async () => (await owed()) === 0)
  assert.equal((await service.get('/api/status')).body.data.chat_status, 'not_configured')
  await service.ask('PUT', '/api/config', { body: { CHAT_APP_ID: 'cli_demo', CHAT_APP_SECRET: 'chat-app-secret' } })
  const late = await plant('late')
  await card(late.id, /needs a decision/)
  assert.equal(cardsOf(chat, early.id).length, 0)
  await service.ask('POST', `/api/incidents/${early.id}/decision`, {
    body: { decision: 'confirm', digest: early.digest },
  })
  await card(early.id, /is done/)
})

test('a call that hangs holds up nobody else, and is made again', async (t) => {
  const { chat, plant, card } = await openChatWorld(t, { deployments: ['one', 'two'] })
  const hung = chat.faults.add({ method: 'POST', path: /im\/v1\/messages\?/, does: 'hang' })
  const first = await plant('one')
  await eventually('it hangs', () => hung.hits() === 1)
  const second = await plant('two')
  await card(second.id, /needs a decision/)
  assert.equal(cardsOf(chat, first.id).length, 0)
  await card(first.id, /needs a decision/)
})

test('a wrong secret is told in the status, and the right one brings the cards at once', async (t) => {
  const { chat, plant, card, show, instances } = await openChatWorld(t, { environment: { CHAT_APP_SECRET: 'wrong' } })
  const service = instances[0] as TestService
  const { id } = await plant('checkout')
  await eventually('it has failed', async () =>
    ((await show(id)).events as Entry[]).some(({ type }) => type === 'chat_message_failed'),
  )
  const { chat_status, warnings } = (await service.get('/api/status')).body.data
  assert.equal(chat_status, 'disconnected')
  assert.match(warnings.join(' '), /Check CHAT_APP_ID and CHAT_APP_SECRET\./)
  await service.ask('PUT', '/api/config', { body: { CHAT_APP_SECRET: 'chat-app-secret' } })
  await card(id, /needs a decision/)
  assert.equal((await service.get('/api/status')).body.data.chat_status, 'connected')
  assert.equal(chat.store.all().length, 1)
})
