import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRawServer } from './raw-server.ts'

async function openConnection(t: TestContext): Promise<{ server: Server; client: Socket; served: Socket }> {
  const server = createRawServer((_request, response) => response.end('served'))
  t.after(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const arrival = once(server, 'connection')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.after(() => client.destroy())
  const [[served]] = (await Promise.all([arrival, once(client, 'connect')])) as [[Socket], unknown]
  return { server, client, served }
}

/** What Node says of a connection whose request has not come whole in time. */
const tooLate = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

async function allThatComes(client: Socket): Promise<string> {
  const pieces: string[] = []
  client.on('data', (piece) => pieces.push(String(piece)))
  await once(client, 'close')
  return pieces.join('')
}

test('a connection on which nobody has spoken is closed without a word', async (t) => {
  const { server, client, served } = await openConnection(t)
  server.emit('clientError', tooLate, served)
  assert.equal(await allThatComes(client), '')
})

test('whoever speaks at the last moment is served', async (t) => {
  const { server, client, served } = await openConnection(t)
  const coming = allThatComes(client)
  // As from the timer by which Node notices silence: what has just arrived is read before the turn is over.
  await nextTurn()
  client.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  assert.equal(served.bytesRead, 0)
  server.emit('clientError', tooLate, served)
  assert.match(await coming, /^HTTP\/1\.1 200 OK[\s\S]*served$/)
})

test('whoever has begun a request and lets it hang is told so', async (t) => {
  const { server, client, served } = await openConnection(t)
  const coming = allThatComes(client)
  client.write('GET / HTTP/1.1\r\nho')
  while (served.bytesRead === 0) await nextTurn()
  server.emit('clientError', tooLate, served)
  assert.match(await coming, /^HTTP\/1\.1 400 Bad Request[\s\S]*did not arrive in time/)
})
