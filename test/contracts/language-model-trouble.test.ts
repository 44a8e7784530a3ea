/** What both model protocols have in common when something goes wrong: a reason instead of a turn, in time, and nothing given away. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { type ModelFailure, type ModelQuestion, ModelUnavailable } from '../../src/ports/language-model.ts'
import { ask, KEY, openLanguageModel } from '../world/model/open-language-model.ts'
import type { ModelAnswer, ModelFault, Provider } from '../world/model/script.ts'

const PROVIDERS: Provider[] = ['provider_a', 'provider_b']

type Opened = Awaited<ReturnType<typeof openLanguageModel>>

/** A model that says these things one after the other, and the last for ever. */
function openSaying(t: TestContext, provider: Provider, ...answers: ModelAnswer[]): Promise<Opened> {
  let said = 0
  return openLanguageModel(t, provider, () => {
    said += 1
    return answers[Math.min(said, answers.length) - 1] ?? 'Nothing.'
  })
}

const fault = (does: ModelFault): ModelAnswer => ({ fault: does })

async function failureOf({ model }: Opened, question: ModelQuestion = ask()): Promise<ModelUnavailable> {
  const error = await model.takeTurn(question).then(
    () => assert.fail('a turn came'),
    (reason) => reason,
  )
  assert.ok(error instanceof ModelUnavailable, inspect(error))
  return error
}

const FAILURES: [does: ModelFault, failure: ModelFailure, asked: number][] = [
  [{ status: 429, retryAfter: 1 }, 'rate_limited', 3],
  [{ status: 429, code: 'insufficient_quota' }, 'rate_limited', 1],
  [{ status: 500 }, 'unreachable', 3],
  [{ status: 503 }, 'unreachable', 3],
  [{ status: 529 }, 'unreachable', 3],
  [{ status: 408 }, 'unreachable', 3],
  ['reset', 'unreachable', 3],
  [{ status: 400 }, 'bad_answer', 1],
  [{ status: 404, code: 'model_not_found' }, 'bad_answer', 1],
  [{ status: 403 }, 'refused_key', 1],
  [{ status: 413 }, 'too_large', 1],
  [{ status: 400, message: 'prompt is too long: 210000 tokens > 200000 maximum' }, 'too_large', 1],
  [{ status: 400, code: 'context_length_exceeded' }, 'too_large', 1],
  ['truncated', 'bad_answer', 1],
  ['invalid json', 'bad_answer', 1],
  ['invalid utf-8', 'bad_answer', 1],
  ['html', 'bad_answer', 1],
  ['empty', 'bad_answer', 1],
  ['other json', 'bad_answer', 1],
  ['huge', 'too_large', 1],
  ['endless', 'too_large', 1],
]

