import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewEvent } from '../incident/incident-event.ts'
import type { Steps } from '../incident/steps.ts'
import { beginLook } from './begin-look.ts'

const BEGAN = Date.parse('2026-11-15T08:00:00Z')

/** One run; `begin` is what an instance does that takes it up, some seconds after the first began. */
function openRun() {
  const journal = new Map<string, unknown>()
  const notes: NewEvent[] = []
  const steps: Steps = {
    async act(step, work, tell) {
      if (!journal.has(step)) {
        const result = await work()
        journal.set(step, result)
        notes.push(...(tell?.(result) ?? []))
      }
      return journal.get(step) as Awaited<ReturnType<typeof work>>
    },
  }
  const after = (seconds: number) => new Date(BEGAN + seconds * 1000)
  const begin = (seconds: number, resumedSeconds?: number) =>
    beginLook({
      steps,
      clock: { now: () => after(seconds) },
      resumedAt: resumedSeconds === undefined ? undefined : after(resumedSeconds),
    })
  return { begin, notes, after }
}

test('a run that goes on soon goes on with its look, as if nothing had been', async () => {
  const { begin, notes, after } = openRun()
  await begin(0)
  const { number, since, prefix, callsBefore } = await begin(30, 30)
  assert.deepEqual([number, since, prefix, callsBefore], [1, after(0), '', 0])
  assert.deepEqual(notes, [])
})

test('a run that goes on late looks anew, under names and numbers of its own, and says so once', async () => {
  const { begin, notes, after } = openRun()
  await begin(0)
  const second = await begin(31, 31)
  assert.deepEqual([second.number, second.since, second.callsBefore], [2, after(31), 100])
  const step = async () => 'seen now'
  await (await begin(0)).steps.act('ask', async () => 'seen before')
  assert.equal(await second.steps.act('ask', step), 'seen now')
  assert.equal((await begin(50, 50)).number, 2, 'the new look is fresh yet')
  assert.equal(notes.length, 1)
  assert.match(JSON.stringify(notes), /calls from C101 on/)
  assert.equal((await begin(90, 90)).number, 3)
  assert.match(JSON.stringify(notes[1]), /calls from C201 on/)
})

test('a clock that is behind the store’s begins no look that is old already', async () => {
  const { begin, after } = openRun()
  await begin(0)
  const { number, since } = await begin(1, 600)
  assert.deepEqual([number, since], [2, after(600)])
})
