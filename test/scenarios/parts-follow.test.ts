/** What becomes of parts when something becomes of the incident that leads them; on the store alone, as any instance does it. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createGatheringDesk } from '../../src/edges/store/gathering-desk.ts'
import { releaseHeldKeys } from '../../src/edges/store/held-key-records.ts'
import type { Status } from '../../src/story/incident/lifecycle.ts'
import { groupOf, type SentAlert } from '../world/alerts.ts'
import { createRuns, freshRecords, letPass, move, openIncident, walk } from '../world/records.ts'

let count = 0

async function openGathered(t: TestContext) {
  const { database } = await freshRecords(t)
  const desk = createGatheringDesk({ database, onCommit: () => {} })
  const alerts = new Map<string, SentAlert>()
  const incident = async (labels: Record<string, string> = {}) => {
    count += 1
    const alert = { fingerprint: `follow-${count}`, labels }
    const id = await openIncident(database, groupOf([alert]))
    alerts.set(id, alert)
    return id
  }
  /** The notification that opened it, once more. */
  const sent = (id: string, status: 'firing' | 'resolved' = 'firing') => groupOf([{ ...alerts.get(id), status }])
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
  const attach = (id: string) => desk.attach({ incidentId: id, leaderId: leader, by: 'test', comment: '' })
  for (const id of Object.values(parts)) await attach(id)
  const look = () => createRuns(database).claimDiagnoses('tester', 10)
  const standing = async (id: string) => {
    const { rows } = await database.query<{ status: string; part_of: string | null }>(
      'SELECT status, part_of FROM incidents WHERE id = $1',
      [id],
    )
    return [rows[0]?.status, rows[0]?.part_of === leader]
  }
  return { database, leader, parts, look, standing, incident, attach, sent }
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

test('a part that a person has gets its own card again when its leader has expired', async (t) => {
  const { database, leader, parts, look } = await openGathered(t)
  const owed = async () => {
    const { rows } = await database.query<{ incident_id: string }>(
      'SELECT incident_id FROM chat_cards WHERE sent < wanted AND incident_id = ANY($1)',
      [Object.values(parts)],
    )
    return rows.map(({ incident_id }) => incident_id)
  }
  assert.deepEqual(await owed(), [], 'a part has no card of its own')
  await walk(database, leader, 'awaiting_approval', 'expired')
  await look()
  assert.ok((await owed()).includes(parts.escalated))
})

test('the store itself keeps a part waiting, whoever wants to take it up', async (t) => {
  const { database, leader, parts, standing } = await openGathered(t)
  // As an instance of a version that knows no parts would do it.
  await assert.rejects(walk(database, parts.unseen, 'pending', 'diagnosing'), /is not pending/)
  assert.deepEqual(await standing(parts.unseen), ['pending', true])
  await walk(database, leader, 'awaiting_approval', 'resolved')
  await walk(database, parts.unseen, 'pending', 'diagnosing')
})

test('a leader is as bad as the worst of its open parts, also where one becomes worse later', async (t) => {
  const { database, leader, parts, look, incident, attach } = await openGathered(t)
  const severityOf = async (id: string) => {
    const { rows } = await database.query<{ severity: string }>('SELECT severity FROM incidents WHERE id = $1', [id])
    return rows[0]?.severity
  }
  await attach(await incident({ severity: 'high' }))
  assert.equal(await severityOf(leader), 'high')
  await database.query(`UPDATE incidents SET severity = 'critical', severity_rank = 0 WHERE id = $1`, [parts.unseen])
  await look()
  assert.equal(await severityOf(leader), 'critical')
  const { rows } = await database.query<{ to: string }>(
    `SELECT data::json->>'to' AS to FROM incident_events WHERE incident_id = $1 AND kind = 'severity_raised' ORDER BY id`,
    [leader],
  )
  assert.deepEqual(
    rows.map(({ to }) => to),
    ['high', 'critical'],
  )
})

