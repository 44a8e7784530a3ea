import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIncidentFilter } from './read-incident-filter.ts'

test('several values stand behind one another with commas, and a comma of a value is escaped', () => {
  assert.deepEqual(readIncidentFilter({ status: 'pending,escalated,pending', severity: 'low' }), {
    status: ['pending', 'escalated'],
    severity: ['low'],
  })
  assert.deepEqual(readIncidentFilter({ service: 'a\\,b,c\\\\,d\\e' }).marks, [
    ['service a,b', 'service c\\', 'service d\\e'],
  ])
})

test('all open is every status that is not closed, and narrows what else is asked for', () => {
  const open = ['pending', 'diagnosing', 'awaiting_approval', 'executing', 'verifying', 'escalated']
  assert.deepEqual(readIncidentFilter({ open: 'true' }).status, open)
  assert.deepEqual(readIncidentFilter({ open: 'false' }).status, ['resolved', 'ignored', 'expired'])
  assert.deepEqual(readIncidentFilter({ open: 'true', status: 'resolved,pending' }).status, ['pending'])
  assert.deepEqual(readIncidentFilter({ open: 'true', status: 'resolved' }).status, [])
})

test('values of one label are alternatives, different labels must all be there', () => {
  assert.deepEqual(readIncidentFilter({ label: 'team=a,zone=x,team=b', team: 'Shop' }).marks, [
    ['team Shop'],
    ['label team=a', 'label team=b'],
    ['label zone=x'],
  ])
  assert.throws(() => readIncidentFilter({ label: 'team' }), /label|valid/i)
})

test('a list of nothing finds nothing, and no list is no filter', () => {
  assert.deepEqual(readIncidentFilter({ status: ',' }), { status: [] })
  assert.deepEqual(readIncidentFilter({ status: '', label: '' }), {})
})
