/** Whoever waits is checked against the causes that are proven; on the store alone, as any instance does it. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { keepCause } from '../../src/edges/store/cause-records.ts'
import { inTransaction } from '../../src/edges/store/database.ts'
import { groupOf } from '../world/alerts.ts'
import { createRuns, freshRecords, letPass, move, openIncident, openRecords, walk } from '../world/records.ts'
import { openSql } from '../world/sql.ts'

const GATHER_SECONDS = 3_600
const NODE = { node: 'worker-1' }
const CRITICAL = { ...NODE, severity: 'critical' }

let count = 0

/** One that waits for a person, and has proven that the node is at fault. */
async function openProven(t: TestContext, isNear = true) {
  const { url, database } = await freshRecords(t)
  const incident = async (...labels: Record<string, string>[]) => {
    const alerts = labels.map((one) => {
      count += 1
      return { fingerprint: `cause-${count}`, labels: one }
    })
    return openIncident(database, groupOf(alerts))
  }
  const leader = await incident(NODE)
  await walk(database, leader, 'pending', 'diagnosing', 'awaiting_approval')
  await inTransaction(database, (connection) =>
    keepCause(connection, leader, {
      kind: 'node_lost',
      object: 'Node worker-1',
      isNear,
      reach: ['node worker-1', 'workload shop/web'],
    }),
  )
  const claim = async (store = createRuns(database), instance = 'tester') =>
    (await store.claimDiagnoses(instance, 50, 900, GATHER_SECONDS)).map(({ incidentId }) => incidentId)
  const leaderOf = async (id: string) => {
    const { rows } = await database.query<{ part_of: string | null }>('SELECT part_of FROM incidents WHERE id = $1', [
      id,
    ])
    return rows[0]?.part_of
  }
  return { url, database, leader, incident, claim, leaderOf }
}

test('whom a proven cause reaches becomes part without a diagnosis, however bad it is', async (t) => {
  const { incident, claim, leaderOf, leader } = await openProven(t)
  const ids = [await incident(CRITICAL), await incident({ namespace: 'shop', deployment: 'web' })]
  assert.deepEqual(await claim(), [])
  for (const id of ids) assert.equal(await leaderOf(id), leader)
})

test('a notification that also tells of somebody the cause does not reach is looked at by itself', async (t) => {
  const { incident, claim, leaderOf, leader } = await openProven(t)
  const mixed = await incident(CRITICAL, { namespace: 'billing', deployment: 'invoices', severity: 'critical' })
  const wholly = await incident(CRITICAL, { namespace: 'shop', deployment: 'web' })
  assert.deepEqual(await claim(), [mixed])
  assert.deepEqual([await leaderOf(mixed), await leaderOf(wholly)], [null, leader])
})

test('of those about the very object at fault one is diagnosed, to lead in the place of one that only suffers', async (t) => {
  const { database, incident, claim, leaderOf, leader } = await openProven(t, false)
  const [nearest, pod, further] = [
    await incident({ ...NODE, severity: 'high' }),
    await incident({ ...NODE, namespace: 'shop', pod: 'web-0' }),
    await incident({ ...NODE, severity: 'high' }),
  ]
  const look = async () => {
    // Nobody came along in all this time.
    await letPass(database, '10 minutes')
    return claim()
  }
  assert.deepEqual(await look(), [nearest])
  assert.deepEqual([await leaderOf(pod), await leaderOf(further), await leaderOf(nearest)], [leader, leader, null])
})

test('of critical ones about one thing the first is taken up at once, and the next after two thirds of the time at most', async (t) => {
  const { database, incident, claim } = await openProven(t)
  const other = { node: 'worker-9', severity: 'critical' }
  const [first, second] = [await incident(other), await incident(other)]
  assert.deepEqual([await claim(), await claim()], [[first], []])
  // The first is still being diagnosed.
  await letPass(database, '41 minutes')
  assert.deepEqual(await claim(), [second])
})

test('a critical one that is diagnosed beside another shows no card of its own before its diagnosis is over', async (t) => {
  const { database, incident, claim } = await openProven(t)
  const [first, second] = [
    await incident({ namespace: 'a', severity: 'critical' }),
    await incident({ namespace: 'b', severity: 'critical' }),
  ]
  assert.deepEqual((await claim()).toSorted(), [first, second].toSorted())
  await letPass(database, '1 minute')
  const { rows } = await database.query<{ incident_id: string }>(
    'SELECT incident_id FROM chat_cards WHERE incident_id = ANY($1) AND not_before <= firebreak_now()',
    [[first, second]],
  )
  assert.deepEqual(
    rows.map(({ incident_id }) => incident_id),
    [first],
  )
})

test('while somebody holds the leader nobody diagnoses those that belong to it', async (t) => {
  const { url, incident, claim, leaderOf, leader } = await openProven(t)
  const part = await incident(CRITICAL)
  const holder = await openSql(url)
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM incidents WHERE id = $1 FOR UPDATE', [leader])
    assert.deepEqual([await claim(), await leaderOf(part)], [[], null])
  } finally {
    await holder.end()
  }
  assert.deepEqual([await claim(), await leaderOf(part)], [[], leader])
})

test('a leader that is resolved on one instance while parts arrive on another loses none of them', async (t) => {
  const { url, database, incident, claim, leader } = await openProven(t)
  const others = [openRecords(t, url), openRecords(t, url)]
  const arrivals: string[] = []
  const arrive = async () => {
    for (let number = 0; number < 12; number += 1) arrivals.push(await incident(CRITICAL))
  }
  const taken: string[] = []
  const look = async (index: number) => {
    const store = createRuns(others[index] ?? database)
    for (let round = 0; round < 12; round += 1) taken.push(...(await claim(store, `tester-${index}`)))
  }
  const resolve = move(database, { incidentId: leader, from: 'awaiting_approval', to: 'resolved' })
  await Promise.all([arrive(), look(0), look(1), resolve])
  // Those that came later than the leader's end wait for the first of them, which nobody diagnoses here.
  await letPass(database, '41 minutes')
  taken.push(...(await claim()))
  assert.deepEqual(taken.toSorted(), arrivals.toSorted(), 'each is taken up once')
})
