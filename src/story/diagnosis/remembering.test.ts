import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembering } from './remembering.ts'

function counted() {
  const asked: string[] = []
  const read = remembering((line) => {
    asked.push(line)
    return line.startsWith('E') ? undefined : line.length
  })
  return { asked, read }
}

test('a line is read once, also where nothing is read of it', () => {
  const { asked, read } = counted()
  assert.deepEqual([read('Error'), read('two'), read('Error'), read('two')], [undefined, 3, undefined, 3])
  assert.deepEqual(asked, ['Error', 'two'])
})

test('what is kept has bounds: long lines are read again, and so is all where too many were kept', () => {
  const { asked, read } = counted()
  const long = 'x'.repeat(1_001)
  read(long)
  read(long)
  assert.equal(asked.length, 2)
  for (let at = 0; at <= 4_000; at++) read(`line ${at}`)
  read('line 0')
  assert.equal(asked.length, 2 + 4_001 + 1)
})
