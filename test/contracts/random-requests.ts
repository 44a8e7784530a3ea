/**
 * Every route of the API document, and the hidden ones, gets random requests, thousands at length: bodies made from its schema and
 * raw ones, headers, query strings, path parameters. Never a 5xx, always the right envelope, and memory stays flat.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Agent, request } from 'undici'
import { fc } from '../world/chance.ts'
import { assertErrorEnvelope } from '../world/error-envelope.ts'
import { eventually } from '../world/eventually.ts'
import { inLength } from '../world/long-form.ts'
import { HIDDEN_PATHS, type Operation, whatIsWrong } from '../world/open-api.ts'
import { type RandomRequest, requestTo } from '../world/random-request.ts'
import { RUN_SEED } from '../world/seed.ts'
import { startTestService } from '../world/service.ts'

const AT_ONCE = 25
/** So many routes have warmed up what every request uses. */
const EARLY = 3
/** Many requests on a busy machine. */
const LONG_MS = 900_000
const ADMIN = 'the-admin-key-of-this-test'
/** What a process started with --expose-gc has from the beginning. */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const WITHOUT_ENVELOPE = ['/healthz', '/metrics', '/api/events', '/api/incidents/{id}/report']

export function proveRandomRequests(operations: Operation[], requestsPerRoute: number): void {
  test('no random request is answered with a 5xx or outside its envelope, and memory stays flat', {
    timeout: LONG_MS,
  }, async (t) => {
    const send = await openRandomTarget(t)
    const heaps: number[] = []
    for (const [at, operation] of operations.entries()) {
      await t.test(operation.name, async () => {
        for (const batch of batches(operation, requestsPerRoute)) {
          await Promise.all(batch.map(async (sent) => judge(operation, sent, await answerTo(operation, sent, send))))
        }
      })
      // Collecting costs more than a short turn of requests: then only what is compared is measured.
      if (inLength(at < EARLY || at === operations.length - 1, true)) heaps.push(heapAfterCollection())
    }
    t.diagnostic(`heap in MB after routes: ${heaps.map((bytes) => Math.round(bytes / 1e6)).join(' ')}`)
    const early = Math.max(...heaps.slice(0, EARLY))
    assert.ok((heaps.at(-1) ?? 0) < early + 60e6, 'the heap has grown')
  })
}

type Send = (sent: RandomRequest) => Promise<Received>
type Received = { status: number; type: string; text: string }

async function openRandomTarget(t: TestContext): Promise<Send> {
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

/** A store that answers late on a busy machine is told by /healthz, and must be well again. */
async function answerTo({ path }: Operation, sent: RandomRequest, send: Send): Promise<Received> {
  if (path !== '/healthz') return await send(sent)
  return await eventually('a healthy /healthz', async () => {
    const received = await send(sent)
    return received.status === 503 ? undefined : received
  })
}

function judge(operation: Operation, sent: RandomRequest, { status, type, text }: Received): void {
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
function* batches(operation: Operation, numRuns: number): Generator<RandomRequest[]> {
  const all = fc.sample(requestTo(operation, ADMIN), { numRuns, seed: inLength(20_260_101, RUN_SEED) })
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE)
}

function heapAfterCollection(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
