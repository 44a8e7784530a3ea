/** A service stops while a model is being asked; another carries on. What was answered is not asked, nor paid for, again. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../world/eventually.ts'
import { look, proven, startMindModel, startMindService, submit } from '../world/mind/mind-service.ts'
import type { Script } from '../world/model/script.ts'
import { letPass, openRecords } from '../world/records.ts'
import { runSql } from '../world/sql.ts'
import { migratedDatabase } from '../world/stores.ts'

const PATIENT = { LLM_TIMEOUT: 60 }

/** `after` has passed when the second one starts, and its world may be another. */
type SecondLife = { after?: string; script?: Script; clue?: string }

/** Stops the first service while the turn of that number hangs, and lets a second one finish. */
async function stopIn(t: TestContext, hangingTurn: number, script: Script, secondLife: SecondLife = {}) {
  const { url: databaseUrl } = await migratedDatabase(t)
  let isSecondLife = false
  const model = await startMindModel(t, (request) => {
    if (isSecondLife) return (secondLife.script ?? script)(request)
    return request.turn === hangingTurn ? { fault: 'hang' } : script(request)
  })
  const first = await startMindService(t, { script, model, databaseUrl, config: PATIENT })
  const id = await first.open()
  await eventually('the model is being asked', () => model.turns.some(({ request }) => request.turn === hangingTurn))
  await first.service.stop()
  isSecondLife = true
  const { after, clue } = secondLife
  if (after === undefined) await letNoTimePass(databaseUrl)
  else await letPass(openRecords(t, databaseUrl), after)
  const second = await startMindService(t, { script, model, databaseUrl, ...(clue !== undefined && { clue }) })
  const incident = await second.diagnosed(id)
  return { incident, databaseUrl, asked: model.turns.map(({ request }) => request.turn), model }
}

/** However slow the machine was up to here, no time has passed when the second one goes on. */
async function letNoTimePass(databaseUrl: string): Promise<void> {
  await runSql(databaseUrl, 'UPDATE runs SET not_before = started_at')
  await runSql(databaseUrl, 'UPDATE clock_shift SET shift = (SELECT started_at FROM runs) - now()')
}

const good: Script = (request) => (request.turn === 0 ? look() : submit(proven(request)))

test('stopped in the second turn: the first is not asked again, and the talk goes on word by word', async (t) => {
  const { incident, databaseUrl, asked, model } = await stopIn(t, 1, good)
  assert.deepEqual(asked, [0, 1, 1])
  assert.equal(incident.diagnosis.source, 'model')
  assert.equal(incident.status, 'awaiting_approval')
  assert.deepEqual(model.turns[2]?.request.messages, model.turns[1]?.request.messages)
  assert.equal(model.turns[2]?.request.system, model.turns[1]?.request.system)
  const turns = incident.events.filter(({ type }) => type === 'model_turn')
  assert.deepEqual(
    turns.map(({ data }) => data.turn),
    [1, 2],
  )
  assert.equal(incident.usage.turns, 2)
  assert.deepEqual(await runSql(databaseUrl, 'SELECT count(*)::int AS rows FROM model_usage'), [{ rows: 2 }])
  const calls = incident.events.filter(({ type }) => type === 'tool_call').map(({ data }) => data.call)
  assert.equal(new Set(calls).size, calls.length)
})

test('stopped in the first turn: nothing was answered, so the model is asked once more', async (t) => {
  const { incident, asked } = await stopIn(t, 0, good)
  assert.deepEqual(asked, [0, 0, 1])
  assert.equal(incident.diagnosis.source, 'model')
})

test('stopped while a submission is mended: only the mending is asked again', async (t) => {
  const script: Script = (request) =>
    request.turn === 0 ? look() : submit(proven(request, request.turn === 1 ? { key_findings: [] } : {}))
  const { incident, asked } = await stopIn(t, 2, script)
  assert.deepEqual(asked, [0, 1, 2, 2])
  assert.equal(incident.diagnosis.source, 'model')
})

const isOfNow = (call: string) => /^C1\d\d$/.test(call)

test('stopped in the second turn, gone on with minutes later: the first is not asked again, its calls are', async (t) => {
  const { incident, databaseUrl, asked, model } = await stopIn(t, 1, good, { after: '5 minutes' })
  assert.deepEqual(asked, [0, 1, 1])
  assert.equal(incident.diagnosis.source, 'model')
  assert.equal(incident.status, 'awaiting_approval')
  for (const { call } of incident.diagnosis.evidence) assert.ok(isOfNow(call), `${call} was asked before`)
  assert.match(JSON.stringify(model.turns[2]?.request.messages[0]), /was interrupted and is taken up again/)
  assert.deepEqual(await runSql(databaseUrl, 'SELECT count(*)::int AS rows FROM model_usage'), [{ rows: 2 }])
})

test('submitted before the stop, gone on with when the clue is gone: what is past is dropped, told, and nothing is done', async (t) => {
  // Without evidence for all it says it would be asked to mend it, and there the first service stops.
  const bare = { text: 'So it was last week.', evidence: [] }
  const submission: Script = (request) => {
    if (request.turn === 0) return look()
    const whole = proven(request)
    return submit({ ...whole, key_findings: [...(whole.key_findings as object[]), bare] })
  }
  const secondLife = { after: '5 minutes', clue: 'order 4712 taken', script: () => ({ fault: { status: 400 } }) }
  const { incident, asked } = await stopIn(t, 2, submission, secondLife)
  assert.deepEqual(asked.slice(0, 3), [0, 1, 2])
  assert.ok(
    asked.slice(3).every((turn) => turn === 2),
    'what was answered is not asked again',
  )
  const { conclusion, confidence, not_seen: notSeen, evidence } = incident.diagnosis
  assert.match(conclusion, /^Concluded before the diagnosis was interrupted, from what in part does not show any more:/)
  assert.ok(confidence <= 0.5, String(confidence))
  assert.match(
    notSeen.join('\n'),
    /"quartz gremlin .*" was quoted of C\d+ before the interruption, and it does not stand/,
  )
  for (const { call } of evidence) assert.ok(isOfNow(call), `${call} was asked before`)
  assert.deepEqual([incident.status, incident.proposal], ['escalated', null])
})
