/** A card through every exit of the lifecycle, as the people in the chat see it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardsOf, openChatWorld } from '../world/chat-world.ts'
import { eventually } from '../world/eventually.ts'
import type { TestService } from '../world/service.ts'

type Entry = { type: string; data: Record<string, unknown> }

test('a card waits, is confirmed, shows the work, and ends with who decided and what came of it', async (t) => {
  const { chat, plant, card, show, cluster } = await openChatWorld(t)
  const { id } = await plant('checkout')
  const message = await card(id, /needs a decision/)
  const words = chat.words(message.id)
  assert.match(words, /What would run\*\*\n1\. scale_deployment\n {3}namespace: "shop"\n {3}deployment: "checkout"\n/)
  assert.match(
    words,
    /\n {3}replicas: 3\n {3}change spec\.replicas: 2 → 3\n {3}risk: \w+\n {3}rollback: scale_deployment/,
  )
  assert.match(words, /Conclusion by analysis, 90 % sure\*\*\nEvery replica is saturated\./)
  assert.match(words, /Decide before\n\d{4}-\d\d-\d\d \d\d:\d\d UTC/)
  const pressed = await chat.click(message.id, 'Confirm', 'ou_alice')
  assert.deepEqual([pressed.code, pressed.toast?.type], [0, 'success'])
  await card(id, /is done/)
  const ended = chat.words(message.id)
  assert.match(ended, /Decided by <at id=ou_alice><\/at>\nConfirmed at/)
  assert.match(ended, /Fixed and verified\./)
  assert.deepEqual(chat.buttons(message.id), [])
  assert.equal(cardsOf(chat, id).length, 1)
  assert.equal(cluster.recorder.changes().length, 1)
  const { events } = (await show(id)) as { events: Entry[] }
  const sent = events.filter(({ type }) => type === 'chat_message_sent').map(({ data }) => data)
  assert.deepEqual(sent, [{ what: 'card', chat_id: 'oc_ops', message_id: message.id }])
})

test('a refused plan is escalated; ignored, expired and looked at again each say so on the card', async (t) => {
  const world = await openChatWorld(t, { deployments: ['refused', 'ignored', 'again', 'late'] })
  const { chat, plant, card, cluster } = world
  const [refused, ignored, again] = [await plant('refused'), await plant('ignored'), await plant('again')]
  const late = await plant('late', { confirmWithinSeconds: 60 })
  const press = async (id: string, button: string, typed?: Record<string, string>) =>
    chat.click((await card(id, /needs a decision/)).id, button, 'ou_alice', typed)
  await press(refused.id, 'Reject', { comment: 'not on a Sunday' })
  await press(ignored.id, 'Ignore')
  await press(again.id, 'Look again', { comment: 'look at the database' })
  const ends: [id: string, says: RegExp][] = [
    [refused.id, /needs a person[\s\S]*Rejected at[\s\S]*not on a Sunday[\s\S]*refused the plan/],
    [ignored.id, /is closed[\s\S]*Ignored at[\s\S]*Ignored by ou_alice/],
    [again.id, /Another look was asked for at[\s\S]*look at the database/],
  ]
  for (const [id, says] of ends) assert.deepEqual(chat.buttons((await card(id, says)).id), [])
  await card(late.id, /needs a decision/)
  await world.pass(61_000)
  const expired = await card(late.id, /is closed[\s\S]*Nobody answered in time/)
  assert.deepEqual(chat.buttons(expired.id), [])
  assert.equal(cluster.recorder.changes().length, 0)
})

test('of many presses on two instances one is accepted, and the plan runs once', async (t) => {
  const world = await openChatWorld(t, { instances: 2 })
  const { chat, plant, card, cluster, instances } = world
  const { id } = await plant('checkout')
  const { id: message } = await card(id, /needs a decision/)
  const people = Array.from({ length: 12 }, (_, at) => `ou_${at}`)
  const presses = people.map((person, at) => {
    world.connect(instances[at % 2] as TestService)
    return chat.click(message, 'Confirm', person)
  })
  const pressed = await Promise.all(presses)
  const answers = pressed.map(({ delivery }) => JSON.parse(delivery.text ?? '').data)
  assert.equal(answers.filter(({ accepted }) => accepted).length, 1)
  for (const { accepted, reason } of answers) if (!accepted) assert.equal(reason, 'not_waiting')
  for (const { code } of pressed) assert.equal(code, 0)
  await card(id, /is done/)
  assert.equal(cluster.recorder.changes().length, 1)
  const winner = people[answers.findIndex(({ accepted }) => accepted)] as string
  const again = await chat.press(message, { action: 'confirm_diagnosis', incident_id: id }, winner)
  const soFar = JSON.parse(again.delivery.text ?? '').data
  assert.deepEqual([soFar.accepted, soFar.status], [true, 'resolved'])
  const other = people.find((person) => person !== winner) as string
  const late = await chat.press(message, { action: 'confirm_diagnosis', incident_id: id }, other)
  assert.deepEqual([late.toast?.type, JSON.parse(late.delivery.text ?? '').data.reason], ['error', 'not_waiting'])
})

test('a button of an earlier plan, and one that names none, decide nothing once there is a second plan', async (t) => {
  const { chat, plant, replan, card, cluster, show } = await openChatWorld(t)
  const first = await plant('checkout')
  const { id: message } = await card(first.id, /needs a decision/)
  const old = chat.buttons(message).map(({ value }) => value)
  const second = await replan(first)
  await eventually('the card shows the second plan', () =>
    chat.buttons(message).some(({ value }) => value.digest === second.digest),
  )
  const reasons = []
  for (const value of old) {
    const { toast, delivery } = await chat.press(message, value, 'ou_alice')
    assert.equal(toast?.type, 'error')
    reasons.push(JSON.parse(delivery.text ?? '').data.reason)
  }
  assert.ok(reasons.length >= 4, 'confirm, reject, look again, ignore')
  assert.deepEqual(new Set(reasons), new Set(['stale_digest']))
  const bare = await chat.press(message, { action: 'confirm_diagnosis', incident_id: first.id }, 'ou_alice')
  assert.equal(JSON.parse(bare.delivery.text ?? '').data.reason, 'digest_needed')
  assert.equal((await show(first.id)).status, 'awaiting_approval')
  assert.equal(cluster.recorder.changes().length, 0)
  assert.equal((await chat.click(message, 'Confirm', 'ou_alice')).toast?.type, 'success')
  await card(first.id, /is done/)
})

test('only people who may decide do, and only on the card itself', async (t) => {
  const environment = { CHAT_APPROVER_IDS: 'ou_alice,ou_alerter,on_ou_bob', ALERT_BOT_IDS: 'ou_alert_bot' }
  const world = await openChatWorld(t, { environment, chats: ['oc_ops', 'oc_elsewhere'] })
  const { chat, plant, card, cluster } = world
  const { id } = await plant('checkout', { alert: { sender_id: 'ou_alerter' } })
  const message = await card(id, /needs a decision/)
  assert.match(chat.words(message.id), /Only listed approvers may decide\./)
  const reasonOf = async (messageId: string, person: string) => {
    const { delivery, toast } = await chat.click(messageId, 'Confirm', person)
    assert.equal(toast?.type, 'error')
    return JSON.parse(delivery.text ?? '').data.reason
  }
  assert.equal(await reasonOf(message.id, 'ou_mallory'), 'not_an_approver')
  assert.equal(await reasonOf(message.id, 'ou_alerter'), 'own_alert')
  assert.equal(await reasonOf(message.id, 'ou_alert_bot'), 'not_a_person')
  assert.equal(await reasonOf(message.id, 'ou_self'), 'not_a_person')
  const sender = { id: 'cli_demo', kind: 'bot' } as const
  const copies = ['oc_ops', 'oc_elsewhere'].map((chatId) =>
    chat.store.add({ chatId, type: 'interactive', content: message.content, sender }),
  )
  for (const copy of copies) assert.equal(await reasonOf(copy.id, 'ou_alice'), 'not_our_card')
  for (const { id: copy } of copies) assert.match(chat.words(copy), /needs a decision/)
  assert.equal(cluster.recorder.changes().length, 0)
  assert.equal((await chat.click(message.id, 'Confirm', 'ou_bob')).toast?.type, 'success')
  await eventually('the card itself is done', () => /is done/.test(chat.words(message.id)))
})
