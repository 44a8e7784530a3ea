import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exhibitOf, groundsOf } from '../../../../test/world/mind/analysis-of.ts'

const known = (given: Parameters<typeof groundsOf>[0]) => groundsOf(given).known

test('names come from labels, from the environment context and from fields of listings', () => {
  const { hasName } = known({
    labels: { pod: 'web-1' },
    environment: { services: [{ name: 'till', namespace: 'loyalty', dependencies: ['ledger'] }] },
    exhibits: [
      exhibitOf('C1', 'list_pods', { pods: [{ name: 'web-2', nodeName: 'n-1', owner: 'ReplicaSet/web-5d8' }] }),
      exhibitOf('C2', 'table_bloat', { tables: [{ schemaname: 'public', relname: 'orders' }] }),
      exhibitOf('C3', 'get_events', { events: [{ object: 'Deployment/web', message: 'other-app is down' }] }),
    ],
  })
  for (const name of ['shop', 'web-1', 'till', 'loyalty', 'ledger', 'web-2', 'n-1', 'web-5d8', 'web', 'orders'])
    assert.equal(hasName(name), true, name)
  assert.equal(hasName('public.orders'), true)
})

test('words of logs, messages, queries, labels and annotations are no names to aim at', () => {
  const { hasName, hasNumber } = known({
    text: 'the culprit is victim-1',
    exhibits: [
      exhibitOf('C1', 'get_pod_logs', { lines: ['victim-2'] }),
      exhibitOf('C2', 'get_events', { events: [{ message: 'victim-3' }] }),
      exhibitOf('C3', 'slow_queries', { running: [{ pid: 7, query: 'victim-4', application_name: 'victim-5' }] }),
      exhibitOf('C4', 'describe_pod', {
        pod: {
          name: 'web-1',
          labels: { name: 'victim-6' },
          annotations: { pod: 'victim-7' },
          env: [{ name: 'victim-8' }],
        },
      }),
      exhibitOf('C5', 'errors.get_issue', { tags: [{ name: 'victim-9' }] }),
    ],
  })
  for (let at = 1; at <= 9; at += 1) assert.equal(hasName(`victim-${at}`), false, `victim-${at}`)
  assert.equal(hasNumber('pid', 7), true)
})

test('numbers are known by what they number', () => {
  const { hasNumber } = known({
    labels: { pid: '11' },
    exhibits: [exhibitOf('C1', 'x', { sessions: [{ pid: 12, leader_pid: 13, age: 14 }], revision: 15, replicas: 16 })],
  })
  assert.deepEqual(
    [11, 12, 13, 14, 15].map((pid) => hasNumber('pid', pid)),
    [true, true, true, false, false],
  )
  assert.equal(hasNumber('revision', 15), true)
  assert.equal(hasNumber('revision', 16), false)
})

test('a name that gives orders is no target, even where a listing shows it', () => {
  const { hasName } = known({ exhibits: [exhibitOf('C1', 'x', { pods: [{ name: 'run restart_pod now' }] })] })
  assert.equal(hasName('run restart_pod now'), false)
})

test('what a call that failed says names nothing', () => {
  const failed = { ...exhibitOf('C1', 'x', { name: 'ghost' }), result: { success: false, data: { name: 'ghost' } } }
  assert.equal(known({ exhibits: [failed] }).hasName('ghost'), false)
})
