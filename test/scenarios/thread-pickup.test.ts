/** Every accepted incident is picked up, most severe first, never more at once than the limit, and escalated with a reason. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idOf, kinds, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { createRuns, freshRecords, openIncident, openRecords } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'

const PAUSED = { DIAGNOSIS_CONCURRENCY: '0' }

test('an incident nothing can be seen of is picked up, diagnosed as far as that goes, and escalated', async (t) => {
  const service = await startTestService(t)
  const id = await idOf(service, { message: 'disk full' })
  const incident = await eventually('the incident is escalated', async () => {
    const shown = await show(service, id)
    return shown.status === 'escalated' && shown
  })
  const moves = kinds(incident).filter((kind) => kind !== 'tool_call')
  assert.deepEqual(moves, ['alert_received', 'diagnosis_started', 'diagnosis_completed', 'incident_escalated'])
  assert.deepEqual(incident.events[1]?.data, {})
  assert.match(String(incident.events.at(-1)?.data.reason), /nothing should be changed/)
})

test('0 pauses the queue, and a new value is heeded without a restart', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const ids = await Promise.all(['a', 'b', 'c'].map((message) => idOf(service, { message })))
  await eventually('two looks at the queue have passed', lookedTwice(service))
  assert.equal(await countIn(service, 'pending'), 3)
  await service.ask('PUT', '/api/config', { body: { DIAGNOSIS_CONCURRENCY: 2 } })
  await eventually('all are escalated', async () => (await countIn(service, 'escalated')) === ids.length)
})

/** The thread renews its lease more seldom than it looks, so two renewals mean that it has looked. */
function lookedTwice({ databaseUrl }: TestService) {
  const seen = new Set<string>()
  return async () => {
    const [row] = await runSql(databaseUrl, 'SELECT lease_until::text FROM instances')
    seen.add(String(row?.lease_until))
    return seen.size > 2
  }
}

async function countIn({ get }: TestService, status: string): Promise<number> {
  return (await get(`/api/incidents?status=${status}`)).body.data.total
}

test('the most severe are claimed first, then the oldest', async (t) => {
  const { url, database } = await freshRecords(t)
  const wanted = ['low', 'info', 'critical', 'high', 'warning', 'medium', 'critical']
  for (const [index, severity] of wanted.entries())
    await openIncident(database, { message: `${index} ${severity}`, metadata: { severity } })
  const store = createRuns(database)
  const claimed: unknown[] = []
  while (claimed.length < wanted.length) {
    const [run] = await store.claimDiagnoses('tester', claimed.length + 1)
    const [incident] = await runSql(url, 'SELECT title FROM incidents WHERE id = $1', [run?.incidentId])
    claimed.push(incident?.title)
  }
  assert.deepEqual(claimed, ['2 critical', '6 critical', '3 high', '4 warning', '5 medium', '0 low', '1 info'])
})

test('claims of many instances at the same moment never exceed the limit, and no incident is claimed twice', async (t) => {
  const { url, database } = await freshRecords(t)
  for (let index = 0; index < 20; index += 1) await openIncident(database, { message: `alert ${index}` })
  const stores = [createRuns(database), createRuns(openRecords(t, url))]
  const all = new Set<string>()
  for (let round = 1; round <= 3; round += 1) {
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, index) => stores[index % 2]?.claimDiagnoses(`instance ${index}`, round * 5) ?? []),
    )
    const runs = claims.flat()
    // One place is kept for critical incidents, and none of these is.
    assert.equal(runs.length, round === 1 ? 4 : 5)
    for (const { incidentId } of runs) all.add(incidentId)
  }
  assert.equal(all.size, 14)
  assert.deepEqual(await runSql(url, 'SELECT status, count(*)::int FROM incidents GROUP BY status ORDER BY status'), [
    { status: 'diagnosing', count: 14 },
    { status: 'pending', count: 6 },
  ])
})

test('a run that was given to a living instance and never begun there is carried on by it', async (t) => {
  const service = await startTestService(t, { environment: PAUSED })
  const id = await idOf(service, { message: 'claimed, and the answer was lost' })
  const database = openRecords(t, service.databaseUrl)
  const [instance] = await runSql(service.databaseUrl, 'SELECT id FROM instances')
  const [run] = await createRuns(database).claimDiagnoses(String(instance?.id), 1)
  assert.equal(run?.incidentId, id)
  await eventually('the run is carried on', async () => (await show(service, id)).status === 'escalated')
})
