import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuseLate, TooLate } from '../../ports/deadline.ts'
import { ActFence } from './act-fence.ts'

/** A clock the test moves, and a store whose answers take as long as it says. */
function openFence({ heldMs = 10_000, answerMs = 0, isEnabled = true } = {}) {
  let now = 1_000
  const pass = (ms: number) => {
    now += ms
  }
  let questions = 0
  const fence = new ActFence({
    heldForMs: async () => {
      questions += 1
      pass(answerMs)
      return heldMs
    },
    isEnabled: async () => isEnabled,
    clocksMs: [() => now],
  })
  return { fence, pass, questions: () => questions }
}

test('a change is made within the moment the answer is good for', async () => {
  const { fence } = openFence()
  assert.equal(await fence.through(async (before) => before.leftMs() > 0 && 'changed'), 'changed')
  assert.equal(fence.hasOpened, true)
})

test('whoever stood still after the answer asks again before anything is changed', async () => {
  const { fence, pass, questions } = openFence()
  let stops = 0
  const changed = await fence.through(async (before) => {
    if (stops === 0) pass(60_000)
    stops += 1
    refuseLate(before)
    return 'changed'
  })
  assert.deepEqual([changed, questions()], ['changed', 2])
})

test('an answer is no better than the lease it tells of, nor than the moment it was asked for', async () => {
  const left: number[] = []
  const look = (fence: ActFence) => fence.through(async (before) => void left.push(before.leftMs()))
  await look(openFence({ heldMs: 300 }).fence)
  await look(openFence({ heldMs: 300, answerMs: 200 }).fence)
  await look(openFence({ heldMs: 60_000 }).fence)
  assert.deepEqual(left, [300, 100, 2_000])
})

test('where the moment is missed again and again, nothing was changed and that is said', async () => {
  const { fence } = openFence({ answerMs: 3_000 })
  let changes = 0
  const through = fence.through(async (before) => {
    refuseLate(before)
    changes += 1
  })
  await assert.rejects(through, /missed again and again/)
  assert.deepEqual([changes, fence.hasOpened], [0, false])
})

test('the stop switch and a lost run shut it, and it remembers why', async () => {
  const stopped = openFence({ isEnabled: false }).fence
  await assert.rejects(
    stopped.through(async () => 'changed'),
    /REMEDIATION_ENABLED/,
  )
  assert.match(stopped.refusal?.message ?? '', /REMEDIATION_ENABLED/)
  const lost = new ActFence({ heldForMs: () => Promise.reject(new Error('lost')), isEnabled: async () => true })
  await assert.rejects(
    lost.through(async () => 'changed'),
    /lost/,
  )
  assert.deepEqual([stopped.hasOpened, lost.hasOpened], [false, false])
})

test('after a first change the second may be late, and it is known that something was changed', async () => {
  const { fence } = openFence()
  await fence.through(async () => 'first')
  await assert.rejects(
    fence.through(() => Promise.reject(new TooLate())),
    /missed again and again/,
  )
  assert.equal(fence.hasOpened, true)
})

test('a machine that was suspended is late by the clock that went on meanwhile', async () => {
  let sleptMs = 0
  let questions = 0
  const fence = new ActFence({
    heldForMs: async () => {
      questions += 1
      return 10_000
    },
    isEnabled: async () => true,
    clocksMs: [() => 5_000, () => 90_000 + sleptMs],
  })
  const changed = await fence.through(async (before) => {
    if (questions === 1) sleptMs = 3_600_000
    refuseLate(before)
    return 'changed'
  })
  assert.deepEqual([changed, questions], ['changed', 2])
})

test('by the clocks of this machine an answer is good for a moment, and not for ever', async () => {
  const fence = new ActFence({ heldForMs: async () => 10_000, isEnabled: async () => true })
  const before = await fence.through(async (deadline) => deadline)
  assert.ok(before.leftMs() <= 2_000)
})
