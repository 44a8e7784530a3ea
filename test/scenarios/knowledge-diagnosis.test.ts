/** The diagnosis reads in the knowledge base: what says the same in other words, and of a long entry what answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  const told = JSON.stringify(mind.model.turns[0]?.body)
  assert.ok(told.includes(ANSWER), 'the passage that answers is shown')
  assert.ok(!told.includes('Glossary'), 'the whole entry is not')
  assert.ok(!told.includes('renewed by themselves'), 'what has nothing to do with it is not')
})
