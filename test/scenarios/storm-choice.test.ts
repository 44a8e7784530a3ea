/** Of a storm only those are read for whom something may change; who waits is the same as if all had been. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inTransaction } from '../../src/edges/store/database.ts'
import { gatherPending } from '../../src/edges/store/gather-records.ts'
import { tellingRank } from '../../src/story/incident/ties.ts'
import { whoWaits } from '../../src/story/workflow/wait-for-company.ts'
import { fc } from '../world/chance.ts'
import { openRecords } from '../world/records.ts'
import { openSql, runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

const GATHER_SECONDS = 15
const INCIDENTS = 300

const INCIDENT = fc.record({
  rank: fc.constantFrom(0, 1, 2, 2),
  // Far from the edges of what may wait, so that the time a machine takes decides nothing.
  age: fc.constantFrom(3, 3, 5, 600, 900),
  ties: fc.constantFrom<string[]>(
    ...[[], ['node n1'], ['node n2'], ['namespace shop'], ['workload shop/web', 'pod shop/web-1', 'namespace shop']],
  ),
  waits: fc.boolean(),
})

const INSERT = `
  WITH given AS (SELECT * FROM json_to_recordset($1) AS one
                   (id text, status text, rank int, age int, ties text[], telling int, waits boolean)),
  opened AS (
    INSERT INTO incidents (id, title, description, status, severity, severity_rank, category, source, fingerprint,
                           sender_id, chat_id, reports_clearing, created_at)
    SELECT id, 'T', 'D', status, (ARRAY['critical', 'high', 'medium'])[rank + 1], rank, 'other', 'alertmanager', id, '', '',
           true, firebreak_now() - make_interval(secs => age) FROM given)
  INSERT INTO gathering (incident_id, ties, telling, waits) SELECT id, ties, telling, waits FROM given`

type Made = { rank: number; age: number; ties: string[]; waits: boolean; status?: string }

async function storeStorm(t: TestContext, made: readonly Made[]) {
  const { url, adminUrl } = await migratedDatabase(t)
  const all = made.map((one, index) => ({
    ...{ status: 'pending', ...one, id: `INC-20260501-${1000 + index}` },
    telling: tellingRank(one.ties),
  }))
  const sql = await openSql(adminUrl)
  await sql.query('SET session_replication_role = replica')
  await sql.query(INSERT, [JSON.stringify(all)])
  await sql.end()
  return { url, all }
}

function openStorm(t: TestContext, atWork: number) {
  const made = fc.sample(INCIDENT, INCIDENTS)
  return storeStorm(
    t,
    made.map((one, index) => ({ ...one, status: index < atWork ? 'diagnosing' : 'pending' })),
  )
}

for (const atWork of [0, 3])
  test(`who waits in a storm is whom a look at all of them finds, with ${atWork} being diagnosed`, async (t) => {
    const { url, all } = await openStorm(t, atWork)
    await inTransaction(openRecords(t, url), (connection) => gatherPending(connection, GATHER_SECONDS))
    const marked = await runSql(url, 'SELECT incident_id FROM gathering WHERE waits ORDER BY incident_id')
    const { pending = [], diagnosing = [] } = Object.groupBy(
      all.map(({ rank, age, ...one }, seq) => ({ ...one, seq: BigInt(seq), severityRank: rank, ageSeconds: age })),
      ({ status }) => status as 'pending' | 'diagnosing',
    )
    const waiting = whoWaits(pending, { atWork: diagnosing, gatherSeconds: GATHER_SECONDS })
    assert.deepEqual(
      marked.map(({ incident_id }) => incident_id),
      [...waiting].sort(),
    )
  })

test('in a storm that all waited in already, the first goes as soon as nobody is at work', async (t) => {
  const waiting = { rank: 2, age: 5, waits: true }
  const made = Array.from({ length: INCIDENTS }, (_, index) => ({ ...waiting, ties: [`node n${index % 3}`] }))
  const { url, all } = await storeStorm(t, made)
  await inTransaction(openRecords(t, url), (connection) => gatherPending(connection, GATHER_SECONDS))
  const goes = await runSql(url, 'SELECT incident_id FROM gathering WHERE NOT waits')
  assert.deepEqual(goes, [{ incident_id: all[0]?.id }])
})

test('where the one that was to go first in a storm becomes part of another, the next one goes first', async (t) => {
  const young = { age: 5, waits: true }
  const { url, all } = await storeStorm(t, [
    { ...young, rank: 1, ties: ['node n1'], status: 'escalated' },
    ...Array.from({ length: INCIDENTS }, (_, index) => ({
      ...young,
      rank: 1 + (index % 2),
      ties: [`node n${1 + (index % 2)}`],
    })),
  ])
  const [leader, ofCause, next] = all.map(({ id }) => id)
  // Nobody has seen them before, and their alerts name who they are about.
  await runSql(
    url,
    `WITH gone AS (DELETE FROM gathering WHERE incident_id <> $1 RETURNING incident_id, ties[1] AS tie),
     fired AS (
       INSERT INTO incident_alerts (incident_id, key, state, name, labels, annotations)
       SELECT incident_id, incident_id, 'firing', 'N', json_build_object('node', split_part(tie, ' ', 2)), '{}' FROM gone)
     INSERT INTO incident_causes (incident_id, kind, object, is_near, reach) VALUES ($1, 'node_not_ready', 'Node n1', true, '{"node n1"}')`,
    [leader],
  )
  await inTransaction(openRecords(t, url), (connection) => gatherPending(connection, GATHER_SECONDS))
  const [first] = await runSql(url, 'SELECT part_of FROM incidents WHERE id = $1', [ofCause])
  assert.equal(first?.part_of, leader)
  const goes = await runSql(
    url,
    'SELECT incident_id FROM gathering JOIN incidents ON id = incident_id WHERE part_of IS NULL AND NOT waits',
  )
  assert.deepEqual(goes, [{ incident_id: next }])
  const [kept] = await runSql(url, 'SELECT count(*)::int AS closed FROM gathering WHERE incident_id = $1', [leader])
  assert.deepEqual(kept, { closed: 0 })
})
