/** What handing out costs at least: node:http, one buffer written to every open answer. POST a message, GET them all. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'

const open = new Set<ServerResponse>()
let id = 0

const server = createServer((request, answer) => {
  if (request.method === 'POST') return void text(request).then((title) => handOut(title, answer))
  answer.useChunkedEncodingByDefault = false
  answer.writeHead(200, { 'content-type': 'text/event-stream', connection: 'close' })
  answer.write(': welcome\n\n')
  open.add(answer)
  answer.once('close', () => open.delete(answer))
})

function handOut(title: string, sender: ServerResponse): void {
  id += 1
  const data = JSON.stringify({ id: 'INC-20000101-001', title, severity: 'warning' })
  const bytes = Buffer.from(`id: ${id}\nevent: incident_created\ndata: ${data}\n\n`)
  for (const answer of open) answer.write(bytes)
  sender.end()
}

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
const end = () => process.exit(0)
process.once('SIGTERM', end)
whenParentGone(end)
