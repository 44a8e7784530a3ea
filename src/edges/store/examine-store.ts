/** What `firebreak doctor` asks of the relational store. */
import pg from 'pg'
import { findBrokenAudit } from './audit-records.ts'
import { connectionConfig } from './database.ts'
import { createRowSeal } from './row-seal.ts'

type StoreExamination = {
  version: string
  majorVersion: number
  mayCreate: boolean
  hasTrigrams: boolean
  /** The first entry of the audit trail that does not fit its chain. */
  brokenAudit: string | undefined
}

type Row = { version: string; number: number; may_create: boolean; trigrams: boolean; has_audit: boolean }

export async function examineStore(url: string, secretKey: string | undefined): Promise<StoreExamination> {
  const client = new pg.Client(connectionConfig(url))
  client.on('error', () => {}) // The query below fails with the same error and tells it.
  await client.connect()
  try {
    const { rows } = await client.query<Row>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
              has_database_privilege(current_database(), 'CREATE') AS may_create,
              EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS trigrams,
              EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass('audit') AND attname = 'mac') AS has_audit`,
    )
    const row = rows[0]
    if (!row) throw new Error('The relational store gave no answer.')
    const majorVersion = Math.floor(row.number / 10_000)
    const brokenAudit = row.has_audit ? await findBrokenAudit(client, createRowSeal(secretKey)) : undefined
    return { version: row.version, majorVersion, mayCreate: row.may_create, hasTrigrams: row.trigrams, brokenAudit }
  } finally {
    await client.end()
  }
}
