/** What holds for embeddings over the wire: what is sent, what is taken, and how every trouble is told. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createEmbeddings } from '../../src/edges/model/embeddings.ts'
import { createGuardedFetch } from '../../src/edges/outbound/guarded-fetch.ts'
import type { Settings } from '../../src/guidance/settings/catalogue.ts'
import { resolveSettings } from '../../src/guidance/settings/resolve-settings.ts'
import { type EmbeddingsFailure, EmbeddingsUnavailable } from '../../src/ports/embeddings.ts'
import { startEmbeddingSimulator, type Whim } from '../world/embedding/embedding-simulator.ts'
import type { Misfortune } from '../world/wire/faults.ts'

const KEY = 'the-embedding-key-of-this-test'

async function open(t: TestContext) {
  const simulator = await startEmbeddingSimulator({ key: KEY, ideas: [['memory', 'oom']] })
  const fetch = createGuardedFetch()
  t.after(() => simulator.close())
  t.after(() => fetch.close())
  const { values } = resolveSettings({}, new Map())
  const settings = { ...values, EMBEDDING_API_KEY: KEY, EMBEDDING_BASE_URL: simulator.url } as Settings
  let now = 0
  const embeddings = createEmbeddings({ currentSettings: async () => settings, fetch, monotonicMs: () => now })
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  const embed = (...texts: string[]) => embeddings.embed(texts, { timeoutMs: 5_000 })
  return { simulator, settings, embeddings, embed, pass }
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it was answered'),
    (error: unknown) => {
      assert.ok(error instanceof EmbeddingsUnavailable, String(error))
      assert.doesNotMatch(error.message, new RegExp(`${KEY}|secret text`))
      return error
    },
  )

test('each text gets a vector of length one, in the order asked', async (t) => {
  const { embed, simulator } = await open(t)
  const { model, vectors } = await embed('out of memory', 'nothing', 'OOM')
  assert.match(model, /^text-embedding-3-small at 127\.0\.0\.1:\d+$/)
  for (const vector of vectors) assert.ok(Math.abs(Math.hypot(...vector) - 1) < 1e-9)
  const [one = [], other = [], third = []] = vectors
  const cosine = (a: readonly number[], b: readonly number[]) => a.reduce((sum, n, at) => sum + n * (b[at] ?? 0), 0)
  assert.ok(cosine(one, third) > 0.9 && cosine(one, other) < 0.5)
  assert.deepEqual(simulator.recorder.requests[0]?.body, {
    model: 'text-embedding-3-small',
    input: ['out of memory', 'nothing', 'OOM'],
    encoding_format: 'float',
  })
})

test('the address may be given with or without version and path', async (t) => {
  const { simulator, settings, embed } = await open(t)
  const host = new URL(simulator.url).origin
  for (const address of [host, `${host}/`, `${host}/v1/`, `${host}/v1/embeddings`]) {
    Object.assign(settings, { EMBEDDING_BASE_URL: address })
    assert.equal((await embed('x')).vectors.length, 1, address)
  }
})

test('without a key nobody is asked; provider_a has no embeddings and that is said', async (t) => {
  const { embeddings, settings, simulator } = await open(t)
  Object.assign(settings, { EMBEDDING_PROVIDER: 'provider_a' })
  const state = await embeddings.state()
  assert.ok(!state.isReady && /provider_a offers no embeddings/.test(state.reason ?? ''))
  Object.assign(settings, { EMBEDDING_API_KEY: undefined })
  assert.deepEqual(await embeddings.state(), { isReady: false })
  await failureOf(embeddings.embed(['x'], { timeoutMs: 1_000 }))
  assert.equal(simulator.recorder.requests.length, 0)
})

test('every trouble is told for what it is, without the key and the text', async (t) => {
  const { embed, embeddings, simulator, settings } = await open(t)
  const troubles: [does: Misfortune, failure: EmbeddingsFailure, words: RegExp][] = [
    [{ status: 401 }, 'refused_key', /answered 401\. Check EMBEDDING_API_KEY/],
    [{ status: 429 }, 'busy', /answered 429/],
    [{ status: 500 }, 'unreachable', /answered 500/],
    [{ status: 404 }, 'bad_answer', /EMBEDDING_BASE_URL/],
    [{ status: 400 }, 'refused', /answered 400/],
    ['cut', 'unreachable', /could not be reached|broke off/],
  ]
  for (const [does, failure, words] of troubles) {
    simulator.faults.add({ does })
    const error = await failureOf(embed('secret text'))
    assert.deepEqual([error.failure, words.test(error.message)], [failure, true], error.message)
  }
  simulator.faults.add({ does: 'hang' })
  const late = await failureOf(embeddings.embed(['secret text'], { timeoutMs: 50 }))
  assert.match(late.message, /did not answer within/)
  Object.assign(settings, { EMBEDDING_API_KEY: 'wrong-key-of-this-test' })
  assert.equal((await failureOf(embed('secret text'))).failure, 'refused_key')
})

test('an answer that is not exactly what was asked for is refused whole', async (t) => {
  const { embed, simulator } = await open(t)
  for (const whim of ['uneven', 'too few', 'no numbers', 'not json'] satisfies Whim[]) {
    simulator.whim = whim
    assert.equal((await failureOf(embed('a', 'b'))).failure, 'bad_answer', whim)
  }
})

test('a server that fails again and again is left alone for a while', async (t) => {
  const { embed, simulator, pass } = await open(t)
  const fault = simulator.faults.add({ does: { status: 503 }, times: 5 })
  for (let attempt = 0; attempt < 5; attempt += 1) await failureOf(embed('x'))
  assert.equal((await failureOf(embed('x'))).failure, 'resting')
  assert.equal(fault.hits(), 5)
  pass(31_000)
  assert.equal((await embed('x')).vectors.length, 1)
})

test('who gives up hears his own reason', async (t) => {
  const { embeddings, simulator } = await open(t)
  simulator.faults.add({ does: 'hang' })
  const giving = new AbortController()
  const asked = embeddings.embed(['x'], { signal: giving.signal, timeoutMs: 5_000 })
  giving.abort(new Error('enough'))
  await assert.rejects(asked, /enough/)
})
