import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asWritten } from './as-written.ts'

test('words in common are told whole, as they stand in the text, in scripts without spaces too', () => {
  assert.deepEqual(asWritten(['连接', '接池', '耗尽'], '数据库连接池耗尽'), ['连接池耗尽'])
  assert.deepEqual(asWritten(['据库', 'Redis', '超时'], 'Redis 与数据库通信超时'), ['Redis', '数据库', '超时'])
  assert.deepEqual(asWritten(['answers', '500'], 'It answers 500'), ['answers', '500'])
  assert.deepEqual(asWritten(['别处'], '数据库'), ['别处'], 'what the text does not hold stands as it was asked')
})
