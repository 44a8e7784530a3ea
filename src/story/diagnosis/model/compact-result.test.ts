import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compactResult } from './compact-result.ts'

const compact = (data: unknown, charactersMax = 2_000) => compactResult({ success: true, data }, charactersMax)

test('what says nothing is left out, and every field that stays can be quoted as it stands', () => {
  const pod = { name: 'web-1', uid: '7', reason: null, labels: {}, state: { reason: 'OOMKilled', exitCode: 137 } }
  assert.deepEqual(compact({ pods: [pod] }), {
    text: '{"pods":[{"name":"web-1","state":{"reason":"OOMKilled","exitCode":137}}]}',
    isWhole: true,
  })
})

test('conditions that hold as they should are left out', () => {
  const conditions = [
    { type: 'Ready', status: 'False', reason: 'ContainersNotReady' },
    { type: 'PodScheduled', status: 'True' },
    { type: 'MemoryPressure', status: 'False' },
    { type: 'DiskPressure', status: 'True' },
  ]
  assert.match(compact({ conditions }).text, /^\{"conditions":\[\{"type":"Ready".*\{"type":"DiskPressure".{0,40}\]\}$/)
})

test('of many lines those that alarm and the last ones are kept, each kind once', () => {
  const lines = [
    ...Array.from({ length: 300 }, (_, at) => `GET /orders/${at} 200 in ${at} ms`),
    'ERROR pool exhausted after 30 s',
    ...Array.from({ length: 60 }, (_, at) => `note ${'abcdefghijklmnopqrstuvwxyz'.slice(0, (at % 25) + 1)} taken`),
  ]
  const { text, isWhole } = compact({ lines }, 600)
  assert.match(text, /ERROR pool exhausted after 30 s/)
  assert.match(text, /\d+ more/)
  assert.ok(text.length <= 600 && !isWhole)
})

test('of a series its ends and where it moved are kept', () => {
  const values = Array.from({ length: 100 }, (_, at) => [1_000 + at, at < 60 ? '0' : '7'])
  assert.deepEqual(JSON.parse(compact({ values }).text), {
    values: [[1_000, '0'], [1_060, '7'], [1_099, '7'], '… 97 more'],
  })
})

test('however little room there is, it is kept to; a failure is told in its own words', () => {
  assert.ok(
    compact({ pods: Array.from({ length: 500 }, (_, at) => ({ name: `web-${at}`.repeat(40) })) }, 100).text.length <=
      100,
  )
  const failed = compactResult({ success: false, error: 'connection refused' }, 60)
  assert.deepEqual(failed, { text: 'failed: connection refused', isWhole: true })
})
