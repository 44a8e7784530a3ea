import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Head, inTurn, placesOf } from './fair-queue.ts'

const [CRITICAL, HIGH, LOW] = [0, 1, 3]

function head(share: string, severityRank: number, more: Partial<Head> = {}): Head {
  return { share, severityRank, seq: 1n, isOverdue: false, servedTurn: undefined, ...more }
}

const PLENTY = { open: 4, uncritical: 4 }
const sharesInTurn = (heads: Head[], isAgedTurn = false, places = PLENTY) =>
  inTurn(heads, { isAgedTurn, places }).map(({ share }) => share)

test('the most severe come first', () => {
  assert.deepEqual(sharesInTurn([head('low', LOW), head('critical', CRITICAL), head('high', HIGH)]), [
    'critical',
    'high',
    'low',
  ])
})

test('among equals the source that was served longest ago is next, then the one that came first', () => {
  const heads = [
    head('just served', HIGH, { servedTurn: 9n, seq: 1n }),
    head('served before', HIGH, { servedTurn: 4n, seq: 2n }),
    head('never served, later', HIGH, { seq: 8n }),
    head('never served', HIGH, { seq: 7n }),
  ]
  assert.deepEqual(sharesInTurn(heads), ['never served', 'never served, later', 'served before', 'just served'])
})

test('in the turn of the aged, what has waited for too long comes first, and the sources take turns there too', () => {
  const heads = [
    head('fresh', CRITICAL),
    head('noisy', CRITICAL, { isOverdue: true, seq: 1n, servedTurn: 5n }),
    head('quiet', LOW, { isOverdue: true, seq: 2n }),
  ]
  assert.equal(sharesInTurn(heads, true)[0], 'quiet')
  assert.equal(sharesInTurn(heads, false)[0], 'fresh')
})

test('where nothing has waited for too long the turn of the aged is everybody’s', () => {
  assert.equal(sharesInTurn([head('low', LOW), head('high', HIGH)], true)[0], 'high')
})

test('the last place is for critical ones alone, also in the turn of the aged', () => {
  const kept = { open: 1, uncritical: 0 }
  const heads = [head('aged', LOW, { isOverdue: true }), head('high', HIGH), head('critical', CRITICAL)]
  assert.deepEqual(sharesInTurn(heads, true, kept), ['critical'])
  assert.deepEqual(sharesInTurn(heads.slice(0, 2), true, kept), [])
})

test('of two places or more one is kept free; critical ones may have them all', () => {
  const places = (atOnce: number, atWork: number, uncriticalAtWork: number) =>
    placesOf({ atOnce, atWork, uncriticalAtWork })
  assert.deepEqual(places(4, 0, 0), { open: 4, uncritical: 3 })
  assert.deepEqual(places(4, 3, 3), { open: 1, uncritical: 0 })
  assert.deepEqual(places(4, 3, 0), { open: 1, uncritical: 1 })
  assert.deepEqual(places(4, 4, 0), { open: 0, uncritical: 0 })
  assert.deepEqual(places(1, 0, 0), { open: 1, uncritical: 1 })
  assert.deepEqual(places(2, 5, 5), { open: 0, uncritical: 0 })
})
