import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { toItsEnd } from './to-its-end.ts'

test('an act that has begun is let go on after a stop, and broken off only when it takes too long', async (t) => {
  t.after(() => mock.timers.reset())
  mock.timers.enable({ apis: ['setTimeout'] })
  for (const isStoppedBefore of [true, false]) {
    const stopping = new AbortController()
    if (isStoppedBefore) stopping.abort()
    const act = Promise.withResolvers<string>()
    let signal: AbortSignal | undefined
    const acting = toItsEnd(stopping.signal, (late) => {
      signal = late
      return act.promise
    })
    stopping.abort()
    mock.timers.tick(11_000)
    assert.equal(signal?.aborted, false)
    mock.timers.tick(1_000)
    assert.equal(signal?.aborted, true)
    act.resolve('done')
    assert.equal(await acting, 'done')
  }
})
