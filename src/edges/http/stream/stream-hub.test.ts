import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { request } from 'undici'
import type { EventFeed, FeedEvent } from '../../../story/incident/event-feed.ts'
import { StreamHub } from './stream-hub.ts'

const LOG = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

test('a reader whose catching up fails with the store is let go, so that it comes back', async (t) => {
  const feed = feedOf([event(1n), event(2n)])
  const url = await serve(t, feed)
  // Somebody who is up to date, so that whoever comes with an older id has to catch up first.
  const other = await request(url, { headers: { 'last-event-id': '2' } })
  t.after(() => other.body.on('error', () => 'Hung up on.').destroy())
  feed.read = async () => {
    throw new Error('The store is away.')
  }
  const reader = await request(url, { headers: { 'last-event-id': '1' } })
  assert.doesNotMatch(await reader.body.text(), /^id:/m)
})

function event(id: bigint): FeedEvent {
  const incident = { incidentId: 'INC-20260101-001', status: 'pending', title: 'Disk', severity: 'high' } as const
  return { ...incident, id: String(id), kind: 'alert_received', at: new Date(0), data: {} }
}

function feedOf(events: FeedEvent[]): EventFeed {
  const last = BigInt(events.at(-1)?.id ?? 0)
  return {
    settledUpTo: async () => last,
    start: async () => ({ after: last, last, awaited: new Set() }),
    read: async (after, upTo) => events.filter(({ id }) => BigInt(id) > after && BigInt(id) <= upTo),
  }
}

async function serve(t: TestContext, feed: EventFeed): Promise<string> {
  const hub = new StreamHub({ feed, log: LOG })
  t.after(() => hub.close())
  const server = createServer((asked, answer) => {
    // As a route does whose answer was taken over: what fails here nobody hears.
    hub.join(answer, BigInt(String(asked.headers['last-event-id'])), () => {}).catch(() => {})
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
