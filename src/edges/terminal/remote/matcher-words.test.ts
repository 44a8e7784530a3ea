import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDuration, readMatcher } from './matcher-words.ts'

test('matchers are read as people type them', () => {
  const read = (words: string) => {
    const { name, value, is_regex, is_equal } = readMatcher(words)
    return [name, value, is_regex, is_equal]
  }
  assert.deepEqual(read('alertname=DiskFull'), ['alertname', 'DiskFull', false, true])
  assert.deepEqual(read('instance=~"web-[0-9]+"'), ['instance', 'web-[0-9]+', true, true])
  assert.deepEqual(read('team != '), ['team', '', false, false])
  assert.deepEqual(read('path!~/a=b.*'), ['path', '/a=b.*', true, false])
  for (const words of ['DiskFull', '=x', '~=x']) assert.throws(() => readMatcher(words), /is not: /)
})

test('lengths of time are read with their units, and not without', () => {
  assert.deepEqual(['90m', '2h', '1d12h', '1w'].map(readDuration), [5_400, 7_200, 129_600, 604_800])
  for (const words of ['', '90', '2 h', '1s', '-1h']) assert.throws(() => readDuration(words), /is not: /)
})
