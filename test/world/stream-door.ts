/** The hub of the stream on a bare server, over the real store: for its heartbeats, its bounds and its faults. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { StreamHub } from '../../src/edges/http/stream/stream-hub.ts'
import type { EventFeed } from '../../src/story/incident/event-feed.ts'
import { SILENT_LOG } from './records.ts'

type Options = { feed: EventFeed; heartbeatMs?: number }

export async function openStreamDoor(t: TestContext, { feed, heartbeatMs }: Options) {
  const hub = new StreamHub({ feed, log: SILENT_LOG, ...(heartbeatMs === undefined ? {} : { heartbeatMs }) })
  const answers: ServerResponse[] = []
  const sockets: Socket[] = []
  const server = createServer((request, answer) => {
    answers.push(answer)
    const given = request.headers['last-event-id']
    void hub.join(answer, typeof given === 'string' ? BigInt(given) : undefined, () => {})
  })
  server.on('connection', (socket) => {
    sockets.push(socket)
    socket.on('error', () => 'A reader that was cut off.')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    hub.close()
    server.closeAllConnections()
    server.close()
  })
  return { hub, answers, sockets, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
