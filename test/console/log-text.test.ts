/** What a plugin that reads logs answered, as people read it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logTextOf } from '../../console/src/pages/plugins/log-text.ts'
import { tellMoment } from '../../console/src/parts/times.ts'

test('lines of a container are lines, without quotes around them', () => {
  const lines = ['INFO says "hello"', 'WARN heap 351 MiB']
  assert.equal(logTextOf({ pod: 'web-1', lines, count: 2 }), 'INFO says "hello"\nWARN heap 351 MiB')
})

test('lines of a log server stand below whose they are, each with its time', () => {
  const at = '2026-01-01T10:00:00.000Z'
  const stream = (pod: string) => ({ labels: { app: 'web', pod }, lines: [{ at, line: 'took order' }] })
  assert.equal(
    logTextOf({ streams: [stream('web-1'), stream('web-2')], lines_total: 2 }),
    `app=web, pod=web-1\n${tellMoment(new Date(at))}  took order\n\napp=web, pod=web-2\n${tellMoment(new Date(at))}  took order`,
  )
})

test('what holds no lines of log is not told as one', () => {
  for (const data of [
    undefined,
    'text',
    [],
    {},
    { lines: [] },
    { lines: [1] },
    { streams: [] },
    { streams: [{ lines: [{}] }] },
  ])
    assert.equal(logTextOf(data), undefined)
})
