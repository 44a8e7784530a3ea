import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelUnavailable } from '../../ports/language-model.ts'
import { askPatiently, type Reply } from './ask-patiently.ts'

const busy = (retryAfterMs?: number): Reply => ({
  refusal: new ModelUnavailable('rate_limited', 'Busy.'),
  isPassing: true,
  retryAfterMs,
})
const gone: Reply = { refusal: new ModelUnavailable('bad_answer', 'Nonsense.'), isPassing: false }
const answer: Reply = { text: 'Here.' }

async function play(replies: Reply[], { chance = 0, timeMs = 100_000 } = {}) {
  let now = 0
  const waits: number[] = []
  const asked: number[] = []
  const ask = async () => {
    asked.push(now)
    return replies[asked.length - 1] ?? answer
  }
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds)
    now += milliseconds
  }
  const reply = await askPatiently(ask, { timeLeftMs: () => timeMs - now, wait, random: () => chance })
  return { reply, waits, asked: asked.length }
}

test('an answer, and trouble that stays, are taken at once', async () => {
  assert.deepEqual(await play([answer]), { reply: answer, waits: [], asked: 1 })
  assert.deepEqual(await play([gone]), { reply: gone, waits: [], asked: 1 })
})

test('two further attempts are made, with growing pauses', async () => {
  assert.deepEqual((await play([busy(), busy(), answer])).waits, [250, 1_000])
  assert.deepEqual((await play([busy(), busy(), answer], { chance: 1 })).waits, [500, 2_000])
  const { reply, asked } = await play([busy(), busy(), busy(), answer])
  assert.ok('refusal' in reply)
  assert.equal(asked, 3)
})

test('what the server asks for is waited, and a little more so that not all come back at once', async () => {
  assert.deepEqual((await play([busy(7_000), busy(0)])).waits, [7_000, 0])
  assert.deepEqual((await play([busy(7_000), busy(0)], { chance: 1 })).waits, [7_250, 250])
})

test('no pause is begun that would outlast the time left, counted from the beginning', async () => {
  assert.deepEqual((await play([busy(10_000)], { timeMs: 10_000 })).waits, [])
  const { waits, asked } = await play([busy(6_000), busy(6_000), answer], { timeMs: 10_000 })
  assert.deepEqual([waits, asked], [[6_000], 2])
})