test('parts that are left take turns with others that wait, however many of those come', async (t) => {
  const { database, leader, parts, incident } = await openGathered(t)
  await walk(database, leader, 'awaiting_approval', 'resolved')
  const newcomers = [await incident(), await incident(), await incident()]
  const store = createRuns(database)
  const taken: string[] = []
  // One place is kept for critical ones, so that of two places one is theirs.
  for (let places = 2; places <= 5; places += 1)
    for (const { incidentId } of await store.claimDiagnoses('tester', places)) taken.push(incidentId)
  const ofParts = taken.filter((id) => Object.values(parts).includes(id))
  assert.deepEqual([taken.length, ofParts.length], [4, 2])
  assert.equal(taken.filter((id) => newcomers.includes(id)).length, 2)
})

test('a part that is closed while its alert still fires is deaf to it for a while, and not for ever', async (t) => {
  const { database, leader, parts, sent } = await openGathered(t)
  await walk(database, leader, 'awaiting_approval', 'resolved')
  const close = async (id: string, from: Status) => {
    await walk(database, id, from, 'diagnosing')
    const closing = { incidentId: id, from: 'diagnosing', to: 'resolved', resolution: 'recovered' } as const
    await move(database, { ...closing, hearAgainAfterSeconds: 900 })
  }
  await close(parts.unseen, 'pending')
  await close(parts.waiting, 'awaiting_approval')
  assert.equal(await openIncident(database, sent(parts.unseen)), parts.unseen)
  await openIncident(database, sent(parts.waiting, 'resolved'))
  assert.notEqual(await openIncident(database, sent(parts.waiting)), parts.waiting, 'it has cleared and fires anew')
  await letPass(database, '16 minutes')
  await releaseHeldKeys(database)
  assert.notEqual(await openIncident(database, sent(parts.unseen)), parts.unseen, 'it has fired all the time')
})

test('the parts of a leader that was resolved are looked at, each in a run of its own', async (t) => {
  const { database, leader, parts, look, standing } = await openGathered(t)
  await walk(database, leader, 'awaiting_approval', 'resolved')
  const runs = await look()
  assert.deepEqual(runs.map(({ incidentId }) => incidentId).sort(), Object.values(parts).sort())
  for (const id of Object.values(parts)) assert.deepEqual(await standing(id), ['diagnosing', true])
})

test('parts whose leader was resolved have some time to clear by themselves before they are looked at', async (t) => {
  const { database, leader, parts, standing } = await openGathered(t)
  await walk(database, leader, 'awaiting_approval', 'resolved')
  const look = () => createRuns(database).claimDiagnoses('tester', 10, 900, 0, 3_600)
  assert.deepEqual(await look(), [])
  assert.deepEqual(await standing(parts.unseen), ['pending', true])
  await letPass(database, '61 minutes')
  assert.equal((await look()).length, Object.keys(parts).length)
})

test('parts that speak of the very same things go with the one that is looked at', async (t) => {
  const { database, leader, incident, attach, standing } = await openGathered(t)
  const node = { node: 'worker-1', severity: 'high' }
  const [first, second, third, stranger] = [
    await incident(node),
    await incident(node),
    await incident({ ...node, alertname: 'Another' }),
    await incident({ ...node, node: 'worker-2' }),
  ]
  for (const id of [first, second, third, stranger]) await attach(id)
  await walk(database, leader, 'awaiting_approval', 'resolved')
  const store = createRuns(database)
  const [run] = await store.claimDiagnoses('tester', 2)
  assert.equal(run?.incidentId, first)
  const alike = await store.journal(run, 'tester').commit('leave', async (writer) => {
    const found = await writer.alike()
    await writer.setFree('still to be seen', found)
    return found.map(({ id }) => id)
  })
  assert.deepEqual(alike, [second, third])
  assert.deepEqual(await standing(first), ['diagnosing', false])
  assert.deepEqual(await standing(third), ['pending', false], 'it waits for what the first one is found to be')
  assert.deepEqual(await standing(stranger), ['pending', true])
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
