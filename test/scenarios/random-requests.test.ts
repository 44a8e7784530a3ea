/**
 * Every route of the API document, and the hidden ones, gets thousands of random requests: bodies made from its schema and
 * raw ones, headers, query strings, path parameters. Never a 5xx, always the right envelope, and memory stays flat.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { Agent, request } from 'undici'
import { SETTINGS } from '../../src/guidance/settings/catalogue.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { fromSchema } from '../world/from-schema.ts'
import { HIDDEN_PATHS, OPERATIONS, type Operation, whatIsWrong } from '../world/open-api.ts'
import { startTestService } from '../world/service.ts'

const REQUESTS_PER_ROUTE = 5_000
const AT_ONCE = 25
/** Many requests on a busy machine. */
const LONG_MS = 900_000
const ADMIN = 'the-admin-key-of-this-test'
/** What a process started with --expose-gc has from the beginning. */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const WITHOUT_ENVELOPE = ['/healthz', '/metrics', '/api/events']

type Sent = { method: string; path: string; headers: Record<string, string>; body: string | Buffer | null }

/** The script behind the page is large, so only its head is asked for. */
const HIDDEN: Operation[] = HIDDEN_PATHS.map((path) => ({
  name: `GET ${path}`,
  method: path.endsWith('.js') ? 'HEAD' : 'GET',
  path,
  need: undefined,
  statuses: [],
  parameters: [],
  body: undefined,
}))

test('no random request is answered with a 5xx or outside its envelope, and memory stays flat', {
  timeout: LONG_MS,
}, async (t) => {
  const send = await openRandomTarget(t)
  const heaps: number[] = []
  for (const operation of [...OPERATIONS, ...HIDDEN]) {
    await t.test(operation.name, async () => {
      for (const batch of batches(operation)) {
        await Promise.all(batch.map(async (sent) => judge(operation, sent, await send(sent))))
      }
    })
    heaps.push(heapAfterCollection())
  }
  t.diagnostic(`heap in MB after each route: ${heaps.map((bytes) => Math.round(bytes / 1e6)).join(' ')}`)
  const early = Math.max(...heaps.slice(0, 3))
  assert.ok((heaps.at(-1) ?? 0) < early + 60e6, 'the heap has grown')
})

type Received = { status: number; type: string; text: string }

async function openRandomTarget(t: TestContext): Promise<(sent: Sent) => Promise<Received>> {
  const { address } = await startTestService(t, { environment: { API_KEY: ADMIN } })
  const dispatcher = new Agent({ connections: AT_ONCE })
  t.after(() => dispatcher.destroy())
  return async ({ method, path, headers, body }) => {
    const answer = await request(address.replace('localhost', '127.0.0.1') + path, {
      dispatcher,
      method: method as 'GET',
      headers,
      body,
    })
    const type = String(answer.headers['content-type'] ?? '')
    if (!type.startsWith('text/event-stream'))
      return { status: answer.statusCode, type, text: await answer.body.text() }
    answer.body.on('error', () => 'It was hung up on.').destroy()
    return { status: answer.statusCode, type, text: '' }
  }
}

function judge(operation: Operation, sent: Sent, { status, type, text }: Received): void {
  const what = () => `${sent.method} ${sent.path}\n${JSON.stringify(sent.headers)}\n${sent.body}\n=> ${status} ${text}`
  if (status >= 500) assert.fail(what())
  if (status >= 400) {
    assertErrorEnvelope({ status, text })
    return
  }
  if (HIDDEN_PATHS.includes(operation.path)) return
  assert.ok(operation.statuses.includes(String(status)), what())
  if (type.startsWith('application/json'))
    assert.equal(whatIsWrong(operation, status, JSON.parse(text)), undefined, what())
  else assert.ok(WITHOUT_ENVELOPE.includes(operation.path), what())
}

/** The same seed gives the same requests, so that a failure can be looked at again. */
function* batches(operation: Operation): Generator<Sent[]> {
  const all = fc.sample(requestTo(operation), { numRuns: REQUESTS_PER_ROUTE, seed: 20_260_101 })
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE)
}

