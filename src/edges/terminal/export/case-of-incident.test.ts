import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WholeIncident } from '../../../story/incident/incident.ts'
import type { EventKind, IncidentEvent } from '../../../story/incident/incident-event.ts'
import { caseOfIncident } from './case-of-incident.ts'

const INCIDENT = {
  ...{ id: 'INC-20261115-001', title: 'down', description: 'down', senderId: '', category: 'other' },
  ...{ createdAt: new Date(0), members: [] },
} as unknown as WholeIncident

function event(kind: EventKind, data: Record<string, unknown> = {}): IncidentEvent {
  return { id: '1', kind, at: new Date('2026-11-15T08:00:00Z'), data }
}

const called = (call: string, data: string) =>
  event('tool_call', { call, tool: 'lock_waits', parameters: {}, result: { success: true, data }, seconds: 0 })

test('of a diagnosis that was interrupted only what was seen after it is the world of the case', () => {
  const events = [
    event('diagnosis_started'),
    called('C1', 'before'),
    event('note_added', { by: 'firebreak', text: 'interrupted' }),
    called('C101', 'after'),
    event('diagnosis_completed'),
    called('C1', 'verification'),
  ]
  const { world } = caseOfIncident({ incident: INCIDENT, events, config: {}, context: {} })
  assert.deepEqual(
    world.recorded.calls.map(({ result }) => result.data),
    ['after'],
  )
})
