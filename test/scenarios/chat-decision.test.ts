/** A card through every exit of the lifecycle, as the people in the chat see it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardsOf, openChatWorld } from '../world/chat-world.ts'

test('a card waits, is confirmed, shows the work, and ends with who decided and what came of it', async (t) => {
  const { chat, plant, card, show, cluster } = await openChatWorld(t)
  const { id } = await plant('checkout')
  const message = await card(id, /needs a decision/)
  const words = chat.words(message.id)
  assert.match(
    words,
    /What would run\*\*\n1\. scale_deployment\n {3}namespace: "shop"\n {3}deployment: "checkout"\n {3}replicas: 3/,
  )
  assert.match(words, /change spec\.replicas: 2 → 3/)
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
  const { events } = await show(id)
  const sent = events.filter(({ type }: { type: string }) => type === 'chat_message_sent')
  assert.deepEqual(
    sent.map(({ data }: { data: unknown }) => data),
    [{ what: 'card', chat_id: 'oc_ops', message_id: message.id }],
  )
})
