/** What becomes of parts when something becomes of the incident that leads them; on the store alone, as any instance does it. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createGatheringDesk } from '../../src/edges/store/gathering-desk.ts'
import type { Status } from '../../src/story/incident/lifecycle.ts'
import { groupOf } from '../world/alerts.ts'
import { createRuns, freshRecords, move, openIncident, walk } from '../world/records.ts'

let count = 0

async function openGathered(t: TestContext) {
  const { database } = await freshRecords(t)
  const desk = createGatheringDesk({ database, onCommit: () => {} })
  const incident = async (labels: Record<string, string> = {}) => {
    count += 1
    return openIncident(database, groupOf([{ fingerprint: `follow-${count}`, labels }]))
  }
  const incidentIn = async (...way: Status[]) => {
    const id = await incident()
    await walk(database, id, 'pending', ...way)
    return id
  }
  const leader = await incidentIn('diagnosing', 'awaiting_approval')
  const parts = {
    unseen: await incident(),
    waiting: await incidentIn('diagnosing', 'awaiting_approval'),
    escalated: await incidentIn('diagnosing', 'escalated'),
  }
  for (const id of Object.values(parts))
    await desk.attach({ incidentId: id, leaderId: leader, by: 'test', comment: '' })
  const look = () => createRuns(database).claimDiagnoses('tester', 10)
  const standing = async (id: string) => {
    const { rows } = await database.query<{ status: string; part_of: string | null }>(
      'SELECT status, part_of FROM incidents WHERE id = $1',
      [id],
    )
    return [rows[0]?.status, rows[0]?.part_of === leader]
  }
  return { database, leader, parts, look, standing, incident }
}

test('while the leader waits nobody takes a part up, and none of them expires', async (t) => {
  const { parts, look, standing } = await openGathered(t)
  assert.deepEqual(await look(), [])
  assert.deepEqual(await standing(parts.unseen), ['pending', true])
  assert.deepEqual(await standing(parts.waiting), ['awaiting_approval', true])
})

test('with a leader that is handed to a person those that waited for its plan are, too', async (t) => {
  const { database, leader, parts, look, standing } = await openGathered(t)
  await walk(database, leader, 'awaiting_approval', 'escalated')
  assert.deepEqual(await look(), [])
  assert.deepEqual(await standing(parts.waiting), ['escalated', true])
  assert.deepEqual(await standing(parts.unseen), ['pending', true])
})

test('with a leader that is ignored all of them are', async (t) => {
  const { database, leader, parts, look, standing } = await openGathered(t)
  await walk(database, leader, 'awaiting_approval', 'ignored')
  assert.deepEqual(await look(), [])
  for (const id of Object.values(parts)) assert.deepEqual(await standing(id), ['ignored', true])
})

test('what was said of the alerts of an ignored leader holds for those of its parts', async (t) => {
  for (const [repeats, held] of [
    [{ word: 'once', seconds: 0 }, []],
    [{ word: 'for_a_time', seconds: 600 }, [false, false, false]],
    [{ word: 'until_cleared', seconds: 0 }, [true, true, true]],
  ] as const) {
    const { database, leader, parts, look } = await openGathered(t)
    await move(database, { incidentId: leader, from: 'awaiting_approval', to: 'ignored', repeats })
    assert.deepEqual(await look(), [])
    const { rows } = await database.query<{ is_endless: boolean }>(
      'SELECT held_until IS NULL AS is_endless FROM alert_keys WHERE incident_id = ANY($1)',
      [Object.values(parts)],
    )
    assert.deepEqual(
      rows.map(({ is_endless }) => is_endless),
      held,
      repeats.word,
    )
  }
})

test('with a leader that expired those that waited expire, and those nobody looked at are taken up', async (t) => {
  const { database, leader, parts, look, standing } = await openGathered(t)
  await walk(database, leader, 'awaiting_approval', 'expired')
  assert.deepEqual(
    (await look()).map(({ incidentId }) => incidentId),
    [parts.unseen],
  )
  assert.deepEqual(await standing(parts.waiting), ['expired', true])
  assert.deepEqual(await standing(parts.escalated), ['escalated', false])
})

test('the parts of a leader that was resolved are looked at, each in a run of its own', async (t) => {
  const { database, leader, parts, look, standing } = await openGathered(t)
  await walk(database, leader, 'awaiting_approval', 'resolved')
  const runs = await look()
  assert.deepEqual(runs.map(({ incidentId }) => incidentId).sort(), Object.values(parts).sort())
  for (const id of Object.values(parts)) assert.deepEqual(await standing(id), ['diagnosing', true])
})

test('who waits for company is not taken up, and a setting of 0 lets everybody go', async (t) => {
  const { database, incident } = await openGathered(t)
  const node = { node: 'worker-1' }
  const [first, second] = [await incident(node), await incident(node)]
  const store = createRuns(database)
  const claim = async (gatherSeconds: number) =>
    (await store.claimDiagnoses('tester', 10, 900, gatherSeconds)).map(({ incidentId }) => incidentId)
  assert.deepEqual(await claim(3_600), [])
  assert.deepEqual(await claim(0), [first, second])
})
