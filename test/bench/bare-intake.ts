/**
 * What intake costs at least: node:http as it comes, and the rows of all requests that wait committed together, in one
 * statement, into the same tables: the same rows, with keys as scattered as digests are. It looks nothing up, joins nothing
 * and judges nothing. `bare-intake.ts <database> <day>`
 */
import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { whenParentGone } from '../../src/edges/embedded/parent-watch.ts'
import { connectionConfig } from '../../src/edges/store/database.ts'
import { SEVERITY_RANK, type Severity } from '../../src/story/incident/severity.ts'

type Alert = { id: string; key: string; message: string; metadata: { severity: Severity } }
type Waiting = { alert: Alert; answer: ServerResponse }

const [url = '', day = ''] = process.argv.slice(2)
const COMMITS_AT_ONCE = 2
const pool = new pg.Pool({ ...connectionConfig(url), max: COMMITS_AT_ONCE })
/** Far above what the service gives out, so that the two never meet. */
let number = 100_000_000
let waiting: Waiting[] = []
let committing = 0

const COMMIT = {
  name: 'commit',
  text: `
    WITH given AS (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::text[], $7::text[], $8::text[])
        AS given (id, key, message, severity, rank, labels, details, event), (SELECT firebreak_now() AS now OFFSET 0) AS moment),
    claimed AS (INSERT INTO alert_keys (key, incident_id) SELECT key, id FROM given),
    opened AS (
      INSERT INTO incidents (id, title, description, severity, severity_rank, category, source, fingerprint, sender_id, chat_id, reports_clearing, created_at, updated_at)
      SELECT id, message, message, severity, rank, 'kubernetes', 'api', key, '', '', false, now, now FROM given RETURNING id, seq),
    texts AS (INSERT INTO incident_texts (seq, text) SELECT seq, lower(concat_ws(E'\\n', id, message, message, '')) FROM opened JOIN given USING (id)),
    events AS (INSERT INTO incident_events (incident_id, kind, status, data, at) SELECT id, 'alert_received', 'pending', event, now FROM given),
    members AS (INSERT INTO incident_alerts (incident_id, key, state, name, labels, annotations, first_seen_at, last_seen_at) SELECT id, key, 'firing', message, labels, '{}', now, now FROM given)
    INSERT INTO alerts (incident_id, dialect, state, sender_id, message, details, received_at) SELECT id, 'plain', 'firing', '', message, details, now FROM given`,
}

const server = createServer((request, answer) => {
  void readBody(request).then((body) => {
    number += 1
    const ours = { id: `INC-${day}-${number}`, key: hash('sha256', body).slice(0, 32) }
    waiting.push({ alert: { ...(JSON.parse(body) as Alert), ...ours }, answer })
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
  const alerts = group.map(({ alert }) => alert)
  const values = [
    alerts.map(({ id }) => id),
    alerts.map(({ key }) => key),
    alerts.map(({ message }) => message),
    alerts.map(({ metadata }) => metadata.severity),
    alerts.map(({ metadata }) => SEVERITY_RANK[metadata.severity]),
    alerts.map(({ metadata }) => JSON.stringify(metadata)),
    alerts.map(({ metadata }) => JSON.stringify({ labels: metadata, metadata })),
    alerts.map(({ message }) => JSON.stringify({ message, sender_id: '' })),
  ]
  const status = await pool.query({ ...COMMIT, values }).then(
    () => 202,
    () => 500,
  )
  for (const { answer, alert } of group) {
    const body = JSON.stringify({ success: status === 202, data: { incident_id: alert.id, status: 'accepted' } })
    answer.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
  }
}

server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
const end = () => process.exit(0)
process.once('SIGTERM', end)
whenParentGone(end)
