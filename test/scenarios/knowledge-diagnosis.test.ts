/** The diagnosis reads in the knowledge base: what says the same in other words, and of a long entry what answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startChatSimulator } from '../world/chat/chat-simulator.ts'
import { eventually } from '../world/eventually.ts'
import { startMindService } from '../world/mind/mind-service.ts'
import { obedientModel } from '../world/model/obedient-model.ts'

const ANSWER = 'When paying is slow, look at the provider page before anything else.'

test('the model is shown entries found in other words, within their budget', async (t) => {
  const mind = await startMindService(t, { script: obedientModel() })
  const chapter = (name: string) => `## ${name}\n${'Nothing that would help here. '.repeat(80)}`
  const content = [chapter('History'), chapter('Contacts'), ANSWER, chapter('Appendix'), chapter('Glossary')].join(
    '\n\n',
  )
  for (const body of [
    { title: 'Payments', content },
    { title: 'Certificates', content: 'They are renewed by themselves.' },
  ])
    assert.equal((await mind.service.ask('POST', '/api/knowledge', { body })).status, 201)
  await mind.diagnose({ labels: { alertname: 'CheckoutLatency', namespace: 'shop', deployment: 'web' } })
  const prompt = JSON.stringify(mind.model.turns[0]?.body)
  assert.ok(prompt.includes(ANSWER), 'the passage that answers is shown')
  assert.ok(!prompt.includes('Glossary'), 'the whole entry is not')
  assert.ok(!prompt.includes('renewed by themselves'), 'what has nothing to do with it is not')
})

test('without a model, what people wrote down is quoted on the incident and on its card, with why', async (t) => {
  const chat = await startChatSimulator({ chats: ['oc_ops'] })
  t.after(() => chat.close())
  const mind = await startMindService(t, {
    script: obedientModel(),
    isAlone: true,
    serviceEnvironment: { ...chat.settings, CHAT_DEFAULT_CHAT_ID: 'oc_ops' },
  })
  const signs = 'Signs: `quartz gremlin holds row`'
  for (const body of [
    { title: 'Gremlins', category: 'known problem', content: `${signs}\n\nSeen with OrdersStuck: let the row go.` },
    { title: 'Orders stuck', category: 'runbook', content: '# Orders\n\nOrders stuck? Ask the orders desk first.' },
    { title: 'Printing', content: 'Paper is in the cellar.' },
  ])
    assert.equal((await mind.service.ask('POST', '/api/knowledge', { body })).status, 201)
  const { diagnosis, events, id } = await mind.diagnose()
  assert.equal(diagnosis.source, 'analysis')
  type Known = { title: string; quote: string; why: string; holds?: boolean }
  const used = (diagnosis.knowledge as Known[]).map(({ title, quote, holds }) => [title, quote, holds])
  assert.deepEqual(
    new Set(used),
    new Set([
      ['Orders stuck', 'Ask the orders desk first.', undefined],
      ['Gremlins', 'Seen with OrdersStuck: let the row go.', true],
    ]),
  )
  assert.match(diagnosis.knowledge[0].why, /name the alert OrdersStuck|names the alert OrdersStuck/)
  assert.ok(
    diagnosis.key_findings.some((text: string) => text.includes('known problem "Gremlins" shows all its signs')),
  )
  const asked = events.filter(
    ({ type, data }: { type: string; data: { tool?: string } }) =>
      type === 'tool_call' && data.tool === 'runbook.search',
  )
  assert.equal(asked.length, 1)
  const card = await eventually('the card tells it', () =>
    chat.store
      .all()
      .map((one) => chat.words(one.id))
      .find((words) => words.startsWith(id) && words.includes('orders desk')),
  )
  assert.match(card, /What people wrote down/)
  assert.match(card, /Orders stuck: "[^"]*Ask the orders desk first\." \(its title or tags name the alert OrdersStuck/)
  assert.doesNotMatch(card, /cellar/)
})
