import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/world/eventually.ts'
import { unavailable } from '../../problem.ts'
import { Dispatcher } from './dispatcher.ts'
import type { Workflow } from './incident-workflow.ts'
import { type Journal, type Run, RunLost, type RunStore, type StepWriter } from './run-store.ts'

const RUN: Run = {
  id: 'INC-20260101-001:diagnose:1',
  incidentId: 'INC-20260101-001',
  kind: 'diagnose',
  attempts: 1,
  errors: 0,
  livesLost: 0,
  retries: 0,
  startedAt: new Date('2026-01-01T00:00:00Z'),
}

/** Says yes to everything; what is written is not the dispatcher's business. */
const WRITER = { move: async () => true } as unknown as StepWriter

/** One step each, named after the run's kind. */
const WORKFLOW: Workflow = {
  diagnose: (_run, { journal }) => journal.commit('diagnose', async () => {}),
  execute: (_run, { journal }) => journal.commit('execute', async () => {}),
  giveUp: (_run, { journal }) => journal.commit('give_up', async () => {}),
}

type Wanted = {
  waiting?: Run[]
  left?: Run[]
  commit?: Journal['commit']
  claimDiagnoses?: RunStore['claimDiagnoses']
  rests?: number[]
}

/** A store in memory that writes down what is asked of it. */
function storeOf({ waiting = [], left = [], commit, claimDiagnoses, rests = [] }: Wanted) {
  const asked: string[] = []
  const steps: string[] = []
  const leases: number[] = []
  const note = async (what: string) => void asked.push(what)
  const store: RunStore = {
    renewLease: async (_instance, seconds) => void leases.push(seconds),
    endLease: (instance) => note(`end lease of ${instance}`),
    claimDiagnoses: claimDiagnoses ?? (async (_instance, atOnce) => waiting.splice(0, atOnce)),
    restBeforeClaimMs: () => rests.shift() ?? 0,
    takeOver: async () => left.splice(0),
    finish: ({ id }) => note(`finish ${id}`),
    giveUp: ({ id }) => note(`give up ${id}`),
    putBack: ({ id }, _instance, seconds, fault = { message: 'no fault of ours' }) =>
      note(`put back ${id} for ${seconds} s: ${fault.message}${fault.step ? ` in ${fault.step}` : ''}`),
    journal: () => ({
      heldForMs: async () => Number.POSITIVE_INFINITY,
      act: (_step, work) => work(),
      commit: async (step, work) => {
        steps.push(step)
        return commit ? commit(step, work) : work(WRITER)
      },
    }),
  }
  return { store, asked, steps, leases }
}

async function start(t: TestContext, wanted: Wanted, { atOnce = 4, random = 1 } = {}) {
  const { store, asked, steps, leases } = storeOf(wanted)
  const warnings: string[] = []
  const log = {
    debug: () => {},
    info: () => {},
    warn: (_: object, line: string) => void warnings.push(line),
    error: () => {},
  }
  let progress = 0
  const onProgress = () => {
    progress += 1
  }
  const dispatcher = new Dispatcher({
    instanceId: 'one',
    store,
    workflow: WORKFLOW,
    claimLimits: async () => ({ atOnce, waitMaxSeconds: 900 }),
    onProgress,
    random: () => random,
    log,
  })
  t.after(() => dispatcher.stop())
  await dispatcher.start()
  return { dispatcher, asked, steps, leases, warnings, progress: () => progress }
}

test('a claimed run is carried out and finished, and the readers are told', async (t) => {
  const { asked, steps, progress } = await start(t, { waiting: [RUN] })
  await eventually('it is finished', () => asked.includes(`finish ${RUN.id}`))
  assert.deepEqual(steps, ['diagnose'])
  assert.ok(progress() >= 2)
})

