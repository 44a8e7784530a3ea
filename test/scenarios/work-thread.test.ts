/** Diagnoses have a thread of their own: what becomes of them is seen by the one that serves, and neither its end nor a stop loses one. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import type { Shown } from '../world/alerts.ts'
import { EventStream } from '../world/event-stream.ts'
import { eventually } from '../world/eventually.ts'
import { look, proven, startMindModel, startMindService, submit } from '../world/mind/mind-service.ts'
import type { Script } from '../world/model/script.ts'
import { runSql } from '../world/sql.ts'

const OWN_THREAD = { ONE_THREAD: 'false' }
const PATIENT = { LLM_TIMEOUT: 600 }

const good: Script = (request) => (request.turn === 0 ? look() : submit(proven(request)))

/** A service whose second turn with the model hangs until `answer` is called. */
async function hangInSecondTurn(t: TestContext) {
  let isHanging = true
  const model = await startMindModel(t, (request) =>
    isHanging && request.turn === 1 ? { fault: 'hang' } : good(request),
  )
  const asked = () => model.turns.map(({ request }) => request.turn)
  const start = (databaseUrl?: string) =>
    startMindService(t, {
      ...{ script: good, model, config: PATIENT, serviceEnvironment: OWN_THREAD },
      ...(databaseUrl !== undefined && { databaseUrl }),
    })
  const answer = () => {
    isHanging = false
  }
  const untilHanging = () => eventually('the model is asked and hangs', () => asked().includes(1))
  const firstTurns = () => asked().filter((turn) => turn === 0).length
  return { start, firstTurns, answer, untilHanging }
}

const FIGURES = [
  /^firebreak_work_threads_lost_total 1$/m,
  /^firebreak_workflow_recoveries_total\{kind="diagnose"\} [1-9]/m,
  /^firebreak_model_turn_duration_seconds_count\{outcome="answered"\} [1-9]/m,
]

/** However long the machine took to carry on, and however often it had to look: there is one diagnosis, and it came to its end. */
function requireWhole({ events, diagnosis }: Shown): void {
  const of = (kind: string) => events.filter(({ type }) => type === kind).length
  assert.deepEqual([of('diagnosis_started'), of('diagnosis_completed')], [1, 1])
  assert.notEqual(diagnosis.conclusion, '')
}

/** The next thread this process starts. */
function nextThread(): Promise<Worker> {
  return new Promise((resolve) => process.once('worker', resolve))
}

test('its thread is ended in the middle of a diagnosis: another carries on from the journal, and that is told', async (t) => {
  const { start, firstTurns, answer, untilHanging } = await hangInSecondTurn(t)
  const begun = nextThread()
  const { service, open, diagnosed } = await start()
  const stream = await EventStream.open(t, service.address)
  const id = await open()
  await untilHanging()
  answer()
  await (await begun).terminate()

  requireWhole(await diagnosed(id))
  assert.equal(firstTurns(), 1, 'what was answered is not asked again')
  await stream.until('the stream tells of it', ({ messages }) =>
    messages.some(({ event }) => event === 'diagnosis_completed'),
  )
  assert.match(service.logged(), /The thread that diagnoses ended unexpectedly and is started again/)
  await eventually('the figures tell of it', async () => {
    const { text } = await service.get('/metrics')
    return FIGURES.every((figure) => figure.test(text))
  })
  await eventually('nobody is warned any more', async () => {
    const { llm_status: model, warnings } = (await service.get('/api/status')).body.data
    return model === 'connected' && !/Nothing is diagnosed/.test(warnings.join())
  })
})

test('one of two instances stops in the middle of a diagnosis: its thread hands over, and the other goes on', async (t) => {
  const { start, firstTurns, answer, untilHanging } = await hangInSecondTurn(t)
  const first = await start()
  const id = await first.open()
  await untilHanging()
  const url = first.service.databaseUrl
  const leases = async () => (await runSql(url, 'SELECT id FROM instances')).map((row) => row.id)
  const [leaving] = await leases()
  const second = await start(url)
  await eventually('each instance counts once', async () => (await leases()).length === 2)
  answer()
  await first.service.stop()
  assert.ok(!(await leases()).includes(leaving), 'who has stopped holds no lease')

  requireWhole(await second.diagnosed(id))
  assert.equal(firstTurns(), 1, 'what was answered is not asked again')
  assert.doesNotMatch(first.service.logged(), /ended unexpectedly/)
})
