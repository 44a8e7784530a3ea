import type { ApiKeyRecord } from '../../guidance/access/api-key.ts'
import type { KeyStore } from '../../guidance/access/key-store.ts'
import type { Role } from '../../guidance/access/role.ts'
import { appendAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { beginChange, loadIfChanged } from './generation-records.ts'
import type { RowSeal } from './row-seal.ts'

type Row = {
  id: string
  name: string
  role: Role
  secret_hash: Buffer
  created_at: Date
  created_by: string
  revoked_at: Date | null
  mac: Buffer | null
}

export function createKeyStore(database: Database): KeyStore {
  return {
    load: (known) => loadIfChanged(database, 'api_keys', known, () => listKeys(database)),
    add: (key, by) =>
      inTransaction(database, async (connection) => {
        await beginChange(connection, 'api_keys')
        const { rows } = await connection.query<Row>(
          'INSERT INTO api_keys (id, name, role, secret_hash, created_by) VALUES ($1, $2, $3, $4, $5) RETURNING *',
          [key.id, key.name, key.role, key.secretHash, by],
        )
        await appendAudit(connection, {
          actor: by,
          action: 'key.created',
          target: key.id,
          details: { name: key.name, role: key.role },
        })
        const [row] = rows as [Row]
        await sealRow(connection, row)
        return { ...readRow(row, connection.seal), isGenuine: true }
      }),
    revoke: (id, by) =>
      inTransaction(database, async (connection) => {
        await beginChange(connection, 'api_keys')
        const { rows } = await connection.query<Row>('SELECT * FROM api_keys WHERE id = $1 FOR UPDATE', [id])
        if (!rows[0]) return false
        if (rows[0].revoked_at) return true
        const revoked = await connection.query<Row>(
          'UPDATE api_keys SET revoked_at = firebreak_now() WHERE id = $1 RETURNING *',
          [id],
        )
        // A row that was not ours does not become ours by being revoked.
        if (readRow(rows[0], connection.seal).isGenuine) await sealRow(connection, revoked.rows[0] as Row)
        await appendAudit(connection, { actor: by, action: 'key.revoked', target: id, details: { name: rows[0].name } })
        return true
      }),
  }
}

export async function listKeys(database: Database): Promise<ApiKeyRecord[]> {
  const { rows } = await database.query<Row>('SELECT * FROM api_keys ORDER BY created_at, id')
  return rows.map((row) => readRow(row, database.seal))
}

/** All that decides what the key may do, and until when. */
function contentOf({ id, name, role, secret_hash, created_by, revoked_at }: Row) {
  const revoked = revoked_at?.toISOString() ?? null
  return { id, name, role, created_by, secret_hash: secret_hash.toString('hex'), revoked_at: revoked }
}

async function sealRow(connection: Connection, row: Row): Promise<void> {
  const mac = connection.seal.macOf('api_keys', contentOf(row))
  await connection.query('UPDATE api_keys SET mac = $2 WHERE id = $1', [row.id, mac])
}

/** For rows of the time before, or of another key; answers which. */
export async function sealKeys(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<Row>('SELECT * FROM api_keys ORDER BY id FOR UPDATE')
  const unsealed = rows.filter((row) => !connection.seal.isGenuine('api_keys', contentOf(row), row.mac))
  for (const row of unsealed) await sealRow(connection, row)
  return unsealed.map(({ id }) => id)
}

function readRow(row: Row, seal: RowSeal): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    secretHash: row.secret_hash,
    createdAt: row.created_at,
    createdBy: row.created_by,
    revokedAt: row.revoked_at ?? undefined,
    isGenuine: seal.isGenuine('api_keys', contentOf(row), row.mac),
  }
}
