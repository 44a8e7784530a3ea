/** An instance dies or is too slow; its runs are carried on by others, once, from where the journal ends. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parse } from 'pg-connection-string'
import { createPlanStore } from '../../src/edges/store/approval-records.ts'
import { type Database, inTransaction } from '../../src/edges/store/database.ts'
import { createRunStore } from '../../src/edges/store/run-records.ts'
import { insertDiagnosis } from '../../src/edges/store/run-rows.ts'
import { NO_TRACES } from '../../src/ports/traces.ts'
import type { ActionReport } from '../../src/story/incident/execution.ts'
import { createSealer } from '../../src/story/incident/proposal.ts'
import { recordIn } from '../../src/story/workflow/execution-record.ts'
import { type Journal, type Run, RunLost, WORKFLOW_VERSION } from '../../src/story/workflow/run-store.ts'
import { kinds, show } from '../world/alerts.ts'
import { eventually } from '../world/eventually.ts'
import { createRuns, freshRecords, letPass, openIncident, openRecords } from '../world/records.ts'
import { startTestService } from '../world/service.ts'
import { runSql } from '../world/sql.ts'
import { startTcpProxy } from '../world/tcp-proxy.ts'

const LEASE_SECONDS = 10

/** An incident whose diagnosis was begun by an instance that says no more. */
async function begunByTheDead(t: TestContext) {
  const { url, database } = await freshRecords(t)
  const store = createRuns(database)
  const id = await openIncident(database, { message: 'left behind' })
  await store.renewLease('dead', LEASE_SECONDS)
  const [run] = await store.claimDiagnoses('dead', 1)
  return { url, database, store, id, run: run as Run }
}

/** The moment is the store's own. */
const withoutMoment = (runs: readonly Run[]) => runs.map(({ resumedAt: _, ...run }) => run)

async function notesOf(database: Database): Promise<{ by: string; text: string }[]> {
  const { rows } = await database.query<{ data: string }>(
    `SELECT data FROM incident_events WHERE kind = 'note_added' ORDER BY id`,
  )
  return rows.map(({ data }) => JSON.parse(data))
}

function momentsIn(text: string): number[] {
  return [...text.matchAll(/([-\d]{10}) ([:\d]{8}) UTC/g)].map(([, day, time]) => Date.parse(`${day}T${time}Z`))
}

test('a run of a living instance is nobody else’s', async (t) => {
  const { store } = await begunByTheDead(t)
  assert.deepEqual(await store.takeOver('other', []), [])
})

test('a run of a dead instance is taken over by exactly one of many', async (t) => {
  const { database, store, run } = await begunByTheDead(t)
  await letPass(database, `${LEASE_SECONDS + 1} seconds`)
  const heirs = Array.from({ length: 10 }, (_, index) => `heir ${index}`)
  for (const heir of heirs) await store.renewLease(heir, LEASE_SECONDS)
  const taken = (await Promise.all(heirs.map((heir) => store.takeOver(heir, [])))).flat()
  assert.deepEqual(withoutMoment(taken), [{ ...run, attempts: 2, livesLost: 1 }])
  assert.equal((await notesOf(database)).length, 1)
})

