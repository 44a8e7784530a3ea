/** Takes a group of notifications in: one transaction, rows in key order, answered after its commit. */
import { isDeepStrictEqual } from 'node:util'
import { unavailable } from '../../problem.ts'
import type { Alert } from '../../story/alert/alert.ts'
import type { Accepted, AlertStore } from '../../story/alert/alert-store.ts'
import { type Holder, type IntakePlan, planIntake } from '../../story/alert/plan-intake.ts'
import { isClosed, type Status } from '../../story/incident/lifecycle.ts'
import { allDone, type Connection, type Database, inTransaction, type Queryable } from './database.ts'
import { type IncidentNumbers, idTaker } from './incident-numbers.ts'
import { clearMembers, saveFiringMembers } from './member-records.ts'
import { ONE_MOMENT } from './one-moment.ts'
import { KeysMovedMeanwhile, openIncidents } from './opened-records.ts'
import { countRepeats } from './repeat-records.ts'

const ATTEMPTS_MAX = 8

/** Keys and the incidents that hold them. */
type HeldKeys = Map<string, string>

export function createAlertStore({ database, numbers }: { database: Database; numbers: IncidentNumbers }): AlertStore {
  return { accept: (group) => acceptGroup(group, database, numbers) }
}

async function acceptGroup(group: readonly Alert[], database: Database, numbers: IncidentNumbers): Promise<Accepted[]> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const [block, seen] = await Promise.all([numbers.take(group.length), readKeys(database, keysOf(group))])
    const whole = [...block.numbers]
    try {
      const accepted = await inTransaction(database, (connection) => acceptIn(connection, group, seen, idTaker(block)))
      numbers.giveBack(block)
      return accepted
    } catch (error) {
      // Only where it is certain that nothing was committed: a lost connection may have taken the answer of a commit with it.
      if (error instanceof KeysMovedMeanwhile) numbers.giveBack({ ...block, numbers: whole })
      else if (!isNumberTaken(error)) throw error
    }
  }
  // The intake takes a group apart and hands its alerts in one by one; one alone can only come again.
  throw group.length > 1
    ? new KeysMovedMeanwhile()
    : unavailable('Too many alerts of the same kind arrive at once; send this one again.')
}

/** A store that crashed may have forgotten that it gave a number out, because that commit does not wait for the disk. */
function isNumberTaken(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === 'incidents_pkey'
}

async function acceptIn(
  connection: Connection,
  group: readonly Alert[],
  seen: HeldKeys,
  takeId: () => string,
): Promise<Accepted[]> {
  const held = await lockHolders(connection, group, seen)
  const plan = planIntake(group, held, takeId)
  const accepted = await nameUnknown(connection, group, plan)
  // Sent together and carried out in this order: a group waits for one answer of the store instead of four.
  await allDone([
    openIncidents(connection, plan),
    insertDeliveries(connection, group, accepted),
    countRepeats(connection, plan.repeats),
    saveFiringMembers(connection, plan.fired),
  ])
  await clearMembers(connection, plan.cleared)
  return accepted
}

function keysOf(group: readonly Alert[]): string[] {
  return [...new Set(group.flatMap(({ joinKeys, members }) => [...joinKeys, ...members.map(({ key }) => key)]))]
}

/**
 * Which incidents hold the group's keys. Whatever changes who holds a key does so under the lock of the incident's row,
 * and these are taken in order of id; so once they are ours and the keys still say the same, nothing moves under us.
 * A key that nobody held is claimed, and whoever claims it in the meantime is noticed there.
 */
async function lockHolders(
  connection: Connection,
  group: readonly Alert[],
  seen: HeldKeys,
): Promise<Map<string, Holder>> {
  if (seen.size === 0) return new Map()
  const [{ rows }, locked] = await Promise.all([
    connection.query<{ id: string; status: Status; seq: string }>({
      name: 'lock-holders',
      text: 'SELECT id, status, seq FROM incidents WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE',
      values: [[...new Set(seen.values())]],
    }),
    readKeys(connection, keysOf(group)),
  ])
  if (!isDeepStrictEqual(seen, locked)) throw new KeysMovedMeanwhile()
  const holders = new Map(
    rows.map(({ id, status, seq }) => [id, { incidentId: id, isOpen: !isClosed(status), seq: BigInt(seq) }]),
  )
  return new Map([...locked].map(([key, id]) => [key, holders.get(id) as Holder]))
}

async function readKeys(queryable: Queryable, keys: string[]): Promise<HeldKeys> {
  const { rows } = await queryable.query<{ key: string; incident_id: string }>({
    name: 'read-alert-keys',
    text: 'SELECT key, incident_id FROM alert_keys WHERE key = ANY($1)',
    values: [keys],
  })
  return new Map(rows.map((row) => [row.key, row.incident_id]))
}

/** A notification that found nobody holding its keys names the latest incident that ever stood for one of them. */
async function nameUnknown(connection: Connection, group: readonly Alert[], plan: IntakePlan): Promise<Accepted[]> {
  const accepted: Accepted[] = []
  for (const [index, answer] of plan.answers.entries()) {
    const { incidentId, outcome } = answer
    if (outcome !== 'unknown') accepted.push({ incidentId, outcome })
    else accepted.push({ incidentId: await latestIncident(connection, group[index] as Alert), outcome: 'nothing' })
  }
  return accepted
}

async function latestIncident(connection: Connection, { joinKeys }: Alert): Promise<string> {
  // The lock keeps retention from removing it before the delivery that names it is written.
  const { rows } = await connection.query<{ incident_id: string }>(
    `SELECT incident_id FROM incident_alerts JOIN incidents ON incidents.id = incident_id
      WHERE key = ANY($1) ORDER BY first_seen_at DESC LIMIT 1 FOR KEY SHARE OF incidents`,
    [joinKeys],
  )
  return rows[0]?.incident_id ?? ''
}

async function insertDeliveries(
  connection: Connection,
  group: readonly Alert[],
  accepted: readonly Accepted[],
): Promise<void> {
  await connection.query({
    name: 'insert-deliveries',
    text: `INSERT INTO alerts (incident_id, dialect, state, sender_id, message, details, received_at)
           SELECT nullif(incident_id, ''), dialect, state, sender_id, message, details, now
             FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
               AS delivery (incident_id, dialect, state, sender_id, message, details), ${ONE_MOMENT}`,
    values: [
      accepted.map(({ incidentId }) => incidentId),
      group.map(({ dialect }) => dialect),
      group.map(({ state }) => state),
      group.map(({ senderId }) => senderId),
      group.map(({ message }) => message),
      group.map(({ labels, metadata, sentAt }) => JSON.stringify({ labels, metadata, sent_at: sentAt })),
    ],
  })
}
