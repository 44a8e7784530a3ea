import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SeenFact } from '../../incident/diagnosis.ts'
import { knownOf } from './known-of.ts'

const fact = (lens: string, entity: string, text: string, names: string[] = []): SeenFact => ({
  ...{ lens, entity, names, text },
  evidence: [{ call: 'C1', plugin: 'list_pods', quote: text }],
})
const FACTS = [
  fact('said', 'web-7d9f8b6c54-x2x9q', 'web says connection refused', ['redis-cache']),
  fact('moved', 'node-3', 'cpu of node-3 rose from 10 to 95'),
  fact('changed', 'node-3', 'node-3 was cordoned at 07:01'),
]
const EXHIBITS = [
  { id: 'C1', plugin: 'list_pods', parameters: {}, result: { success: true, data: { pods: [{ name: 'mail-0' }] } } },
]
const ask = (question: string) => knownOf(question, { diagnosis: { facts: FACTS, ruledOut: [] }, exhibits: EXHIBITS })

test('who is named is answered for, what is asked for first', () => {
  const known = ask('what changed on node-3?')
  assert.deepEqual(
    known?.findings.map(({ text }) => text),
    ['node-3 was cordoned at 07:01', 'cpu of node-3 rose from 10 to 95'],
  )
  assert.equal(known?.text, 'node-3: node-3 was cordoned at 07:01; cpu of node-3 rose from 10 to 95.')
})

test('who is meant by what people call him is found, in Chinese too', () => {
  for (const question of ['why not the cache?', '为什么不是缓存?'])
    assert.match(ask(question)?.text ?? '', /^redis-cache: web says connection refused/)
})

test('who was looked at without anything unusual is told apart from whom nobody looked at', () => {
  assert.match(ask('is mail-0 well?')?.text ?? '', /^mail-0: it stands in what was looked at \(C1 list_pods\)/)
  assert.deepEqual(ask('is mail-0 well?')?.findings[0]?.evidence, [
    { call: 'C1', plugin: 'list_pods', quote: 'mail-0' },
  ])
  assert.match(ask('and db-9?')?.text ?? '', /^db-9: nothing that was looked at names it/)
})

test('a question that names nobody, or only the incident, names nobody', () => {
  for (const question of ['why?', 'what happened so far?', 'why does INC-20260101-001 happen?', 'who decided that?'])
    assert.equal(ask(question), undefined, question)
})
