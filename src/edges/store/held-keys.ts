/** Which incidents hold the keys that alerts are known by. */
import type { Holder } from '../../story/alert/plan-intake.ts'
import { isClosed, type Status } from '../../story/incident/lifecycle.ts'
import { anyLength } from './any-length.ts'
import type { Connection, Queryable } from './database.ts'

/** Keys and the incidents that hold them. */
export type HeldKeys = Map<string, string>

type Row = { key: string; incident_id: string }

export async function readKeys(queryable: Queryable, keys: string[]): Promise<HeldKeys> {
  const { rows } = await queryable.query<Row>({
    name: 'read-alert-keys',
    text: `SELECT key, incident_id FROM alert_keys WHERE key = ANY(${anyLength('$1')})`,
    values: [keys],
  })
  return heldKeysOf(rows)
}

export function heldKeysOf(rows: readonly Row[]): HeldKeys {
  return new Map(rows.map(({ key, incident_id }) => [key, incident_id]))
}

type HolderRow = { id: string; status: Status; seq: string; fingerprint: string }

/** As they are at the moment, held by no lock: for whoever makes sure of it later. One by one, as below. */
const HOLDERS = `
  SELECT key, holder.* FROM alert_keys,
    LATERAL (SELECT id, status, seq, fingerprint FROM incidents WHERE id = incident_id OFFSET 0) AS holder
   WHERE key = ANY(${anyLength('$1')})`

export async function readHolders(queryable: Queryable, keys: string[]): Promise<Map<string, Holder>> {
  const { rows } = await queryable.query<HolderRow & { key: string }>({
    name: 'read-key-holders',
    text: HOLDERS,
    values: [keys],
  })
  return new Map(rows.map((row) => [row.key, holderOf(row)]))
}

/** One by one: a plan for all at once that was made while there were few incidents would later read the whole table. */
const LOCK_IN_ORDER = `
  SELECT locked.* FROM unnest(${anyLength('$1')}) AS given (id),
    LATERAL (SELECT id, status, seq, fingerprint FROM incidents WHERE id = given.id FOR NO KEY UPDATE) AS locked`

/** The ids come in order, as whoever locks several gives them. */
export async function lockInOrder(connection: Connection, ids: readonly string[]): Promise<Map<string, Holder>> {
  const { rows } = await connection.query<HolderRow>({ name: 'lock-holders', text: LOCK_IN_ORDER, values: [ids] })
  return new Map(rows.map((row) => [row.id, holderOf(row)]))
}

function holderOf({ id, status, seq, fingerprint }: HolderRow): Holder {
  return { incidentId: id, isOpen: !isClosed(status), seq: BigInt(seq), fingerprint }
}
