import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEnvironment } from '../../../guidance/environment/environment-map.ts'
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
  {
    id: 'C1',
    plugin: 'list_pods',
    parameters: { namespace: 'shop' },
    result: { success: true, data: { pods: [{ name: 'mail-0' }, { name: 'varnish-0' }] } },
  },
  {
    id: 'C2',
    plugin: 'describe_pod',
    parameters: { pod_name: 'varnish-0' },
    result: { success: true, data: 'varnish-0 runs' },
  },
]
const CONTEXT = readEnvironment(
  JSON.stringify({
    services: [{ name: 'web', namespace: 'shop', dependencies: ['orders-db'] }],
    infrastructure: { middleware: [{ name: 'events', type: 'kafka' }] },
  }),
)
const NOTHING = readEnvironment('{}')
const ask = (question: string, environment = NOTHING) =>
  knownOf(question, {
    diagnosis: { facts: FACTS, ruledOut: ['The disk: it is half empty.'] },
    exhibits: EXHIBITS,
    environment,
  })

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
  assert.match(
    ask('is mail-0 well?')?.text ?? '',
    /^mail-0: it is named in what was looked at \(C1 list_pods\).*look again with a comment/,
  )
  assert.deepEqual(ask('is mail-0 well?')?.findings[0]?.evidence, [
    { call: 'C1', plugin: 'list_pods', quote: 'mail-0' },
  ])
  assert.match(ask('and db-9?')?.text ?? '', /^db-9: nobody looked at it: nothing that was looked at names it/)
})

test('who is called by an everyday name and was not looked at is answered for: that nobody looked, and what it would take', () => {
  for (const [question, answer] of [
    ['why not postgres?', /^postgres: nobody looked at it.*add it there.*TARGET_DATABASES/],
    ['Why not the database?', /^database: nobody looked at it.*TARGET_DATABASES/],
    ['why not the queue?', /^queue: nobody looked at it.*METRICS_URL/],
    ['数据库呢?', /^数据库: nobody looked at it/],
    ['what about the flux capacitor?', /^flux: nobody looked at it/],
    ['could it be nginx', /^nginx: nobody looked at it/],
  ] as const)
    assert.match(ask(question)?.text ?? '', answer, question)
})

test('the product that is named is answered for, and not another of its kind', () => {
  assert.match(ask('why not memcached?')?.text ?? '', /^memcached: nobody looked at it/)
  assert.match(ask('why not redis?')?.text ?? '', /^redis-cache: web says connection refused/)
  assert.match(ask('why not varnish?')?.text ?? '', /^varnish: it was looked at \(C1 list_pods\), and nothing unusual/)
})

test('what the environment context knows by that name or type is meant, and a look again reaches it', () => {
  const database = ask('why not the database?', CONTEXT)?.text ?? ''
  assert.match(database, /^orders-db: nobody looked at it.*The environment context knows it\. To have it looked at/)
  assert.match(
    ask('why not kafka?', CONTEXT)?.text ?? '',
    /^events: nobody looked at it.*The environment context knows it/,
  )
})

test('what was ruled out, or only said of it by another, is the answer', () => {
  assert.match(ask('why not the disk?')?.text ?? '', /^disk: Ruled out: The disk: it is half empty\.$/)
  assert.match(ask('is it cpu?')?.text ?? '', /^cpu: cpu of node-3 rose from 10 to 95\.$/)
})

test('a question that names nobody, or only the incident, names nobody', () => {
  for (const question of [
    'why?',
    'what happened so far?',
    'why does INC-20260101-001 happen?',
    'who decided that?',
    'why not restart it?',
    'why not wait?',
    'what is it about?',
  ])
    assert.equal(ask(question), undefined, question)
})
