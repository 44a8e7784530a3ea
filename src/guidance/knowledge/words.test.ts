import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from './words.ts'

const stems = (text: string) => wordsIn(text).map(({ stem }) => stem)

test('forms of one word are found by the same', () => {
  for (const forms of [
    'restart restarts restarted restarting',
    'evict evicted eviction evictions evicting',
    'expire expires expired expiring',
    'throttle throttled throttling',
    'schedule scheduled scheduler scheduling',
    'replicate replicates replicated replication',
    'certificate certificates',
    'query queries',
    'stop stopped stopping',
  ])
    assert.equal(new Set(stems(forms)).size, 1, forms)
})

test('words that only look alike stay apart', () => {
  assert.equal(new Set(stems('node note pod port disk dish lock log status state')).size, 10)
})

test('case and accents do not matter, a percentage is a word of its own', () => {
  assert.deepEqual(stems('ÉTÉ Über'), stems('ete uber'))
  assert.deepEqual(stems('at 95% of 95'), ['at', '95%', 'of', '95'])
  assert.deepEqual(stems('100%x a%b'), ['100%', 'x', 'a', 'b'])
})

test('a name written together is found whole and in parts, and both are followed by the next word', () => {
  const words = wordsIn('CrashLoopBackOff seen')
  assert.deepEqual(
    words.map(({ said, position }) => [said, position]),
    [
      ['CrashLoopBackOff', 1],
      ['Crash', 1],
      ['Loop', 2],
      ['Back', 3],
      ['Off', 4],
      ['seen', 5],
    ],
  )
  assert.deepEqual(stems('idle_in_transaction'), stems('idle in transaction'))
})

test('scripts without spaces become pairs of characters', () => {
  assert.deepEqual(stems('数据库连接'), ['数据', '据库', '库连', '连接'])
  assert.deepEqual(stems('池'), ['池'])
  assert.deepEqual(stems('CPU使用率95%'), ['cpu', '使用', '用率', '95%'])
  assert.deepEqual(stems('バッチ'), ['バッ', 'ッチ'])
})

test('every character there is comes out as one the store takes in a word, or not at all', () => {
  for (let point = 1; point <= 0x10ffff; point += 1) {
    const character = String.fromCodePoint(point)
    for (const { stem } of wordsIn(`${character}\n${character}${character}`))
      assert.match(stem, /^[\p{L}\p{N}\p{M}%]+$/u, point.toString(16))
  }
})

test('nothing but words comes out, however odd the text', () => {
  for (const text of ['', ' \n', '%', "';--\\", '…', '\0', '\ud800', '👩‍🚒']) assert.deepEqual(stems(text), [], text)
  assert.ok(stems('x'.repeat(10_000)).every((word) => word.length <= 100))
})
