import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayDuration, timelineOf } from './report-timeline.ts'
import { createVoice } from './voice.ts'

type Events = Parameters<typeof timelineOf>[0]

const looks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'tool_call',
    at: new Date(Date.UTC(2026, 10, 17, 12, 0, index)),
    data: {
      tool: index % 2 === 0 ? 'lock_waits' : 'list_pods',
      parameters: {},
      result: { success: true, waiters: index === count - 2 ? 0 : 3 },
      by: 'verification',
    },
  })) as unknown as Events

test('a figure that is told in Chinese words stands beside Chinese words without a blank', () => {
  const { say } = createVoice('zh')
  assert.equal(say('Carried out, in {seconds} s.', { seconds: say('less than 1') }), '已执行，用时不到 1 秒。')
  assert.equal(say('Carried out, in {seconds} s.', { seconds: 3 }), '已执行，用时 3 秒。')
})

test('many looks are one line that says how often, until when, and which answers changed', () => {
  assert.equal(
    timelineOf(looks(96), createVoice('en')),
    '## Timeline\n\n- 2026-11-17 12:00:00 UTC looked 96 times, until 2026-11-17 12:01:35 UTC: `lock_waits` ×48, `list_pods` ×48; answers changed of `lock_waits`',
  )
  assert.match(
    timelineOf(looks(96), createVoice('zh')),
    /查看 96 次，直至 2026-11-17 12:01:35 UTC：.*；结果有变化的：`lock_waits`$/,
  )
})

test('few are told by their names alone', () => {
  assert.match(timelineOf(looks(4), createVoice('en')), /looked with `lock_waits` ×2, `list_pods` ×2$/)
})

test('a look that reads the cluster is told as on the page, and is not named after a model that was not there', () => {
  const reader = { tool: 'llm.orchestrator_action', parameters: { command: 'get pods' }, result: {}, by: 'analysis' }
  const look = [{ kind: 'tool_call', at: new Date(0), data: reader }] as unknown as Events
  assert.match(timelineOf(look, createVoice('en')), /looked with cluster$/)
  assert.match(timelineOf(look, createVoice('zh')), /集群$/)
})

test('a span has the whole seconds that have passed, as on the page', () => {
  assert.equal(sayDuration(new Date(0), new Date(95_900), createVoice('en')), '1 min 35 s')
})

test('what befell Firebreak itself is told in words, in the language of the report; a person’s note stands above', () => {
  const text =
    'Firebreak was interrupted while it ran restart_pod, after 2026-11-17 12:00:00 UTC (its last recorded step), and goes on since 2026-11-17 12:00:09 UTC on instance b. What restart_pod had done is looked up first; it is not done twice.'
  const at = new Date('2026-11-17T12:00:10Z')
  const noted = (by: string) => [{ kind: 'note_added', at, data: { by, text } }] as unknown as Events
  assert.match(timelineOf(noted('firebreak'), createVoice('en')), /UTC Firebreak was interrupted while it ran restart/)
  assert.match(timelineOf(noted('firebreak'), createVoice('zh')), /UTC .*中断.*restart/)
  assert.match(timelineOf(noted('anna'), createVoice('en')), /UTC note by anna$/)
})
