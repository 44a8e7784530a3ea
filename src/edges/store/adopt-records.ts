/**
 * Rows of the time before they were sealed: sealed once, when the migration that brought seals has just been applied, or when
 * somebody with the secret key at hand says so (`firebreak seal`). Never by itself later: a row without a seal would then be
 * one that a stranger put there.
 */
import { type AuditEntry, appendAudit, findBrokenAudit } from './audit-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { beginChange } from './generation-records.ts'
import { sealKeys } from './key-records.ts'
import type { SecretBox } from './secret-box.ts'
import { sealSettings } from './settings-records.ts'
import { sealSilences } from './silence-records.ts'

export const SEALING_MIGRATION = '0016_seals.sql'

export type Adopted = { keys: string[]; settings: string[]; silences: string[]; entries: number }

export function adoptRecords(database: Database, secretBox: SecretBox, by: string): Promise<Adopted> {
  return inTransaction(database, async (connection) => {
    await beginChange(connection, 'settings')
    await beginChange(connection, 'api_keys')
    await beginChange(connection, 'silences')
    const keys = await sealKeys(connection)
    const settings = await sealSettings(connection, secretBox)
    const silences = await sealSilences(connection)
    const entries = await countUnsealed(connection)
    if (keys.length + settings.length + silences.length + entries > 0)
      await appendAudit(connection, entryOf({ keys, settings, silences, entries }, by))
    return { keys, settings, silences, entries }
  })
}

/** From the first that does not count to the last. */
async function countUnsealed(connection: Connection): Promise<number> {
  const first = await findBrokenAudit(connection, connection.seal)
  if (first === undefined) return 0
  const { rows } = await connection.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM audit WHERE seq >= $1',
    [first],
  )
  return rows[0]?.count ?? 0
}

/** Its own seal vouches for what stands before it; see `findBrokenAudit`. */
function entryOf(details: Adopted, by: string): AuditEntry {
  return { actor: by, action: 'audit.sealed', target: 'store', details }
}
