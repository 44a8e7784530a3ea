/**
 * What a durable intake costs at least: node:http as it comes, the body parsed, one row for each request, and the rows of
 * all requests that wait committed together. It masks nothing, knows nothing again and opens nothing. `single-row.ts <database>`
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'
import { connectionConfig } from '../../src/edges/store/database.ts'

type Waiting = { body: string; answer: ServerResponse }

const COMMITS_AT_ONCE = 2
const pool = new pg.Pool({ ...connectionConfig(process.argv[2] ?? ''), max: COMMITS_AT_ONCE })
await pool.query(
  'CREATE TABLE IF NOT EXISTS single_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text)',
)
let waiting: Waiting[] = []
let committing = 0

const COMMIT = { name: 'commit', text: 'INSERT INTO single_rows (body) SELECT unnest($1::text[])' }

const server = createServer((request, answer) => {
  void readBody(request).then((body) => {
    JSON.parse(body)
    waiting.push({ body, answer })
    commitNext()
  })
})

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

function commitNext(): void {
  if (committing === COMMITS_AT_ONCE || waiting.length === 0) return
  committing += 1
  setImmediate(() => {
    const group = waiting
    waiting = []
    void commit(group).finally(() => {
      committing -= 1
      commitNext()
    })
  })
}

async function commit(group: Waiting[]): Promise<void> {
  const status = await pool.query({ ...COMMIT, values: [group.map(({ body }) => body)] }).then(
    () => 202,
    () => 500,
  )
  const body = JSON.stringify({ success: status === 202, data: { status: 'accepted' } })
  for (const { answer } of group)
    answer.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
const end = () => process.exit(0)
process.once('SIGTERM', end)
whenParentGone(end)
