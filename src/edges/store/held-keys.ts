import type { Queryable } from './database.ts'

/** Keys and the incidents that hold them. */
export type HeldKeys = Map<string, string>

type Row = { key: string; incident_id: string }

export async function readKeys(queryable: Queryable, keys: string[]): Promise<HeldKeys> {
  const { rows } = await queryable.query<Row>({
    name: 'read-alert-keys',
    text: 'SELECT key, incident_id FROM alert_keys WHERE key = ANY($1)',
    values: [keys],
  })
  return heldKeysOf(rows)
}

export function heldKeysOf(rows: readonly Row[]): HeldKeys {
  return new Map(rows.map(({ key, incident_id }) => [key, incident_id]))
}