test('a run that fails is put back for later, with a warning', async (t) => {
  const { asked, warnings } = await start(t, { waiting: [RUN], commit: () => Promise.reject(new Error('broken')) })
  await eventually('it is put back', () => asked.includes(`put back ${RUN.id} for 5 s: broken in diagnose`))
  assert.deepEqual(warnings, ['A run failed and will be tried again.'])
  assert.ok(!asked.includes(`finish ${RUN.id}`))
})

test('it is tried again ever later, up to a minute; a store that is away is nobody’s fault', async (t) => {
  const failing = (error: Error, errors: number) =>
    start(t, { waiting: [{ ...RUN, errors }], commit: () => Promise.reject(error) })
  for (const [errors, seconds] of [
    [1, 10],
    [3, 40],
    [9, 60],
  ] as const) {
    const { asked } = await failing(new Error('broken'), errors)
    await eventually('it is put back', () => asked.includes(`put back ${RUN.id} for ${seconds} s: broken in diagnose`))
  }
  const { asked } = await failing(unavailable('away'), 0)
  await eventually('it is put back', () => asked.includes(`put back ${RUN.id} for 5 s: no fault of ours`))
})

test('how much later is left to chance, by half at most, so that many do not come back at once', async (t) => {
  const waiting = [{ ...RUN, errors: 9 }]
  const failing = { waiting, commit: () => Promise.reject(new Error('broken')) }
  const { asked } = await start(t, failing, { random: 0 })
  await eventually('it is put back', () => asked.includes(`put back ${RUN.id} for 30 s: broken in diagnose`))
})

test('a run that is another’s now is left alone', async (t) => {
  const { dispatcher, asked, warnings } = await start(t, {
    waiting: [RUN],
    commit: () => Promise.reject(new RunLost()),
  })
  await dispatcher.stop()
  assert.deepEqual([asked, warnings], [['end lease of one'], []])
})

test('after ten faults of our own, or fifty lost lives, a run is given up; restarts alone never do that', async (t) => {
  const left = [
    { ...RUN, id: 'restarted', attempts: 1_000, errors: 9, livesLost: 49 },
    { ...RUN, id: 'faulty', errors: 10 },
    { ...RUN, id: 'deadly', livesLost: 50 },
  ]
  const { asked, steps } = await start(t, { left })
  await eventually('all are finished', () => asked.length === 3)
  assert.deepEqual(steps, ['diagnose', 'give_up', 'give_up'])
  assert.deepEqual(asked.sort(), ['finish restarted', 'give up deadly', 'give up faulty'])
})

test('runs that were taken over are begun even when the claim after them fails', async (t) => {
  const claimDiagnoses = () => Promise.reject(new Error('away'))
  const { asked } = await start(t, { left: [RUN], claimDiagnoses })
  await eventually('it is finished', () => asked.includes(`finish ${RUN.id}`))
})

test('a lease and the next look of another, a second later, are ten seconds at most', async (t) => {
  const { leases } = await start(t, {})
  assert.ok(leases.length > 0 && leases.every((seconds) => seconds + 1 <= 10), String(leases))
})

test('a stop waits for the run under way and then gives up the lease', async (t) => {
  const gate = Promise.withResolvers<void>()
  const commit: Journal['commit'] = async (_step, work) => {
    await gate.promise
    return work(WRITER)
  }
  const { dispatcher, asked, steps } = await start(t, { waiting: [RUN], commit })
  await eventually('it is under way', () => steps.length === 1)
  const stopping = dispatcher.stop()
  gate.resolve()
  await stopping
  assert.deepEqual(asked, [`finish ${RUN.id}`, 'end lease of one'])
})

test('while a claim rests what others left is taken over, and after the rest the claim is made', async (t) => {
  const execution = { ...RUN, id: 'INC-20260101-009:execute:1', kind: 'execute' as const }
  const { asked } = await start(t, { waiting: [RUN], left: [execution], rests: [1, 1] })
  await eventually(
    'both are finished',
    () => asked.includes(`finish ${RUN.id}`) && asked.includes(`finish ${execution.id}`),
  )
  assert.deepEqual(asked, [`finish ${execution.id}`, `finish ${RUN.id}`])
})
