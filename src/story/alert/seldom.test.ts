import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { seldom } from './seldom.ts'

test('the first is told at once, those in the gap after it together, and the next rests as long again', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let told = 0
    const call = seldom(() => {
      told += 1
    }, 50)
    call()
    call()
    call()
    assert.equal(told, 1)
    mock.timers.tick(50)
    assert.equal(told, 2)
    call()
    mock.timers.tick(49)
    assert.equal(told, 2)
    mock.timers.tick(1)
    assert.equal(told, 3)
    mock.timers.tick(50)
    call()
    assert.deepEqual([told], [4], 'after a gap in which nobody called')
  } finally {
    mock.timers.reset()
  }
})