function requestTo(operation: Operation): fc.Arbitrary<Sent> {
  const takesBody = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(operation.method)
  return fc.record({
    method: fc.constant(operation.method),
    path: pathOf(operation),
    headers: headersOf(),
    body: takesBody ? bodyOf(operation) : fc.constant(null),
  })
}

const SEGMENT_UNSAFE = /[^A-Za-z0-9%._~-]/g

function pathOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([whole]) => whole)
  const segment = fc.oneof(
    fc.stringMatching(/^[a-z0-9]{8}$/),
    fc.stringMatching(/^INC-2026\d{4}-\d{3,5}$/),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.string({ minLength: 1, maxLength: 600 }).map((text) => text.replaceAll(SEGMENT_UNSAFE, '%') || '-'),
  )
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  return fc
    .tuple(fc.array(segment, { minLength: names.length, maxLength: names.length }), queryOf(known))
    .map(
      ([values, query]) =>
        names.reduce((made, name, index) => made.replace(name, () => values[index] ?? ''), path) + query,
    )
}

function queryOf(known: string[]): fc.Arbitrary<string> {
  const name = fc.oneof(fc.constantFrom('page', 'page_size', '__proto__', ...known), fc.string({ maxLength: 10 }))
  const value = fc.oneof(
    fc.integer({ min: -2, max: 2_000 }).map(String),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.constantFrom('', '9'.repeat(30), '2026-01-01', '2026-01-01T00:00:00Z', '%', 'resolved', 'high', "' or 1=1 --"),
  )
  const encoded = fc.tuple(name, value).map(([one, other]) => `${quote(one)}=${quote(other)}`)
  const raw = fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^!-~]|#/g, '%'))
  return fc.oneof(
    fc.constant(''),
    fc.array(fc.oneof(encoded, raw), { maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`),
  )
}

function quote(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function headersOf(): fc.Arbitrary<Record<string, string>> {
  const value = fc.string({ maxLength: 60 })
  const wild = fc.record(
    {
      accept: value,
      'accept-encoding': fc.constantFrom('gzip', 'identity', '*;q=0'),
      'last-event-id': value,
      'if-match': value,
      origin: value,
      cookie: value,
      'x-forwarded-for': value,
      'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
      'content-encoding': fc.constantFrom('gzip', 'identity'),
    },
    { requiredKeys: [] },
  )
  const authorization = fc.oneof(
    { weight: 9, arbitrary: fc.constant(`Bearer ${ADMIN}`) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        value,
        value.map((text) => `Bearer ${text}`),
        value.map((text) => `Basic ${text}`),
      ),
    },
  )
  const contentType = fc.oneof(
    { weight: 9, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.oneof(
        value,
        fc.constantFrom('text/plain', 'application/json;charset=utf-16', 'multipart/form-data'),
      ),
    },
  )
  return fc
    .tuple(wild, authorization, contentType)
    .map(([headers, given, type]) => ({ ...headers, authorization: given, 'content-type': type }))
}

function bodyOf(operation: Operation): fc.Arbitrary<string | Buffer | null> {
  const made = operation.name === 'PUT /api/config' ? configurationChange() : fromSchema(operation.body)
  return fc.oneof(
    { weight: 6, arbitrary: made.map((value) => JSON.stringify(value) ?? null) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 1, arbitrary: fc.constant(null) },
  )
}

/** The schema of a change names no keys, so the keys come from the catalogue. Addresses stay on this machine. */
function configurationChange(): fc.Arbitrary<unknown> {
  const key = fc.constantFrom(...Object.keys(SETTINGS), 'DATABASE_URL', 'PORT', 'UNKNOWN_ONE', 'UNKNOWN_TWO', 'lower')
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.integer({ min: 1, max: 100 }),
    fc.constantFrom('provider_a', 'true', 'a,b'),
  )
  return fc
    .array(fc.tuple(key, value), { maxLength: 4 })
    .map((pairs) =>
      Object.fromEntries(
        pairs.map(([one, given]) => [
          one,
          one.endsWith('_URL') && typeof given === 'string' ? `http://127.0.0.1:9/${quote(given)}` : given,
        ]),
      ),
    )
}

function heapAfterCollection(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
