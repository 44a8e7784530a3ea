/** Writers commit in any order, readers come and go between two instances: each gets everything, in order, once. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Database } from '../../src/edges/store/database.ts'
import { appendEvents } from '../../src/edges/store/event-records.ts'
import { post } from '../world/alerts.ts'
import { EventStream } from '../world/event-stream.ts'
import { openIncident, openRecords } from '../world/records.ts'
import { startTestService, type TestService } from '../world/service.ts'
import { openSql } from '../world/sql.ts'
import { migratedDatabase, redisUrl } from '../world/stores.ts'

async function startTwo(t: TestContext, REDIS_URL: string) {
  const { url } = await migratedDatabase(t)
  const environment = { DATABASE_URL: url, DIAGNOSIS_CONCURRENCY: '0', REDIS_URL }
  const services = [await startTestService(t, { environment }), await startTestService(t, { environment })] as const
  return { url, services, database: openRecords(t, url) }
}

function any(upTo: number): number {
  return Math.floor(Math.random() * upTo)
}

/** A transaction that takes its numbers early and ends after an unforeseeable time, now and then without a commit. */
async function writeSlowly(database: Database, incidentId: string): Promise<void> {
  const connection = await database.connect()
  const event = { incidentId, status: 'pending', kind: 'note_added', data: { by: 'writer', text: '' } } as const
  const dawdle = async () => {
    for (let turn = any(12); turn > 0; turn -= 1) await connection.query('SELECT 1')
  }
  try {
    await connection.query('BEGIN')
    for (let part = any(3); part >= 0; part -= 1) {
      await dawdle()
      await appendEvents(
        connection,
        Array.from({ length: 1 + any(3) }, () => event),
      )
    }
    await dawdle()
    await connection.query(any(8) === 0 ? 'ROLLBACK' : 'COMMIT')
  } finally {
    connection.release()
  }
}

/** Reads a while on one instance, hangs up, and goes on at another from its last number, until it has `wanted` of them. */
async function follow(
  t: TestContext,
  services: readonly TestService[],
  first: EventStream,
  isAll: (ids: string[]) => boolean,
) {
  const ids: string[] = []
  let stream = first
  for (;;) {
    const enough = 1 + any(40)
    const { length } = ids
    await stream.until('more has come', (now) => now.ids.length >= enough || isAll([...ids, ...now.ids]))
    stream.close()
    ids.push(...stream.ids)
    if (isAll(ids)) return ids
    assert.ok(ids.length > length)
    const headers = { 'last-event-id': ids.at(-1) ?? '' }
    stream = await EventStream.open(t, services[any(2)]?.address ?? '', { headers })
  }
}

test('every reader gets every event in order and once, however writers and readers come and go', async (t) => {
  const REDIS_URL = redisUrl(t)
  if (REDIS_URL === undefined) return
  const { services, database } = await startTwo(t, REDIS_URL)
  const incidentId = await openIncident(database, { message: 'busy' })
  const begin = (service: TestService) => EventStream.open(t, service.address)
  const streams = await Promise.all([...services, ...services].map(begin))
  let stored: string[] | undefined
  const isAll = (ids: string[]) => stored !== undefined && ids.length >= stored.length
  const readers = streams.map((stream) => follow(t, services, stream, isAll))
  for (let round = 0; round < 25; round += 1) {
    await Promise.all(Array.from({ length: 12 }, () => writeSlowly(database, incidentId)))
    await post(services[any(2)] as TestService, { message: `round ${round}` })
  }
  const { rows } = await database.query<{ id: string }>('SELECT id FROM incident_events ORDER BY id OFFSET 1')
  stored = rows.map(({ id }) => id)
  assert.ok(stored.length > 500)
  for (const ids of await Promise.all(readers)) assert.deepEqual(ids, stored)
})

test('readers that begin while writers are busy get all that commits after their headers', async (t) => {
  const { services, database } = await startTwo(t, 'redis://127.0.0.1:1')
  const incidentId = await openIncident(database, { message: 'busy' })
  let isBusy = true
  const busy = Array.from({ length: 8 }, async () => {
    while (isBusy) await writeSlowly(database, incidentId)
  })
  const streams: { stream: EventStream; mark: string }[] = []
  for (let index = 0; index < 8; index += 1) {
    const stream = await EventStream.open(t, services[index % 2]?.address ?? '')
    const mark = await openIncident(database, { message: `mark ${index}` })
    streams.push({ stream, mark })
  }
  isBusy = false
  await Promise.all(busy)
  const last = await openIncident(database, { message: 'the end' })
  const { rows } = await database.query<{ id: string; incident_id: string }>(
    'SELECT id, incident_id FROM incident_events ORDER BY id',
  )
  for (const { stream, mark } of streams) {
    await stream.until('the end has come', ({ messages }) => messages.at(-1)?.data.id === last)
    const from = rows.findIndex(({ incident_id }) => incident_id === mark)
    const sure = rows.slice(from).map(({ id }) => id)
    assert.deepEqual(stream.ids.slice(-sure.length), sure)
    assert.equal(new Set(stream.ids).size, stream.ids.length)
    assert.deepEqual(
      stream.ids,
      stream.ids.toSorted((one, other) => Number(one) - Number(other)),
    )
  }
})

test('a transaction of somebody else that stays open in the same database holds nothing up', async (t) => {
  const { url, services } = await startTwo(t, 'redis://127.0.0.1:1')
  const foreign = await openSql(url)
  t.after(() => foreign.end())
  await foreign.query('CREATE TABLE public.theirs (id int)')
  await foreign.query('BEGIN')
  await foreign.query('INSERT INTO public.theirs VALUES (1)')
  await foreign.query('SELECT pg_advisory_xact_lock(1)')
  const stream = await EventStream.open(t, services[0].address)
  await post(services[1], { message: 'while they wait' })
  await stream.until('it has come all the same', ({ messages }) => messages.length === 1)
  await foreign.query('ROLLBACK')
})
