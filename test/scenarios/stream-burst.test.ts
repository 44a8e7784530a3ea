/** More comes at once than a reader has taken: it is not cut off for it, and gets all of it when it reads on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../src/edges/store/database.ts'
import { appendEvents } from '../../src/edges/store/event-records.ts'
import { createEventFeed } from '../../src/edges/store/feed-records.ts'
import { EventStream } from '../world/event-stream.ts'
import { eventually } from '../world/eventually.ts'
import { freshRecords, openIncident } from '../world/records.ts'
import { openStreamDoor } from '../world/stream-door.ts'

const BATCH = 2_000

test('a reader that lags in a burst stays, and misses nothing', async (t) => {
  const { database } = await freshRecords(t)
  const incidentId = await openIncident(database, { message: 'burst' })
  const note = { incidentId, status: 'pending', kind: 'note_added', data: { by: 'test', text: 'on and on' } } as const
  const door = await openStreamDoor(t, { feed: createEventFeed(database) })
  const lagging = await EventStream.open(t, door.address)
  const other = await EventStream.open(t, door.address)
  lagging.stall()
  const [answer] = door.answers
  let sent = 0
  const burst = async () => {
    await inTransaction(database, (connection) =>
      appendEvents(
        connection,
        Array.from({ length: BATCH }, () => note),
      ),
    )
    door.hub.look()
    sent += BATCH
    await other.until('the other one has it', ({ ids }) => ids.length === sent)
  }
  await eventually('the kernel takes no more', async () => {
    await burst()
    return answer?.writableNeedDrain
  })
  for (let more = 0; more < 3; more += 1) await burst()
  assert.ok((answer?.writableLength ?? 0) < 256 * 1024, `${answer?.writableLength} bytes wait`)
  lagging.resume()
  await lagging.until('it has caught up', ({ ids }) => ids.length >= sent)
  await burst()
  await lagging.until('it is among the others again', ({ ids }) => ids.length >= sent)
  assert.deepEqual(lagging.ids, other.ids)
  assert.equal(lagging.ended, undefined)
})
