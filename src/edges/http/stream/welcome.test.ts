import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { request } from 'undici'
import { Problem, unavailable } from '../../../problem.ts'
import { Welcome } from './welcome.ts'

test('a reader who may not stay is let go; one whose right cannot be looked up may stay', async (t) => {
  const welcome = new Welcome({ lookMs: 5, keys: { onChange: () => {}, look: async () => {} } })
  t.after(() => welcome.stop())
  const answers: Record<string, ServerResponse> = {}
  const url = await serve(t, (path, answer) => {
    answers[path] = answer
  })
  const [staying, away, leaving] = await Promise.all(
    ['/staying', '/away', '/leaving'].map((path) => request(url + path)),
  )
  for (const one of [staying, away]) t.after(() => one?.body.on('error', () => 'Hung up on.').destroy())
  let looks = 0
  const { promise: looked, resolve } = Promise.withResolvers<void>()
  welcome.watch(answers['/staying'] as ServerResponse, async () => {
    looks += 1
    if (looks === 3) resolve()
  })
  welcome.watch(answers['/away'] as ServerResponse, async () => {
    throw unavailable('The store is away.')
  })
  welcome.watch(answers['/leaving'] as ServerResponse, async () => {
    throw new Problem('UNAUTHORIZED', 'The key was revoked.')
  })
  await assert.rejects(async () => leaving?.body.text())
  await looked
  assert.deepEqual([answers['/staying']?.destroyed, answers['/away']?.destroyed], [false, false])
})

async function serve(t: TestContext, keep: (path: string, answer: ServerResponse) => void): Promise<string> {
  const server = createServer((asked, answer) => {
    keep(asked.url ?? '', answer)
    answer.writeHead(200).write('a beginning')
  }).listen(0, '127.0.0.1')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
