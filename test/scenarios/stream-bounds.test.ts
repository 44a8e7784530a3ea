/** A reader that hangs, a reader that comes back from far behind, a store that goes away: what the stream does about each. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { inTransaction } from '../../src/edges/store/database.ts'
import { appendEvents } from '../../src/edges/store/event-records.ts'
import { createEventFeed } from '../../src/edges/store/feed-records.ts'
import { EventStream } from '../world/event-stream.ts'
import { eventually } from '../world/eventually.ts'
import { freshRecords, openIncident } from '../world/records.ts'
import { openStreamDoor } from '../world/stream-door.ts'

const AT_ONCE = 500

async function recordsWithIncident(t: TestContext) {
  const { database, url } = await freshRecords(t)
  const incidentId = await openIncident(database, { message: 'long story' })
  /** Notes on the one timeline there is; few at a time, for no statement may take long, on a busy machine either. */
  const write = async (count: number) => {
    for (let left = count; left > 0; left -= AT_ONCE)
      await inTransaction(database, (connection) =>
        appendEvents(
          connection,
          Array.from({ length: Math.min(left, AT_ONCE) }, (_, index) => ({
            incidentId,
            status: 'pending' as const,
            kind: 'note_added' as const,
            data: { by: 'test', text: `note ${index}` },
          })),
        ),
      )
  }
  return { url, database, write, feed: createEventFeed(database) }
}

/** Every number of the store, in order. */
async function stored(database: Awaited<ReturnType<typeof recordsWithIncident>>['database']): Promise<string[]> {
  return (await database.query<{ id: string }>('SELECT id FROM incident_events ORDER BY id')).rows.map(({ id }) => id)
}

test('a comment line is sent in every interval', async (t) => {
  const { feed } = await recordsWithIncident(t)
  const door = await openStreamDoor(t, { feed, heartbeatMs: 20 })
  const stream = await EventStream.open(t, door.address)
  await stream.until('three heartbeats have come', ({ comments }) => comments.length >= 4)
  assert.deepEqual(new Set(stream.comments.slice(1)), new Set([': still here']))
})

test('a reader that comes back from far behind gets everything, and nobody else is held up or dragged back', async (t) => {
  const { database, write, feed } = await recordsWithIncident(t)
  await write(12_000)
  const door = await openStreamDoor(t, { feed })
  const returning = await EventStream.open(t, door.address, { headers: { 'last-event-id': '0' } })
  const fresh = await EventStream.open(t, door.address)
  await write(3)
  door.hub.look()
  const all = await stored(database)
  await returning.until('the past has arrived', ({ ids }) => ids.length >= all.length, 120)
  await fresh.until('the present has arrived', ({ ids }) => ids.length >= 3)
  assert.deepEqual(returning.ids, all)
  assert.deepEqual(fresh.ids, all.slice(-3))
  assert.equal(returning.ended, undefined)
})

test('a reader that hangs while it catches up holds little, and ends with the hub', async (t) => {
  const { write, feed } = await recordsWithIncident(t)
  await write(60_000)
  const door = await openStreamDoor(t, { feed })
  const hanging = await EventStream.open(t, door.address, { headers: { 'last-event-id': '0' } })
  hanging.stall()
  const filled = () => door.answers.find((each) => each.writableNeedDrain)
  const answer = await eventually('the kernel takes no more', filled, 120)
  assert.ok(answer.writableLength < 128 * 1024, `${answer.writableLength} bytes wait`)
  assert.equal(door.hub.readers, 1)
  door.hub.close()
  await eventually('the reader is let go', () => answer.destroyed)
})

test('a reader that hangs while news comes is cut off, comes back and misses nothing', async (t) => {
  const { database, write, feed } = await recordsWithIncident(t)
  const door = await openStreamDoor(t, { feed })
  const hanging = await EventStream.open(t, door.address)
  hanging.stall()
  const healthy = await EventStream.open(t, door.address)
  const [answer] = door.answers
  let [most, sent] = [0, 0]
  const burst = async () => {
    await write(2_000)
    sent += 2_000
    door.hub.look()
    await healthy.until('the healthy one keeps up', ({ ids }) => ids.length === sent)
    most = Math.max(most, answer?.writableLength ?? 0)
    return answer?.destroyed === true
  }
  await eventually('the hanging one is cut off', burst, 120)
  assert.ok(most < 512 * 1024, `${most} bytes waited`)
  await eventually('its place is free', () => door.hub.readers === 1)
  hanging.resume()
  await hanging.until('it notices', ({ ended }) => ended !== undefined)
  const again = await EventStream.open(t, door.address, { headers: { 'last-event-id': hanging.ids.at(-1) ?? '1' } })
  const all = (await stored(database)).slice(1)
  await again.until('the rest has arrived', ({ ids }) => hanging.ids.length + ids.length >= all.length, 120)
  assert.deepEqual([...hanging.ids, ...again.ids], all)
  await healthy.until('the healthy one has all', ({ ids }) => ids.length >= all.length)
  assert.deepEqual(healthy.ids, all)
})

test('a store that goes away while a reader catches up ends that reader’s answer, so that it comes back', async (t) => {
  const { write, feed } = await recordsWithIncident(t)
  await write(10)
  const failing = { ...feed, read: () => Promise.reject(new Error('away')) }
  const door = await openStreamDoor(t, { feed: failing })
  const stream = await EventStream.open(t, door.address, { headers: { 'last-event-id': '0' } })
  await stream.until('the answer ends', ({ ended }) => ended === true)
  await eventually('nobody is left', () => door.hub.readers === 0)
})

test('a number given by a reader does not make others miss what is still being written', async (t) => {
  const { database, write, feed } = await recordsWithIncident(t)
  const writer = await database.connect()
  await writer.query('BEGIN')
  const { rows } = await database.query<{ id: string }>('SELECT id FROM incidents')
  const event = { incidentId: rows[0]?.id ?? '', status: 'pending' as const, kind: 'note_added' as const }
  await appendEvents(writer, [{ ...event, data: { by: 'slow', text: 'late' } }])
  await write(5)
  const ahead = (await stored(database)).at(-1) ?? ''
  const door = await openStreamDoor(t, { feed })
  const boasting = await EventStream.open(t, door.address, { headers: { 'last-event-id': ahead } })
  await eventually('it is among the readers', () => door.hub.readers === 1)
  const honest = await EventStream.open(t, door.address)
  await writer.query('COMMIT')
  writer.release()
  await write(1)
  door.hub.look()
  await honest.until('both have arrived', ({ ids }) => ids.length >= 2)
  await boasting.until('the last one has arrived', ({ ids }) => ids.length >= 1)
  const all = await stored(database)
  assert.deepEqual(honest.ids, [all[1], all.at(-1)])
  assert.deepEqual(boasting.ids, [all.at(-1)])
})

test('a reader that hangs up before it was let in leaves nothing behind', async (t) => {
  const { feed } = await recordsWithIncident(t)
  const door = await openStreamDoor(t, { feed })
  for (let index = 0; index < 20; index += 1)
    (await EventStream.open(t, door.address, { headers: { 'last-event-id': '0' } })).close()
  await eventually('nobody is left', () => door.hub.readers === 0)
})
