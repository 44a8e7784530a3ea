/** What the page of an incident says of an alert that comes and goes, and of one that becomes worse. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellEvent } from '../../console/src/pages/incident/event-words.ts'
import { tellRhythm } from '../../console/src/parts/rhythm-words.ts'

type Event = Parameters<typeof tellEvent>[0]

const tell = (type: string, data: object) => tellEvent({ type, data } as unknown as Event, new Map())

test('the rhythm is told beside the title: how often, in how long, and how far apart', () => {
  assert.equal(
    tellRhythm({ times: 7, seconds: 2_100 }),
    'came and went 7 times in 35 min 0 s, on average every 5 min 0 s',
  )
})

test('the timeline tells the rhythm, which incident it was before, and how long it stays open', () => {
  const beat = { times: 2, seconds: 360, every_seconds: 180 }
  assert.equal(
    tell('alert_flapping', { ...beat, before: 'INC-20261116-001', hold_seconds: 600 }),
    'It came and went 2 times in 6 min 0 s, on average every 3 min 0 s. Before, it was INC-20261116-001. The incident stays open until it has been calm for 10 min 0 s.',
  )
  assert.equal(
    tell('alert_flapping', { ...beat, hold_seconds: 0 }),
    'It came and went 2 times in 6 min 0 s, on average every 3 min 0 s.',
  )
})

test('the timeline tells from where to where a severity rose', () => {
  assert.equal(tell('severity_raised', { from: 'warning', to: 'critical' }), 'From warning to critical.')
})
