import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshRecords, letPass } from '../../../test/world/records.ts'
import { IncidentNumbers, idTaker } from './incident-numbers.ts'

const CLOCK = { now: () => new Date() }

test('numbers of a day begin at 001, are given once, and grow past 999', async (t) => {
  const { database } = await freshRecords(t)
  const numbers = new IncidentNumbers(database, CLOCK)
  const first = await numbers.take(2)
  const takeId = idTaker(first)
  assert.match(takeId(), /^INC-\d{8}-001$/)
  assert.match(takeId(), /^INC-\d{8}-002$/)
  assert.throws(takeId, /More incidents than numbers/)
  const many = await numbers.take(1000)
  assert.deepEqual([many.numbers.at(0), many.numbers.at(-1)], [3, 1002])
  assert.match(idTaker({ ...many, numbers: [1002] })(), /-1002$/)
})

test('what was not used serves the next, lowest first; two instances never share a number', async (t) => {
  const { database } = await freshRecords(t)
  const [one, other] = [new IncidentNumbers(database, CLOCK), new IncidentNumbers(database, CLOCK)]
  const block = await one.take(5)
  const [used, ...unused] = block.numbers
  one.giveBack({ day: block.day, numbers: unused })
  const [again, foreign] = await Promise.all([one.take(4), other.take(4)])
  assert.equal(used, 1)
  assert.deepEqual(again.numbers, [2, 3, 4, 5])
  assert.deepEqual(foreign.numbers, [6, 7, 8, 9])
})

test('after midnight the numbers begin anew, and those left of yesterday are not used', async (t) => {
  const { database } = await freshRecords(t)
  const numbers = new IncidentNumbers(database, { now: () => new Date(Date.now() + 86_400_000) })
  const yesterday = await numbers.take(5)
  numbers.giveBack(yesterday)
  await letPass(database, '1 day')
  const today = await numbers.take(3)
  assert.notEqual(today.day, yesterday.day)
  assert.deepEqual(today.numbers, [1, 2, 3])
})

test('numbers left of yesterday are not taken for those of today while another group begins the new day', async (t) => {
  const { database } = await freshRecords(t)
  const numbers = new IncidentNumbers(database, CLOCK)
  const { day, numbers: old } = await numbers.take(5)
  numbers.giveBack({ day, numbers: old.slice(3) })
  await letPass(database, '1 day')
  const tomorrow = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  const taking = numbers.take(4)
  numbers.giveBack({ day: tomorrow, numbers: [] })
  const taken = await taking
  assert.equal(taken.day, tomorrow)
  assert.deepEqual(
    taken.numbers,
    Array.from({ length: 4 }, (_, index) => index + 1),
  )
})

test('what an orderly stop leaves over is taken up again, unless another has gone on meanwhile', async (t) => {
  const { database } = await freshRecords(t)
  const stopped = new IncidentNumbers(database, CLOCK)
  const { day, numbers } = await stopped.take(10)
  stopped.giveBack({ day, numbers: [3, ...numbers.slice(6)] })
  await stopped.close()
  const next = new IncidentNumbers(database, CLOCK)
  assert.deepEqual((await next.take(1)).numbers, [7], 'those in a row at the end; what was skipped before stays a gap')
  const overtaken = await next.take(4)
  await new IncidentNumbers(database, CLOCK).take(1)
  next.giveBack(overtaken)
  await next.close()
  assert.deepEqual((await new IncidentNumbers(database, CLOCK).take(1)).numbers, [13])
})
