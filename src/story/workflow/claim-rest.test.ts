import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ClaimRest } from './claim-rest.ts'

function restAfter(tookMs: number, looked: number) {
  const clock = { now: 5_000 }
  const rest = new ClaimRest(() => clock.now)
  clock.now += tookMs
  rest.noteChoice(5_000, looked)
  return { rest, clock }
}

test('a choice among a few is followed by the next one at once, however long it took', () => {
  assert.equal(restAfter(800, 200).rest.leftMs(), 0)
})

test('a choice among many is followed by a rest of four times its length, ten seconds at most', () => {
  const { rest, clock } = restAfter(30, 201)
  assert.equal(rest.leftMs(), 120)
  clock.now += 119
  assert.equal(rest.leftMs(), 1)
  clock.now += 5
  assert.equal(rest.leftMs(), 0)
  assert.equal(restAfter(600, 5_000).rest.leftMs(), 2_400)
  assert.equal(restAfter(60_000, 5_000).rest.leftMs(), 10_000)
})
