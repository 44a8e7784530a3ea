/** The store's own functions in a test's hand, for moves that no endpoint makes yet and for time that must pass. */
import type { TestContext } from 'node:test'
import { createAlertStore } from '../../src/edges/store/alert-records.ts'
import { type Database, inTransaction, openDatabase } from '../../src/edges/store/database.ts'
import { type Move, moveIncident } from '../../src/edges/store/incident-moves.ts'
import { IncidentNumbers } from '../../src/edges/store/incident-numbers.ts'
import { NO_HOLD } from '../../src/edges/store/rhythm-records.ts'
import { createRunStore } from '../../src/edges/store/run-records.ts'
import { createSilenceStore } from '../../src/edges/store/silence-records.ts'
import { SilenceDesk } from '../../src/guidance/silences/silence-desk.ts'
import { readAlert } from '../../src/story/alert/read-alert.ts'
import type { NewEvent } from '../../src/story/incident/incident-event.ts'
import type { Status } from '../../src/story/incident/lifecycle.ts'
import { createSealer } from '../../src/story/incident/proposal.ts'
import type { RunStore } from '../../src/story/workflow/run-store.ts'
import { migratedDatabase } from './stores.ts'

export const SILENT_LOG = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** A database of the test's own with our tables in it, and no service on it. */
export async function freshRecords(t: TestContext, secretKey?: string): Promise<{ url: string; database: Database }> {
  const { url } = await migratedDatabase(t)
  return { url, database: openRecords(t, url, secretKey) }
}

export function openRecords(t: TestContext, url: string, secretKey?: string): Database {
  const database = openDatabase({ url, log: SILENT_LOG, secretKey })
  t.after(() => database.close())
  return database
}

export function silencesOf(database: Database): SilenceDesk {
  const clock = { now: () => new Date() }
  const store = createSilenceStore({ database, log: SILENT_LOG, onCommit: () => {} })
  return new SilenceDesk({ store, clock, log: SILENT_LOG, isStoreAway: () => false })
}

/** Opens an incident in the store, with no service on it. */
export async function openIncident(database: Database, body: unknown): Promise<string> {
  const numbers = new IncidentNumbers(database, { now: () => new Date() })
  const alert = readAlert(body, { senderIsAlertBot: false, via: 'api' })
  const [accepted] = await createAlertStore({
    database,
    numbers,
    silences: silencesOf(database),
    holds: async () => NO_HOLD,
  }).accept([alert])
  return accepted?.incidentId ?? ''
}

const REPORTED: NewEvent = { kind: 'note_added', data: { by: 'test', text: 'moved' } }

/** Moves an incident through the given states, one after the other; the first is the one it is in. */
export async function walk(database: Database, incidentId: string, ...way: Status[]): Promise<void> {
  for (const [index, to] of way.slice(1).entries()) await move(database, { incidentId, from: way[index] as Status, to })
}

export async function move(database: Database, wanted: Omit<Move, 'event'> & { event?: NewEvent }): Promise<void> {
  const isMoved = await inTransaction(database, (connection) =>
    moveIncident(connection, { event: REPORTED, ...wanted }),
  )
  if (!isMoved) throw new Error(`${wanted.incidentId} is not ${wanted.from}.`)
}

/** Lets time pass for everyone who asks the one clock. */
export async function letPass(database: Database, interval: string): Promise<void> {
  await database.query('UPDATE clock_shift SET shift = shift + $1::interval', [interval])
}

const DAY_MS = 86_400_000

/** Until the next noon in UTC. What is told by the day begins there, so that no midnight falls into the test. */
export function untilNoonMs(): number {
  return (1.5 * DAY_MS - (Date.now() % DAY_MS)) % DAY_MS
}

/** Runs with a key of the test's own for digests and seals. */
export function createRuns(database: Database): RunStore {
  return createRunStore({ database, sealer: createSealer('a key of the test') })
}