for (const provider of PROVIDERS) {
  for (const [does, failure, asked] of FAILURES) {
    test(`${provider}: ${inspect(does, { breakLength: Number.POSITIVE_INFINITY })} is ${failure} after ${asked} attempts, and its words give nothing away`, async (t) => {
      const opened = await openSaying(t, provider, fault(does))
      const error = await failureOf(opened)
      assert.equal(error.failure, failure)
      assert.equal(opened.simulator.turns.length, asked)
      assert.doesNotMatch(
        inspect(error, { depth: 20, showHidden: true }),
        /PROMPT-CANARY|sk-test|3f9c2d71|You find the cause/,
      )
      assert.match(error.message, /127\.0\.0\.1:\d+/)
      assert.equal(await opened.health.status(), 'disconnected')
    })
  }

  test(`${provider}: a refused key is told without the key, though the server quotes it`, async (t) => {
    const opened = await openSaying(t, provider, 'Here.')
    opened.set({ LLM_API_KEY: 'sk-wrong-91ab77e0' })
    const error = await failureOf(opened)
    assert.equal(error.failure, 'refused_key')
    assert.match(error.message, /answered 401 \(.+\)\. Check LLM_API_KEY/)
    assert.doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /sk-wrong|77e0/)
  })

  test(`${provider}: a key that no header can carry is not shown either`, async (t) => {
    const opened = await openSaying(t, provider, 'Here.')
    opened.set({ LLM_API_KEY: `${KEY}\u2026` })
    const error = await failureOf(opened)
    assert.equal(error.failure, 'unreachable')
    assert.match(error.message, /headers is not valid/)
    assert.doesNotMatch(inspect(error, { depth: 20, showHidden: true }), /sk-test/)
    assert.deepEqual(opened.time.waits, [])
  })

  test(`${provider}: trouble that passes is waited out, not before the server says`, async (t) => {
    const troubles: [ModelFault, number][] = [
      [{ status: 429, retryAfter: 7 }, 7_125],
      [{ status: 529, retryAfter: '0.5' }, 625],
      [{ status: 429, retryAfter: 'Thu, 01 Jan 2026 12:00:20 GMT', date: 'Thu, 01 Jan 2026 12:00:00 GMT' }, 20_125],
      [{ status: 429, retryAfter: 'soon' }, 375],
      [{ status: 500 }, 375],
      ['reset', 375],
    ]
    for (const [does, pause] of troubles) {
      const { model, simulator, time, health } = await openSaying(t, provider, fault(does), 'Here.')
      assert.equal((await model.takeTurn(ask())).text, 'Here.')
      assert.deepEqual([simulator.turns.length, time.waits], [2, [pause]], inspect(does))
      assert.equal(await health.status(), 'connected')
    }
  })

  test(`${provider}: a connection cut before any answer is tried again`, async (t) => {
    const { model, simulator } = await openSaying(t, provider, 'Here.')
    simulator.faults.add({ does: 'cut', times: 2 })
    assert.equal((await model.takeTurn(ask())).text, 'Here.')
    assert.equal(simulator.recorder.requests.length, 3)
  })

  test(`${provider}: the further attempts ask for exactly the same`, async (t) => {
    const { model, simulator } = await openSaying(t, provider, fault({ status: 500 }), fault({ status: 502 }), 'Here.')
    await model.takeTurn(ask())
    const [first, second, third] = simulator.turns.map(({ body }) => body)
    assert.deepEqual([second, third], [first, first])
  })

  test(`${provider}: a wait beyond the time left is not begun`, async (t) => {
    const opened = await openSaying(t, provider, fault({ status: 429, retryAfter: 3600 }))
    assert.equal((await failureOf(opened)).failure, 'rate_limited')
    assert.deepEqual([opened.simulator.turns.length, opened.time.waits], [1, []])
  })

  for (const does of ['hang', 'drip'] as const)
    test(`${provider}: LLM_TIMEOUT ends a turn whose server plays ${does}`, async (t) => {
      const opened = await openSaying(t, provider, fault(does))
      opened.set({ LLM_TIMEOUT: 3 })
      const error = await failureOf(opened)
      assert.equal(error.failure, 'timeout')
      assert.match(error.message, /within 3 s \(LLM_TIMEOUT\)/)
      assert.equal(opened.simulator.turns.length, 1)
      assert.equal(await opened.health.status(), 'disconnected')
    })

  test(`${provider}: who asked may give up before and in the middle, and hears his own reason`, async (t) => {
    const { model, simulator, health } = await openSaying(t, provider, fault('hang'))
    const reason = new Error('The incident was closed.')
    await assert.rejects(model.takeTurn(ask({ signal: AbortSignal.abort(reason) })), reason)
    assert.equal(simulator.turns.length, 0)
    const controller = new AbortController()
    const placed = simulator.faults.add({ does: 'hold' })
    const asked = model.takeTurn(ask({ signal: controller.signal }))
    const rejected = assert.rejects(asked, reason)
    while (placed.hits() === 0) await new Promise(setImmediate)
    controller.abort(reason)
    await rejected
    assert.equal(await health.status(), 'connected')
  })

  test(`${provider}: a host that fails five turns in a row is left alone, then tried by one turn, then asked again`, async (t) => {
    let isWell = false
    const opened = await openLanguageModel(t, provider, () => (isWell ? 'Back.' : fault({ status: 500 })))
    const { model, simulator, time } = opened
    for (let turn = 0; turn < 5; turn += 1) assert.equal((await failureOf(opened)).failure, 'unreachable')
    const asked = simulator.turns.length
    assert.equal((await failureOf(opened)).failure, 'breaker_open')
    time.ms += 29_000
    assert.equal((await failureOf(opened)).failure, 'breaker_open')
    assert.equal(simulator.turns.length, asked)
    time.ms += 1_000
    isWell = true
    const [trial, ...others] = await Promise.allSettled([1, 2, 3].map(() => model.takeTurn(ask())))
    assert.equal(trial?.status, 'fulfilled')
    assert.deepEqual(
      others.map((other) => other.status === 'rejected' && other.reason.failure),
      ['breaker_open', 'breaker_open'],
    )
    assert.equal((await model.takeTurn(ask())).text, 'Back.')
  })

  test(`${provider}: a trial its asker gives up does not close the way for ever`, async (t) => {
    const opened = await openSaying(t, provider, ...Array<ModelAnswer>(15).fill(fault({ status: 500 })), 'Back.')
    const { model, simulator, time } = opened
    for (let turn = 0; turn < 5; turn += 1) await failureOf(opened)
    time.ms += 30_000
    const placed = simulator.faults.add({ does: 'hold' })
    const controller = new AbortController()
    const trial = assert.rejects(model.takeTurn(ask({ signal: controller.signal })), /given up/)
    while (placed.hits() === 0) await new Promise(setImmediate)
    controller.abort(new Error('given up'))
    await trial
    assert.equal((await model.takeTurn(ask())).text, 'Back.')
  })

  test(`${provider}: another host is not blamed for the one that fails`, async (t) => {
    const failing = await openSaying(t, provider, fault({ status: 500 }))
    const { simulator } = await openSaying(t, provider, 'Here.')
    for (let turn = 0; turn < 5; turn += 1) await failureOf(failing)
    failing.set({ LLM_BASE_URL: simulator.url })
    assert.equal((await failing.model.takeTurn(ask())).text, 'Here.')
  })

  test(`${provider}: a server that is not there, a redirect and a metadata address are told apart from silence`, async (t) => {
    const opened = await openSaying(t, provider, fault({ status: 307 }))
    const { simulator: gone } = await openSaying(t, provider, 'Here.')
    await gone.close()
    const wordsAt = async (LLM_BASE_URL: string) => {
      opened.set({ LLM_BASE_URL })
      const { failure, message } = await failureOf(opened)
      assert.equal(failure, 'unreachable')
      return message
    }
    assert.match(await wordsAt(gone.url), /127\.0\.0\.1:\d+ could not be reached \(ECONNREFUSED\)/)
    assert.match(await wordsAt(opened.simulator.url), /answered with a redirect, which is not followed/)
    assert.match(
      await wordsAt('http://169.254.169.254/latest'),
      /is not called: its address 169\.254\.169\.254 is link-local/,
    )
    assert.match(await wordsAt('http://metadata.google.internal'), /metadata service/)
    assert.equal(opened.time.waits.length, 2)
  })

  test(`${provider}: what a turn learned is the status until it is old, and new settings are asked anew`, async (t) => {
    const { model, health, simulator, set, time } = await openSaying(t, provider, 'Here.', fault({ status: 404 }))
    await model.takeTurn(ask())
    assert.equal(await health.status(), 'connected')
    await assert.rejects(model.takeTurn(ask()), { failure: 'bad_answer' })
    assert.equal(await health.status(), 'disconnected')
    assert.equal(simulator.recorder.requests.length, 2)
    set({ LLM_MODEL: 'another' })
    assert.equal(await health.status(), 'connected')
    assert.equal(simulator.recorder.requests.at(-1)?.path, '/v1/models')
    time.ms += 60_001
    await health.status()
    assert.equal(simulator.recorder.requests.length, 4)
  })
}
