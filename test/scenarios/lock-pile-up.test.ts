/** Nothing pretended but the chat: a real lock in a real PostgreSQL, found without a model, ended once confirmed, and seen to be gone. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openChatWorld } from '../world/chat-world.ts'
import { eventually } from '../world/eventually.ts'
import { assertReleased, LOCK_ALERT, pileUp } from '../world/lock-pile-up.ts'
import { startTestService, type TestService } from '../world/service.ts'

const reach = (service: TestService, id: string, ...statuses: string[]) =>
  eventually(`${id} is ${statuses.join(' or ')}`, async () => {
    const { data } = (await service.get(`/api/incidents/${id}`)).body
    return statuses.includes(data.status) && data
  })

test('an idle transaction holds a table: it is found, shown, ended once confirmed, and the waiters go on', async (t) => {
  const { blocker, waiters, environment } = await pileUp(t)
  const service = await startTestService(t, { environment })

  const { incident_id: id } = (await service.ask('POST', '/api/alert', { body: LOCK_ALERT })).body.data
  const waiting = await reach(service, id, 'awaiting_approval', 'escalated')
  assert.equal(waiting.status, 'awaiting_approval', waiting.diagnosis.conclusion)
  assert.match(waiting.diagnosis.conclusion, new RegExp(String(blocker.pid)))
  assert.equal(waiting.diagnosis.source, 'analysis')
  const [action, ...others] = waiting.proposal.actions
  assert.deepEqual([action.parameters.pid, others], [blocker.pid, []])
  for (const reference of waiting.diagnosis.evidence) {
    const call = waiting.events.find(({ data }: { data: { call?: string } }) => data.call === reference.call)
    assert.equal(call.data.tool, reference.plugin)
  }

  const { digest } = waiting.proposal
  await service.ask('POST', `/api/incidents/${id}/decision`, { body: { decision: 'confirm', digest } })
  const resolved = await reach(service, id, 'resolved', 'escalated')
  assert.equal(resolved.status, 'resolved', JSON.stringify(resolved.events.at(-1)))
  assert.equal(resolved.execution_result.verification.outcome, 'resolved')
  await assertReleased(waiters)
})

test('the same through the chat: a card shows the blocker, a press ends it, and the card says that it is over', async (t) => {
  const { blocker, waiters, environment } = await pileUp(t)
  const { chat, card, instances } = await openChatWorld(t, { environment })
  const [service] = instances as [TestService]

  const { incident_id: id } = (await service.ask('POST', '/api/alert', { body: LOCK_ALERT })).body.data
  const shown = await card(id, /needs a decision/)
  assert.match(chat.words(shown.id), new RegExp(`terminate_query\\n +pid: ${blocker.pid}`))
  const pressed = await chat.click(shown.id, 'Confirm', 'ou_alice')
  assert.equal(pressed.toast?.type, 'success')
  await card(id, /Fixed and verified/)
  assert.deepEqual(chat.buttons(shown.id), [])
  await assertReleased(waiters)
})
