import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasGaps } from '../../console/src/pages/incidents/numbers-of.ts'

const incident = (id: string, parts_count = 0) => ({ id, parts_count })

test('numbers that go on from one incident to the next have no gap, on any day and in any order', () => {
  const ids = ['INC-20261118-002', 'INC-20261118-001', 'INC-20261117-999', 'INC-20261117-1000', 'INC-20261117-998']
  assert.equal(hasGaps(ids.map((id) => incident(id))), false)
  assert.equal(hasGaps([]), false)
})

test('numbers that nobody bears are a gap, those of parts are none', () => {
  assert.equal(hasGaps([incident('INC-20261118-062'), incident('INC-20261118-003')]), true)
  assert.equal(hasGaps([incident('INC-20261118-006'), incident('INC-20261118-003', 2)]), false)
  assert.equal(hasGaps([incident('INC-20261118-007'), incident('INC-20261118-003', 2)]), true)
})
