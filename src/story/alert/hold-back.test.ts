import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupOf } from '../../../test/world/alerts.ts'
import type { Silence } from '../../guidance/silences/silence.ts'
import { holdBack } from './hold-back.ts'
import { planIntake } from './plan-intake.ts'
import { readAlert } from './read-alert.ts'

const SILENCE = { id: 's-1', comment: 'work on the disks' } as Silence

/** Holds back whatever is about disks. */
const QUIET = {
  generation: '1',
  isEmpty: false,
  silenceOf: ({ alertname }: Readonly<Record<string, string>>) => (alertname === 'DiskFull' ? SILENCE : undefined),
}

const disk = (fingerprint: string, status: 'firing' | 'resolved' = 'firing') => ({
  fingerprint,
  status,
  labels: { alertname: 'DiskFull', severity: 'critical' },
})

function heard(...alerts: Parameters<typeof groupOf>[0]) {
  return holdBack(readAlert(groupOf(alerts), { senderIsAlertBot: false, via: 'api' }), QUIET)
}

test('what is held back opens nothing and is named with its silence', () => {
  const alert = heard(disk('d-1'))
  const { answers, opened, claims } = planIntake([alert], new Map(), () => 'new')
  assert.deepEqual(answers, [{ incidentId: '', outcome: 'silenced' }])
  assert.deepEqual([opened.length, claims.size], [0, 0])
  assert.deepEqual(
    alert.heldBack?.map(({ member, silence }) => [member.key, silence.id]),
    [['d-1', 's-1']],
  )
})

test('the others of a notification speak for themselves, however bad what is held back', () => {
  const alert = heard(disk('d-1'), { fingerprint: 'q-1', labels: { alertname: 'QueueLong', severity: 'low' } })
  assert.deepEqual(
    [alert.title, alert.severity, alert.fingerprint, alert.joinKeys],
    ['QueueLong', 'low', 'q-1', ['q-1']],
  )
  assert.doesNotMatch(alert.description, /DiskFull/)
  assert.match(alert.message, /DiskFull/)
})

test('the end of an alert is not held back', () => {
  const holder = { incidentId: 'A', isOpen: true, seq: 1n, fingerprint: 'd-1' }
  const { cleared } = planIntake([heard(disk('d-1', 'resolved'))], new Map([['d-1', holder]]), () => 'new')
  assert.equal(cleared.size, 1)
})

test('an alert of an open incident that is held back is no repeat of it', () => {
  const holder = { incidentId: 'A', isOpen: true, seq: 1n, fingerprint: 'd-1' }
  const { repeats, answers } = planIntake([heard(disk('d-1'))], new Map([['d-1', holder]]), () => 'new')
  assert.equal(repeats.size, 0)
  assert.equal(answers[0]?.outcome, 'silenced')
})
