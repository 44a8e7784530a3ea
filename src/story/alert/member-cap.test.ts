import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capMembers } from './member-cap.ts'
import { readAlert } from './read-alert.ts'

const alert = (name: string, status: string) => ({ status, labels: { alertname: name } })
const group = (alerts: readonly unknown[]) => ({ status: 'firing', alerts })

test('a notification within the limit is not touched', () => {
  const body = group([alert('a', 'firing'), alert('b', 'resolved')])
  assert.deepEqual(capMembers(body, 2), { body, leftOut: 0 })
  for (const other of [null, 'text', 5, {}, { alerts: 'x' }, []]) assert.equal(capMembers(other, 2).body, other)
})

test('beyond it those that burn are kept, and the rest is counted on the incident', () => {
  const body = { ...group([alert('a', 'resolved'), alert('b', 'firing'), alert('c', 'firing')]), truncatedAlerts: 4 }
  const capped = capMembers(body, 2)
  assert.equal(capped.leftOut, 1)
  const { members, metadata } = readAlert(capped.body, { senderIsAlertBot: false, via: 'api' })
  assert.deepEqual(
    members.map(({ name, state }) => `${name} ${state}`),
    ['b firing', 'c firing'],
  )
  assert.equal(metadata.truncatedAlerts, 5)
})
