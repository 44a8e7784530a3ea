/** What is confirmed is what runs: an edit of the stored plan or of its approval, however small, stops the execution. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createPlanStore } from '../../src/edges/store/approval-records.ts'
import { createDecisionStore } from '../../src/edges/store/decision-records.ts'
import { createSealer } from '../../src/story/incident/proposal.ts'
import { fc } from '../world/chance.ts'
import { eventually } from '../world/eventually.ts'
import { openSql } from '../world/sql.ts'
import { openWaitingWorld, SECRET_KEY } from '../world/waiting-plan.ts'

/** Edits as the owner of the database could make them: past our triggers. */
async function openEditor(t: TestContext, url: string) {
  const client = await openSql(url)
  t.after(() => client.end())
  for (const table of Object.keys(COLUMNS)) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  return client
}

const COLUMNS = { proposals: ['document'], approvals: ['decided_by', 'via', 'comment', 'seal'] } as const

test('a thousand edits of a stored plan or approval: none is believed', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  const sealer = createSealer(SECRET_KEY)
  const { id, digest } = await world.plant('checkout')
  const decisions = createDecisionStore({ database: world.database, sealer, onCommit: () => {} })
  const decision = { incidentId: id, decision: 'confirm', digest, by: 'ann', via: 'api', comment: 'go on' } as const
  assert.equal((await decisions.decide(decision))?.accepted, true)
  const plans = createPlanStore({ database: world.database, sealer })
  assert.ok('plan' in (await plans.approvedPlan(id, digest)))
  const editor = await openEditor(t, world.databaseUrl)
  const places = Object.entries(COLUMNS).flatMap(([table, columns]) => columns.map((column) => ({ table, column })))
  const edits = fc.record({ place: fc.constantFrom(...places), at: fc.nat(), code: fc.integer({ min: 32, max: 126 }) })
  await fc.assert(
    fc.asyncProperty(edits, async ({ place: { table, column }, at, code }) => {
      const where = 'WHERE incident_id = $1 AND digest = $2'
      const { rows } = await editor.query(`SELECT ${column} AS text FROM ${table} ${where}`, [id, digest])
      const before = String(rows[0].text)
      const spot = at % before.length
      const after = before.slice(0, spot) + String.fromCharCode(code) + before.slice(spot + 1)
      fc.pre(after !== before && !isSameJson(before, after))
      await editor.query(`UPDATE ${table} SET ${column} = $3 ${where}`, [id, digest, after])
      const found = await plans.approvedPlan(id, digest)
      await editor.query(`UPDATE ${table} SET ${column} = $3 ${where}`, [id, digest, before])
      assert.ok('broken' in found, `${table}.${column}: ${after}`)
    }),
    { numRuns: 1_000, maxSkipsPerRun: 100 },
  )
})

/** Other spelling of the same plan, such as 3 and 3e0, is the same plan. */
function isSameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other))
  } catch {
    return false
  }
}

test('a plan edited between approval and execution is not run, and the incident says why', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  const { id, digest } = await world.plant('checkout')
  const sealer = createSealer(SECRET_KEY)
  const decisions = createDecisionStore({ database: world.database, sealer, onCommit: () => {} })
  await decisions.decide({ incidentId: id, decision: 'confirm', digest, by: 'ann', via: 'api', comment: '' })
  const editor = await openEditor(t, world.databaseUrl)
  await editor.query(`UPDATE proposals SET document = replace(document, '"replicas":3', '"replicas":9')`)
  const service = await world.startInstance()
  const shown = await eventually('it is escalated', async () => {
    const { data } = (await service.get(`/api/incidents/${id}`)).body
    return data.status === 'escalated' && data
  })
  assert.match(shown.events.at(-1).data.reason, /Nothing was run: the stored plan is not the one its digest stands for/)
  assert.equal(world.cluster.recorder.changes().length, 0)
})

test('an approval written into the database by hand approves nothing', async (t) => {
  const world = await openWaitingWorld(t, ['checkout'])
  const { id, digest } = await world.plant('checkout')
  const editor = await openEditor(t, world.databaseUrl)
  const forged = createSealer('a guess').sealOf({
    incidentId: id,
    digest,
    by: 'ann',
    via: 'api',
    comment: '',
    at: new Date(0),
  })
  await editor.query(
    `INSERT INTO approvals (incident_id, digest, decided_by, via, comment, decided_at, seal) VALUES ($1, $2, 'ann', 'api', '', to_timestamp(0), $3)`,
    [id, digest, forged],
  )
  const found = await createPlanStore({ database: world.database, sealer: createSealer(SECRET_KEY) }).approvedPlan(
    id,
    digest,
  )
  assert.deepEqual(found, { broken: 'the stored approval does not bear our seal' })
})
