/** The store itself keeps the table of moves and the past, whoever asks. */
import assert from 'node:assert/strict'
import { type Database, inTransaction } from '../../src/edges/store/database.ts'
import { appendEvents } from '../../src/edges/store/event-records.ts'
import { moveIncident } from '../../src/edges/store/incident-moves.ts'
import { ALLOWED_MOVES, isClosed, LIFECYCLE, mayBecome, type Status } from '../../src/story/incident/lifecycle.ts'
import { freshRecords, openIncident, walk } from '../world/records.ts'
import { sharing } from '../world/shared-stage.ts'

const STATUSES = Object.keys(LIFECYCLE) as Status[]
const REPORTED = { kind: 'note_added', data: { by: 'test', text: 'moved' } } as const
const REFUSED = { code: '23001' }

let database: Database

const test = sharing(async (t) => {
  database = (await freshRecords(t)).database
})

/** The shortest way from the beginning to each status, by the table. */
function wayTo(target: Status): Status[] {
  const ways: Status[][] = [['pending']]
  for (const way of ways) {
    const last = way.at(-1) as Status
    if (last === target) return way
    for (const next of LIFECYCLE[last]) if (!way.includes(next)) ways.push([...way, next])
  }
  throw new Error(`${target} cannot be reached.`)
}

let count = 0
async function incidentIn(status: Status): Promise<string> {
  count += 1
  const id = await openIncident(database, { message: `incident ${count}` })
  await walk(database, id, ...wayTo(status))
  return id
}

async function statusOf(id: string): Promise<string | undefined> {
  return (await database.query('SELECT status FROM incidents WHERE id = $1', [id])).rows[0]?.status
}

test('the store’s table of moves is the one in the code', async () => {
  const { rows } = await database.query('SELECT from_status, to_status FROM lifecycle_moves')
  const stored = rows.map(({ from_status, to_status }) => `${from_status} → ${to_status}`)
  assert.deepEqual(stored.sort(), ALLOWED_MOVES.map(([from, to]) => `${from} → ${to}`).sort())
})

for (const from of STATUSES) {
  test(`from ${from} exactly the moves of the table are made`, async () => {
    for (const to of STATUSES) {
      const incidentId = await incidentIn(from)
      const moving = inTransaction(database, (connection) =>
        moveIncident(connection, { incidentId, from, to, event: REPORTED }),
      )
      if (mayBecome(from, to)) assert.equal(await moving, true, `${from} → ${to}`)
      else await assert.rejects(moving, /may not become/, `${from} → ${to}`)
      assert.equal(await statusOf(incidentId), mayBecome(from, to) ? to : from)
    }
  })

  test(`from ${from} the store refuses every other move, even one that is told`, async () => {
    const incidentId = await incidentIn(from)
    for (const to of [...STATUSES, 'invented'].filter((to) => to !== from && !mayBecome(from, to as Status))) {
      const moving = inTransaction(database, async (connection) => {
        await appendEvents(connection, [{ incidentId, status: to as Status, ...REPORTED }])
        await connection.query('UPDATE incidents SET status = $2 WHERE id = $1', [incidentId, to])
      })
      await assert.rejects(moving, REFUSED, `${from} → ${to}`)
    }
    assert.equal(await statusOf(incidentId), from)
  })
}

test('an incident begins as pending and as nothing else', async () => {
  for (const status of [...STATUSES.filter((each) => each !== 'pending'), 'invented']) {
    const insert = database.query(
      `INSERT INTO incidents (id, title, description, status, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing)
       VALUES ('INC-20260101-001', 't', 'd', $1, 'high', 1, 'other', 's', 'f', '', '', false)`,
      [status],
    )
    await assert.rejects(insert, REFUSED, status)
  }
})

test('a move that no event of the same transaction tells is undone', async () => {
  const id = await incidentIn('pending')
  const silent = database.query(`UPDATE incidents SET status = 'diagnosing' WHERE id = $1`, [id])
  await assert.rejects(silent, { code: '23001', message: /without an event that tells it/ })
  const elsewhere = inTransaction(database, async (connection) => {
    await connection.query(`UPDATE incidents SET status = 'ignored' WHERE id = $1`, [id])
    await connection.query(
      `INSERT INTO incident_events (incident_id, kind, status, data) VALUES ($1, 'note_added', 'pending', '{}')`,
      [id],
    )
  })
  await assert.rejects(elsewhere, /without an event that tells it/)
  assert.equal(await statusOf(id), 'pending')
})

test('an event of an earlier transaction does not tell a later move', async () => {
  const id = await incidentIn('escalated')
  await walk(database, id, 'escalated', 'diagnosing', 'escalated')
  const silent = database.query(`UPDATE incidents SET status = 'diagnosing' WHERE id = $1`, [id])
  await assert.rejects(silent, /without an event that tells it/)
})

test('of many who move an incident at the same moment exactly one does', async () => {
  for (let round = 0; round < 5; round += 1) {
    const incidentId = await incidentIn('awaiting_approval')
    const targets = LIFECYCLE.awaiting_approval
    const moves = await Promise.all(
      [...targets, ...targets].map((to) =>
        inTransaction(database, (connection) =>
          moveIncident(connection, { incidentId, from: 'awaiting_approval', to, event: REPORTED }),
        ),
      ),
    )
    assert.equal(moves.filter(Boolean).length, 1)
    const { rows } = await database.query('SELECT FROM incident_events WHERE incident_id = $1', [incidentId])
    assert.equal(rows.length, wayTo('awaiting_approval').length + 1)
  }
})

test('closing says when, and only closing', async () => {
  for (const status of STATUSES) {
    const id = await incidentIn(status)
    const { rows } = await database.query('SELECT closed_at FROM incidents WHERE id = $1', [id])
    assert.equal(rows[0]?.closed_at !== null, isClosed(status), status)
  }
})

test('events and deliveries cannot be changed or removed, not even by the owner of the tables', async () => {
  await incidentIn('resolved')
  for (const table of ['incident_events', 'alerts']) {
    const change = table === 'alerts' ? `message = 'x'` : `data = '{}'`
    for (const sql of [
      `UPDATE ${table} SET ${change}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
      `TRUNCATE incidents CASCADE`,
    ]) {
      await assert.rejects(database.query(sql), { code: '23001', message: /is append-only/ }, sql)
    }
  }
  await assert.rejects(database.query('DELETE FROM incidents'), { code: /23503|23001/ })
  const fresh = await incidentIn('pending')
  await assert.rejects(database.query('DELETE FROM incidents WHERE id = $1', [fresh]), { code: '23001' })
  const asRetention = inTransaction(database, async (connection) => {
    await connection.query(`SELECT set_config('firebreak.retention', 'on', true)`)
    await connection.query(`UPDATE incident_events SET data = '{}'`)
  })
  await assert.rejects(asRetention, /is append-only/)
})

test('an incident that is gone has no new events', async () => {
  const told = (id: string) =>
    database.query(
      `INSERT INTO incident_events (incident_id, kind, status, data) VALUES ($1, 'note_added', 'pending', '{}')`,
      [id],
    )
  await told(await incidentIn('pending'))
  await assert.rejects(told('INC-20000101-001'), { code: '23503', message: /no incident INC-20000101-001/ })
})
