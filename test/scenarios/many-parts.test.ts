/** A leader of five thousand parts: what is shown of them and what is done with them at once has bounds, and none is forgotten. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlertStore } from '../../src/edges/store/alert-records.ts'
import { IncidentNumbers } from '../../src/edges/store/incident-numbers.ts'
import { createIncidentStore } from '../../src/edges/store/incident-records.ts'
import { NO_HOLD } from '../../src/edges/store/rhythm-records.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import { groupOf } from '../world/alerts.ts'
import { createRuns, freshRecords, move, openIncident, silencesOf, walk } from '../world/records.ts'

const PARTS = 5_000
const AT_ONCE = 500
/** As many as one instance lets follow while nobody else takes anything up. */
const FOLLOW_AT_ONCE = 200

test('of five thousand parts a hundred are shown and all are counted, and they follow their leader some at a time', async (t) => {
  const { database } = await freshRecords(t)
  const leader = await openIncident(database, groupOf([{ fingerprint: 'leads' }]))
  await walk(database, leader, 'pending', 'diagnosing', 'awaiting_approval')
  const numbers = new IncidentNumbers(database, { now: () => new Date() })
  const store = createAlertStore({ database, numbers, silences: silencesOf(database), holds: async () => NO_HOLD })
  for (let from = 0; from < PARTS; from += AT_ONCE) {
    const bodies = Array.from({ length: AT_ONCE }, (_, index) => groupOf([{ fingerprint: `part-${from + index}` }]))
    await store.accept(bodies.map((body) => readAlert(body, { senderIsAlertBot: false, via: 'api' })))
  }
  await database.query('UPDATE incidents SET part_of = $1 WHERE id <> $1', [leader])

  const incidents = createIncidentStore({ database, onCommit: () => {} })
  const found = await incidents.find(leader)
  const { parts, bySeverity } = found?.incident.gathering ?? { parts: [], bySeverity: {} }
  assert.equal(parts.length, 100)
  assert.equal(
    Object.values(bySeverity).reduce((sum, count) => sum + count, 0),
    PARTS,
  )
  const listed = await incidents.list({}, { offset: 0, limit: 50 })
  assert.deepEqual([listed.total, listed.items[0]?.partsCount], [1, PARTS])

  await move(database, { incidentId: leader, from: 'awaiting_approval', to: 'ignored' })
  const followed = async () => {
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM incidents WHERE part_of = $1 AND status = 'ignored'`,
      [leader],
    )
    return rows[0]?.count
  }
  const runs = createRuns(database)
  for (let round = 1; round <= PARTS / FOLLOW_AT_ONCE; round += 1) {
    assert.deepEqual(await runs.claimDiagnoses('tester', 10), [], 'nobody is diagnosed meanwhile')
    if (round <= 2) assert.equal(await followed(), round * FOLLOW_AT_ONCE)
  }
  assert.equal(await followed(), PARTS)
})
