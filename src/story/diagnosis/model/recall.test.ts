import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exhibitOf, NOW } from '../../../../test/world/mind/analysis-of.ts'
import { BUILT_IN_PLUGINS } from '../../../plugins/built-in-plugins.ts'
import type { SimilarIncident } from '../../incident/memory.ts'
import { deedsOf, recalledAmong, recallSpeech } from './brief.ts'

const PAST: SimilarIncident = {
  id: 'INC-20260101-001',
  title: 'web is down',
  status: 'resolved',
  closedAt: NOW,
  why: 'the same alert on shop/web',
  conclusion: 'The pool was used up.',
  situation: 'fault',
  proof: [
    { plugin: 'get_pod_logs', quote: '2026-01-01T07:00:00Z ERROR pool of web-7d4f9c8b54-vq8xm is empty after 30 s' },
  ],
  plan: ['restart_pod {"pod_name":"web-7d4f9c8b54-vq8xm"}'],
  outcome: 'It was verified.',
  worked: true,
}

const now = (line: string) => [exhibitOf('C4', 'get_pod_logs', { lines: [line] })]
const SAME = '2026-11-15T08:00:00Z ERROR pool of web-66c5d7f9bb-zz2tk is empty after 31 s'

test('the past is recalled where its proof shows again, under other names and numbers', () => {
  assert.equal(recalledAmong([PAST], now(SAME)), PAST)
  assert.equal(recalledAmong([PAST], now('INFO all is well')), undefined)
  assert.equal(recalledAmong([PAST], [exhibitOf('C4', 'logs.query', { lines: [SAME] })]), undefined)
})

test('what proved nothing, found nothing or did not help is not recalled', () => {
  for (const changes of [{ proof: [] }, { conclusion: '' }, { worked: false }])
    assert.equal(recalledAmong([{ ...PAST, ...changes }], now(SAME)), undefined)
  const twice = { ...PAST, proof: [...PAST.proof, { plugin: 'get_events', quote: 'FailedMount' }] }
  assert.equal(recalledAmong([twice], now(SAME)), undefined)
})

test('only the steps of then and of the analysis are described, and nothing can be looked up', () => {
  const deeds = deedsOf(PAST, { wanted: [{ plugin: 'scale_deployment' }] })
  const { system, tools } = recallSpeech('Judge.', BUILT_IN_PLUGINS, deeds)
  assert.match(system, /^Judge\.[\s\S]*- restart_pod[\s\S]*- scale_deployment/)
  assert.doesNotMatch(system, /cordon_node|list_pods/)
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['submit_diagnosis', 'look_further'],
  )
})
