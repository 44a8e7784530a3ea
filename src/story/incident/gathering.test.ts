import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadsOver, type SameCause } from './gathering.ts'
import { isNamedBy } from './ties.ts'

const OTHER: SameCause = {
  ...{ id: 'INC-1', status: 'awaiting_approval', isNear: false, isMilder: false, standsAlone: false },
}
const NEWCOMER = { hasPlan: true, isNear: false }

test('of several with a plan the one that names what is at fault leads, then the more severe, then the first', () => {
  assert.equal(leadsOver({ ...NEWCOMER, isNear: true }, OTHER), true)
  assert.equal(leadsOver(NEWCOMER, { ...OTHER, isNear: true, isMilder: true }), false)
  assert.equal(leadsOver(NEWCOMER, { ...OTHER, isMilder: true }), true)
  assert.equal(leadsOver(NEWCOMER, OTHER), false)
})

test('what runs and what stands alone is not taken over, however mild it is', () => {
  const near = { ...NEWCOMER, isNear: true }
  assert.equal(leadsOver(near, { ...OTHER, isMilder: true, status: 'executing' }), false)
  assert.equal(leadsOver(near, { ...OTHER, isMilder: true, standsAlone: true }), false)
})

test('no alert names a session: who names the database it is in names what is at fault', () => {
  assert.equal(isNamedBy(['database shop'], 'Session pid 77'), true)
  assert.equal(isNamedBy(['host db-7'], 'Session pid 77'), false)
  assert.equal(isNamedBy(['database shop'], 'Node worker-1'), false)
  assert.equal(isNamedBy(['node worker-1'], 'Node worker-1'), true)
})
