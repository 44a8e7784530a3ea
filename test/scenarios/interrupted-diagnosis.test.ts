/** A service is killed in the middle of a diagnosis and started again when the trouble is over: it speaks of now, not of then. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Shown, show } from '../world/alerts.ts'
import { startCommand } from '../world/command-line.ts'
import { eventually } from '../world/eventually.ts'
import { assertReleased, LOCK_ALERT, pileUp } from '../world/lock-pile-up.ts'
import { freshRecords, letPass, openIncident } from '../world/records.ts'
import { startTestService } from '../world/service.ts'

const SERVE = { REDIS_URL: 'embedded:', PORT: '0', MONITOR_INTERVAL_SECONDS: '86400', GATHER_SECONDS: '0' }

/** A look at locks takes six seconds of waiting by itself. */
const PATIENCE_SECONDS = 240

/** A table is held by an idle session; everything about it has been looked at when the process is gone. */
async function killedWhileLooking(t: TestContext) {
  const trouble = await pileUp(t)
  const { url, database } = await freshRecords(t)
  const environment = { ...trouble.environment, DATABASE_URL: url }
  const id = await openIncident(database, LOCK_ALERT)
  const dying = startCommand(t, ['serve'], {
    ...SERVE,
    ...environment,
    FIREBREAK_FAILPOINT: 'before tell the findings',
  })
  const { signal, out } = await dying.ended
  assert.equal(signal, 'SIGKILL', out)
  /** What a service makes of it that is started that much later. */
  const startAgain = async (later: string): Promise<Shown> => {
    await letPass(database, later)
    const service = await startTestService(t, { environment })
    const isOver = async () => {
      const incident = await show(service, id)
      return incident.status !== 'diagnosing' && incident
    }
    return eventually('the diagnosis is over', isOver, PATIENCE_SECONDS)
  }
  return { ...trouble, startAgain }
}

const callsOf = ({ events }: Shown) =>
  events.flatMap(({ type, data }) => (type === 'tool_call' ? [String(data.call)] : []))

/** The calls of a second look bear numbers of three digits. */
const isOfNow = (call: string) => /^C1\d\d$/.test(call)

const notesOf = ({ events }: Shown) => events.flatMap(({ type, data }) => (type === 'note_added' ? [data.text] : []))

test('killed while it looked, started again when the session is gone: the timeline says so, and nobody is blamed', async (t) => {
  const { blocker, waiters, startAgain } = await killedWhileLooking(t)
  await blocker.run('ROLLBACK')
  await assertReleased(waiters)
  const incident = await startAgain('5 minutes')

  const { conclusion, key_findings: findings, evidence, situation } = incident.diagnosis
  assert.doesNotMatch(
    JSON.stringify([conclusion, findings]),
    new RegExp(`(pid|session) ${blocker.pid}\\b|idle in transaction`, 'i'),
  )
  assert.notEqual(situation, 'fault', conclusion)
  assert.equal(incident.proposal, null)
  assert.deepEqual(new Set(callsOf(incident).map(isOfNow)), new Set([false, true]), 'the old calls stay beside the new')
  for (const { call } of evidence) assert.ok(isOfNow(call), `${call} was asked before the kill`)
  assert.match(
    notesOf(incident).join('\n'),
    /^The diagnosis was interrupted after .* UTC \(its last recorded step on instance .*\) and goes on since .* UTC on instance .*\.\nWhat was seen before the interruption is too old .* calls from C101 on\.$/,
  )
})

test('killed while it looked, started again while it lasts: it is found once more, and proven by what is seen now', async (t) => {
  const { blocker, startAgain } = await killedWhileLooking(t)
  const incident = await startAgain('5 minutes')

  assert.equal(incident.status, 'awaiting_approval', incident.diagnosis.conclusion)
  assert.match(incident.diagnosis.conclusion, new RegExp(`pid ${blocker.pid}\\b`))
  assert.equal(incident.proposal.actions[0].parameters.pid, blocker.pid)
  for (const { call } of incident.diagnosis.evidence) assert.ok(isOfNow(call), `${call} was asked before the kill`)
})