test('two services race for a dead instance’s run: it is escalated once', async (t) => {
  const { url, database, id } = await begunByTheDead(t)
  const environment = { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' }
  // Before they start: a jump of the clock would end the leases of the living too.
  await letPass(database, `${LEASE_SECONDS + 1} seconds`)
  const [one] = await Promise.all([startTestService(t, { environment }), startTestService(t, { environment })])
  await eventually('the run is carried on', async () => (await show(one, id)).status === 'escalated')
  await eventually(
    'the run is finished',
    async () => (await runSql(url, 'SELECT state FROM runs'))[0]?.state === 'finished',
  )
  assert.deepEqual(
    kinds(await show(one, id)).filter((kind) => kind !== 'tool_call'),
    ['alert_received', 'diagnosis_started', 'note_added', 'diagnosis_completed', 'incident_escalated'],
  )
})

test('a diagnosis that was concluded when its instance died is finished, and nothing is told or asked once more', async (t) => {
  const { url, database, store, id, run } = await begunByTheDead(t)
  const event = { kind: 'incident_escalated', data: { reason: 'a person must look' } } as const
  await store
    .journal(run, 'dead')
    .commit('conclude', (writer) => writer.move({ incidentId: id, from: 'diagnosing', to: 'escalated', event }))
  await letPass(database, '5 minutes')
  const service = await startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' } })
  await eventually(
    'the run is finished',
    async () => (await runSql(url, 'SELECT state FROM runs'))[0]?.state === 'finished',
  )
  assert.deepEqual(kinds(await show(service, id)), ['alert_received', 'diagnosis_started', 'incident_escalated'])
})

test('a step in the journal is not done again by whoever carries on', async (t) => {
  const { database, store, run } = await begunByTheDead(t)
  let deeds = 0
  const act = (holder: string) =>
    store.journal(run, holder).act('look', async () => {
      deeds += 1
      return { seen: holder }
    })
  assert.deepEqual(await act('dead'), { seen: 'dead' })
  await letPass(database, `${LEASE_SECONDS + 1} seconds`)
  await store.takeOver('heir', [])
  assert.deepEqual(await act('heir'), { seen: 'dead' })
  assert.equal(deeds, 1)
})

test('an instance that was slow, not dead, writes nothing once its run is another’s', async (t) => {
  const { url, database, store, run, id } = await begunByTheDead(t)
  await letPass(database, `${LEASE_SECONDS + 1} seconds`)
  await store.takeOver('heir', [])
  const journal = store.journal(run, 'dead')
  const event = { kind: 'incident_escalated', data: { reason: 'too late' } } as const
  const escalate = journal.commit('escalate', (writer) =>
    writer.move({ incidentId: id, from: 'diagnosing', to: 'escalated', event }),
  )
  await assert.rejects(escalate, RunLost)
  await assert.rejects(
    journal.act('look', async () => 'seen'),
    RunLost,
  )
  await store.finish(run, 'dead')
  await store.putBack(run, 'dead', 0)
  assert.deepEqual(await runSql(url, 'SELECT state, instance_id FROM runs'), [
    { state: 'running', instance_id: 'heir' },
  ])
  assert.deepEqual(await runSql(url, 'SELECT status FROM incidents'), [{ status: 'diagnosing' }])
  assert.deepEqual(await runSql(url, 'SELECT * FROM journal'), [])
})

test('who wakes while another takes its run over is not told that it still has it', async (t) => {
  const { database, store, run } = await begunByTheDead(t)
  const { heldForMs } = store.journal(run, 'dead')
  await assert.rejects(heldForMs(), /The incident is diagnosing/)
  await inTransaction(database, async (connection) => {
    // However slow the machine is, the server waits for us.
    await connection.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    await connection.query(`UPDATE runs SET instance_id = 'heir' WHERE id = $1`, [run.id])
    await assert.rejects(heldForMs(), /takes this run over.* at this very moment/)
  })
  await assert.rejects(heldForMs(), RunLost)
})

type Late = { database: Database; journal: Journal; id: string; during?: () => Promise<void> }

/** Its own instance hears of the outcome after another one has taken the run over. */
function finishLate({ database, journal, id, during }: Late) {
  const plans = createPlanStore({ database, sealer: createSealer('a key of the test') })
  const record = recordIn(journal, { plans, traces: NO_TRACES })
  const attempt = { incidentId: id, digest: 'd', phase: 'do', step: 0, plugin: 'restart_pod' } as const
  return (outcome: ActionReport['outcome'], message: string) =>
    record.finish(attempt, async () => {
      await during?.()
      const { plugin, phase } = attempt
      return { plugin, phase, parameters: {}, before: {}, after: {}, seconds: 1, outcome, message }
    })
}

const lateNotesIn = async (database: Database) =>
  (await notesOf(database)).map(({ text }) => text).filter((text) => text.startsWith('restart_pod'))

test('an act that came late and went wrong is told, too: it may have come half of its way', async (t) => {
  const { database, store, run, id } = await begunByTheDead(t)
  await letPass(database, `${LEASE_SECONDS + 1} seconds`)
  await store.takeOver('heir', [])
  const finish = finishLate({ database, journal: store.journal(run, 'dead'), id })
  await assert.rejects(finish('skipped', 'It was gone.'), RunLost)
  await assert.rejects(finish('failed', 'Pod web-1 was deleted; no new one appeared.'), RunLost)
  assert.deepEqual(await lateNotesIn(database), [
    'restart_pod was begun after all, by an instance that had lost this run meanwhile: Pod web-1 was deleted; no new one appeared.',
  ])
})

test('an act that came late is told although the store was away when it was done', async (t) => {
  const { url, database, store, run, id } = await begunByTheDead(t)
  await letPass(database, `${LEASE_SECONDS + 1} seconds`)
  await store.takeOver('heir', [])
  const { host, port, user, database: name } = parse(url)
  const proxy = await startTcpProxy(t, { path: join(String(host), `.s.PGSQL.${port}`) })
  const far = openRecords(t, `postgresql://${user}@127.0.0.1:${proxy.port}/${name}`)
  const written = createRuns(far).journal(run, 'dead')
  const act: Journal['act'] = (...step) =>
    written.act(...step).catch(async (error) => {
      if (!(error instanceof RunLost)) await proxy.mend()
      throw error
    })
  const finish = finishLate({ database: far, journal: { ...written, act }, id, during: () => proxy.cut() })
  await assert.rejects(finish('done', 'Pod web-1 was deleted.'), RunLost)
  assert.deepEqual(await lateNotesIn(database), [
    'restart_pod was carried out after all, by an instance that had lost this run meanwhile: Pod web-1 was deleted.',
  ])
})

test('a step that only writes is recorded with what it wrote, or not at all', async (t) => {
  const { url, store, run, id } = await begunByTheDead(t)
  const event = { kind: 'incident_escalated', data: { reason: 'a fault of ours' } } as const
  const breaking = store.journal(run, 'dead').commit('escalate', async (writer) => {
    await writer.move({ incidentId: id, from: 'diagnosing', to: 'escalated', event })
    throw new Error('after the move')
  })
  await assert.rejects(breaking, /after the move/)
  assert.deepEqual(await runSql(url, 'SELECT status FROM incidents'), [{ status: 'diagnosing' }])
  assert.deepEqual(await runSql(url, 'SELECT * FROM journal'), [])
})

test('a run that was put back waits for its moment, and counts as at work meanwhile', async (t) => {
  const { database, store, run } = await begunByTheDead(t)
  await openIncident(database, { message: 'next' })
  await store.putBack(run, 'dead', 5)
  assert.deepEqual(await store.takeOver('heir', []), [])
  assert.deepEqual(await store.claimDiagnoses('heir', 1), [])
  await letPass(database, '6 seconds')
  assert.deepEqual(withoutMoment(await store.takeOver('dead', [])), [{ ...run, attempts: 2 }])
  assert.deepEqual(await notesOf(database), [], 'who has not begun was not interrupted')
})

test('each time a diagnosis is taken up again the timeline says when it broke off, when it goes on, and where', async (t) => {
  const { database, store, run } = await begunByTheDead(t)
  await store.journal(run, 'dead').act('look', async () => 'seen')
  await letPass(database, '5 minutes')
  await store.renewLease('heir', LEASE_SECONDS)
  const [resumed] = await store.takeOver('heir', [])
  assert.ok(resumed?.resumedAt)
  assert.deepEqual(await store.takeOver('heir', [run.id]), [])
  const [note, ...others] = await notesOf(database)
  assert.match(
    String(note?.text),
    /^The diagnosis was interrupted after [-\d]+ [:\d]+ UTC \(its last recorded step on instance dead\) and goes on since [-\d]+ [:\d]+ UTC on instance heir\.$/,
  )
  const [brokenOff = Number.NaN, goesOn = Number.NaN] = momentsIn(String(note?.text))
  assert.ok(goesOn - brokenOff >= 299_000, String(note?.text))
  assert.deepEqual([note?.by, others], ['firebreak', []])
  await store.putBack(resumed, 'heir', 0)
  await store.takeOver('next', [])
  assert.match(String((await notesOf(database))[1]?.text), /\(its last recorded step\).* on instance next\.$/)
})

test('a diagnosis that a person asked for anew is begun, not resumed', async (t) => {
  const { database, store, id, run } = await begunByTheDead(t)
  await store.finish(run, 'dead')
  await inTransaction(database, (connection) => insertDiagnosis(connection, id, ''))
  assert.equal((await store.takeOver('other', [])).length, 1)
  assert.deepEqual(await notesOf(database), [])
})

test('a run that fails again and again ends with a person, who is told that it was our fault', async (t) => {
  const { url, database, id } = await begunByTheDead(t)
  await database.query('UPDATE runs SET errors = 10')
  await letPass(database, `${LEASE_SECONDS + 1} seconds`)
  const service = await startTestService(t, { environment: { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0' } })
  const incident = await eventually('it is given up', async () => {
    const shown = await show(service, id)
    return shown.status === 'escalated' && shown
  })
  assert.match(String(incident.events.at(-1)?.data.reason), /failed again and again inside Firebreak/)
})

test('only faults of our own count: hand-overs, outages and killed instances do not', async (t) => {
  const { store, run } = await begunByTheDead(t)
  await store.putBack(run, 'dead', 0)
  for (let handOver = 0; handOver < 20; handOver += 1) {
    const [taken] = await store.takeOver('next', [])
    assert.deepEqual([taken?.errors, taken?.livesLost], [0, 0])
    await store.putBack(run, 'next', 0)
  }
  await store.takeOver('next', [])
  await store.putBack(run, 'next', 0, { message: 'a mistake', step: 'look' })
  assert.equal((await store.takeOver('next', []))[0]?.errors, 1)
})

test('in a rolling upgrade the new takes over what the old began, and the old leaves alone what the new began', async (t) => {
  const { database, store: old, id, run } = await begunByTheDead(t)
  const next = createRunStore({ database, sealer: createSealer('a key of the test'), version: WORKFLOW_VERSION + 1 })
  const second = await openIncident(database, { message: 'begun by the new' })
  await next.renewLease('new', LEASE_SECONDS)
  const [begun] = await next.claimDiagnoses('new', 3)
  assert.equal(begun?.incidentId, second)
  // Both instances die; an old one and a new one come up.
  await letPass(database, `${LEASE_SECONDS + 1} seconds`)
  assert.deepEqual(
    (await old.takeOver('old again', [])).map(({ incidentId }) => incidentId),
    [id],
  )
  await old.putBack(run, 'old again', 0)
  const taken = (await next.takeOver('new again', [])).map(({ incidentId }) => incidentId)
  assert.deepEqual(taken.sort(), [id, second].sort())
})
