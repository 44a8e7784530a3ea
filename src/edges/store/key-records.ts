import type { ApiKeyRecord } from '../../guidance/access/api-key.ts'
import type { KeyStore } from '../../guidance/access/key-store.ts'
import type { Role } from '../../guidance/access/role.ts'
import { appendAudit } from './audit-records.ts'
import { type Database, inTransaction } from './database.ts'
import { beginChange, loadIfChanged } from './generation-records.ts'

type Row = {
  id: string
  name: string
  role: Role
  secret_hash: Buffer
  created_at: Date
  created_by: string
  revoked_at: Date | null
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
        return readRow(rows[0] as Row)
      }),
    revoke: (id, by) =>
      inTransaction(database, async (connection) => {
        await beginChange(connection, 'api_keys')
        const { rows } = await connection.query<Row>('SELECT * FROM api_keys WHERE id = $1 FOR UPDATE', [id])
        if (!rows[0]) return false
        if (rows[0].revoked_at) return true
        await connection.query('UPDATE api_keys SET revoked_at = firebreak_now() WHERE id = $1', [id])
        await appendAudit(connection, { actor: by, action: 'key.revoked', target: id, details: { name: rows[0].name } })
        return true
      }),
  }
}

async function listKeys(database: Database): Promise<ApiKeyRecord[]> {
  const { rows } = await database.query<Row>('SELECT * FROM api_keys ORDER BY created_at, id')
  return rows.map(readRow)
}

function readRow(row: Row): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    secretHash: row.secret_hash,
    createdAt: row.created_at,
    createdBy: row.created_by,
    revokedAt: row.revoked_at ?? undefined,
  }
}
