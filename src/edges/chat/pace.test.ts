import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Pace } from './pace.ts'

function openPace() {
  let nowMs = 1_000_000
  const pace = new Pace({ now: () => new Date(nowMs) })
  const pass = (milliseconds: number) => {
    nowMs += milliseconds
  }
  const start = (place: string) => {
    const { waitMs, isTaken } = pace.take(place)
    return isTaken ? nowMs + waitMs : undefined
  }
  return { pace, pass, start }
}

/** The most starts in any second. */
function densest(starts: readonly number[]): number {
  return Math.max(...starts.map((from) => starts.filter((start) => start >= from && start < from + 1000).length))
}

test('a chat is spoken to at most four times in any second, the first four at once', () => {
  const { start, pass } = openPace()
  const starts: number[] = []
  for (let round = 0; round < 30; round += 1) {
    const started = start('oc_a')
    if (started !== undefined) starts.push(started)
    pass(100)
  }
  assert.equal(densest(starts), 4)
  assert.equal(new Set(starts.slice(0, 4).map((time) => Math.floor(time / 1000))).size, 1)
})

test('all chats together are spoken to at most forty times in any second, whoever comes first', () => {
  const { start, pass } = openPace()
  const byChat = new Map<string, number[]>()
  for (let round = 0; round < 400; round += 1) {
    // One chat alone has a long line of its own, which must not let the others through too densely later.
    const place = round % 5 === 0 ? 'oc_busy' : `oc_${round % 37}`
    const started = start(place)
    if (started !== undefined) byChat.set(place, [...(byChat.get(place) ?? []), started])
    pass(round % 3)
  }
  const all = [...byChat.values()].flat()
  assert.equal(densest(all), 40)
  assert.equal(Math.max(...[...byChat.values()].map(densest)), 4)
  assert.ok(all.length > 200)
})

test('a line too long is not joined, and its length is told', () => {
  const { start, pace } = openPace()
  const taken = Array.from({ length: 40 }, () => start('oc_a')).filter((time) => time !== undefined)
  assert.equal(taken.length, 24)
  assert.deepEqual(pace.take('oc_a'), { waitMs: 6000, isTaken: false })
  assert.deepEqual(pace.take('oc_b'), { waitMs: 0, isTaken: true })
})

test('when the platform asks for silence, nobody speaks until it is over', () => {
  const { pace, pass } = openPace()
  pace.hold(3000)
  assert.deepEqual(pace.take('oc_a'), { waitMs: 3000, isTaken: true })
  pass(1000)
  assert.deepEqual(pace.take('oc_b'), { waitMs: 2000, isTaken: true })
  pace.hold(100)
  assert.deepEqual(pace.take('oc_c'), { waitMs: 2000, isTaken: true })
  pass(2000)
  assert.deepEqual(pace.take('oc_d'), { waitMs: 0, isTaken: true })
})
