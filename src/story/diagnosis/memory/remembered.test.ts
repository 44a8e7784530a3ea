import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActionReport } from '../../incident/execution.ts'
import type { WholeIncident } from '../../incident/incident.ts'
import { rememberedOf } from './remembered.ts'

function workedWhere(outcomes: readonly ActionReport['outcome'][], verified?: string): boolean | null {
  const verification = verified === undefined ? {} : { verification: { outcome: verified, sentence: '' } }
  const execution = { actions: outcomes.map((outcome) => ({ outcome })), ...verification }
  const incident = { id: 'INC-1', title: '', status: 'resolved', updatedAt: new Date(0), execution }
  return rememberedOf({ incident: incident as unknown as WholeIncident, closing: undefined }).worked
}

test('only what changed something, or tried to, can be remembered as a plan that did not work', () => {
  assert.equal(workedWhere(['done'], 'resolved'), true)
  assert.equal(workedWhere(['done'], 'no_effect'), false)
  assert.equal(workedWhere(['failed']), false)
  for (const outcome of ['skipped', 'refused', 'unknown'] as const) assert.equal(workedWhere([outcome]), null, outcome)
})
