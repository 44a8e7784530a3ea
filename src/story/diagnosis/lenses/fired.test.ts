import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exhibit } from '../evidence.ts'
import type { Subject } from '../subject.ts'
import type { Moved } from './figures.ts'
import { firedFacts, firedMoves, firingFigure, isBeyond, leftSide, ownMoves } from './fired.ts'

const EXHIBIT: Exhibit = {
  id: 'C1',
  plugin: 'metrics.query_range',
  parameters: {},
  result: { success: true, data: {} },
}

function waiting(given: Partial<Moved> = {}): Moved {
  return {
    ...{ name: 'cut_jobs_waiting', labels: {}, from: 6, to: 146, last: 206, at: new Date('2026-03-01T11:40:00Z') },
    ...{ strength: 0.9, isRate: false, beganAt: undefined, endedAt: undefined, exhibit: EXHIBIT, source: {} },
    ...given,
  }
}

function alertSaying(text: string, expressions: string[] = []): Subject {
  return {
    ...{ alertName: 'Jobs', labels: {}, text, expressions, severityWord: '', beside: [], isResolved: false },
    ...{ fromText: [], startedAt: undefined },
  }
}

test('an alert that only names its figure fires as long as the figure stays away', () => {
  const subject = alertSaying('Jobs wait\ncut_jobs_waiting: 211')
  assert.ok(firingFigure([waiting()], subject))
  assert.ok(!firingFigure([waiting({ last: 20 })], subject), 'it has come back')
  assert.ok(!firingFigure([waiting({ at: undefined })], subject), 'it never moved')
  assert.ok(!firingFigure([waiting({ name: 'cut_jobs_done' })], subject), 'it is another one')
})

test('an alert with an expression is judged by that and its bound, whatever it says', () => {
  const subject = alertSaying('cut_jobs_waiting is high', ['queue_length > 300'])
  assert.ok(!firingFigure([waiting()], subject))
  assert.ok(!firingFigure([waiting({ name: 'queue_length' })], subject))
  assert.ok(firingFigure([waiting({ name: 'queue_length', last: 301 })], subject))
})

test('only what the whole expression came to is held against its bound', () => {
  const share = alertSaying('', ['cut_jobs_waiting / cut_jobs > 0.2'])
  const [part, whole] = firedFacts([waiting(), waiting({ name: '', from: 0.4 })], share)
  assert.deepEqual([part?.stoodBeyond, whole?.stoodBeyond], [false, true])
  const [quiet] = firedFacts([waiting({ from: 0.001, to: 0, last: 0 })], alertSaying('', ['cut_jobs_waiting > 9']))
  assert.equal(quiet?.isQuiet, true)
})

test('it began where the figure of whom the alert means moved, and not where another of that name did', () => {
  const subject = { ...alertSaying('', ['cut_jobs_waiting > 9']), labels: { saw: 'one' } }
  const own = waiting({ labels: { saw: 'one' } })
  const other = waiting({ labels: { saw: 'two' }, from: 0, to: 0.001, strength: 1 })
  assert.deepEqual(ownMoves(firedMoves([other, own], subject), subject), [own])
  const still = waiting({ labels: { saw: 'one' }, at: undefined, strength: 0 })
  assert.equal(ownMoves(firedMoves([other, still], subject), subject).length, 2)
})

test('a bound is passed as the server says it', () => {
  const passed = ['>', '>=', '<', '<=', '==', '!='].map((operator) =>
    [0, 1, 2].map((value) => isBeyond(value, operator, 1)),
  )
  assert.deepEqual(passed.flat().map(Number).join(''), '001011100110010101')
})

test('a bound that is calculated is none that could be told', () => {
  assert.deepEqual(leftSide('bytes > 2 * 1024'), { left: 'bytes', operator: '>' })
  assert.deepEqual(leftSide('waiting > idle and up == 1'), { left: 'waiting', operator: '>', threshold: 'idle' })
  assert.deepEqual(leftSide('sum(rate(a[5m])) >= 0.5'), { left: 'sum(rate(a[5m]))', operator: '>=', threshold: '0.5' })
})
