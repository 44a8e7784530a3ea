import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Breaker } from './breaker.ts'

function open() {
  const time = { ms: 1_000 }
  const breaker = new Breaker(() => time.ms)
  const fail = (times: number) => {
    for (let failure = 0; failure < times; failure += 1) breaker.note('a', 'failed')
  }
  return { breaker, time, fail }
}

test('four failures in a row are borne, the fifth closes the way', () => {
  const { breaker, fail } = open()
  fail(4)
  assert.equal(breaker.admit('a'), true)
  fail(1)
  assert.equal(breaker.admit('a'), false)
  assert.equal(breaker.admit('b'), true)
})

test('an answer between failures begins the count anew', () => {
  const { breaker, fail } = open()
  fail(4)
  breaker.note('a', 'answered')
  fail(4)
  assert.equal(breaker.admit('a'), true)
})

test('after the rest one turn is let in, and no other before its outcome is known', () => {
  const { breaker, time, fail } = open()
  fail(5)
  time.ms += 29_999
  assert.equal(breaker.admit('a'), false)
  time.ms += 1
  assert.deepEqual([breaker.admit('a'), breaker.admit('a')], [true, false])
  breaker.note('a', 'answered')
  assert.deepEqual([breaker.admit('a'), breaker.admit('a')], [true, true])
})

test('a trial that fails begins another rest', () => {
  const { breaker, time, fail } = open()
  fail(5)
  time.ms += 30_000
  assert.equal(breaker.admit('a'), true)
  fail(1)
  time.ms += 29_999
  assert.equal(breaker.admit('a'), false)
  time.ms += 1
  assert.equal(breaker.admit('a'), true)
})

test('a trial its asker gave up leaves the place to the next, at once', () => {
  const { breaker, time, fail } = open()
  fail(5)
  time.ms += 30_000
  assert.equal(breaker.admit('a'), true)
  breaker.note('a', 'undecided')
  assert.deepEqual([breaker.admit('a'), breaker.admit('a')], [true, false])
})

test('turns given up count neither for nor against a host', () => {
  const { breaker, fail } = open()
  fail(4)
  for (let turn = 0; turn < 10; turn += 1) breaker.note('a', 'undecided')
  assert.equal(breaker.admit('a'), true)
  fail(1)
  assert.equal(breaker.admit('a'), false)
})
