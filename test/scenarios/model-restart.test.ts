/** A service stops while a model is being asked; another carries on. What was answered is not asked, nor paid for, again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../world/eventually.ts'
import { look, proven, startMindModel, startMindService, submit } from '../world/mind/mind-service.ts'
import type { Script } from '../world/model/script.ts'
import { runSql } from '../world/sql.ts'
import { freshDatabase } from '../world/stores.ts'

const PATIENT = { LLM_TIMEOUT: 60 }

/** Stops the first service while the turn of that number hangs, and lets a second one finish. */
async function stopIn(t: Parameters<typeof startMindService>[0], hangingTurn: number, script: Script) {
  const { url: databaseUrl } = await freshDatabase(t)
  let isSecondLife = false
  const model = await startMindModel(t, (request) =>
    request.turn === hangingTurn && !isSecondLife ? { fault: 'hang' } : script(request),
  )
  const first = await startMindService(t, { script, model, databaseUrl, config: PATIENT })
  const id = await first.open()
  await eventually('the model is being asked', () => model.turns.some(({ request }) => request.turn === hangingTurn))
  await first.service.stop()
  isSecondLife = true
  const second = await startMindService(t, { script, model, databaseUrl })
  const incident = await second.diagnosed(id)
  return { incident, databaseUrl, asked: model.turns.map(({ request }) => request.turn), model }
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
