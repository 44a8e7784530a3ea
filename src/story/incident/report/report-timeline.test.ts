import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timelineOf } from './report-timeline.ts'
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
