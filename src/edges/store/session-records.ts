import { IDLE_MINUTES, LIFE_HOURS, type SessionRecord, type SessionStore } from '../../guidance/access/session.ts'
import { appendAudit } from './audit-records.ts'
import { type Database, inTransaction, TRIFLE_WITHIN_MS } from './database.ts'

/** Every request noting its time would be a write for each read; a minute is exact enough for half an hour. */
const NOTE_EVERY_SECONDS = 60

const HAS_ENDED = `(expires_at <= firebreak_now() OR seen_at <= firebreak_now() - interval '${IDLE_MINUTES} minutes')`

type Row = { key_id: string; key_binding: Buffer; expires_at: Date; is_note_due: boolean; mac: Buffer | null }

export function createSessionStore(database: Database): SessionStore {
  return {
    open: ({ idHash, keyId, keyBinding }, { name, address }) =>
      inTransaction(database, async (connection) => {
        const { rows } = await connection.query<{ expires_at: Date }>(
          `INSERT INTO sessions (id_hash, key_id, key_binding, mac, expires_at)
           VALUES ($1, $2, $3, $4, firebreak_now() + interval '${LIFE_HOURS} hours') RETURNING expires_at`,
          [idHash, keyId, keyBinding, connection.seal.macOf('sessions', contentOf(idHash, keyId, keyBinding))],
        )
        await appendAudit(connection, { actor: name, action: 'session.opened', target: keyId, details: { address } })
        return rows[0]?.expires_at as Date
      }),
    find: (idHash) => findSession(database, idHash),
    async noteUse(idHash) {
      await database.query('UPDATE sessions SET seen_at = firebreak_now() WHERE id_hash = $1', [idHash])
    },
    end: (idHash, by) =>
      inTransaction(database, async (connection) => {
        const { rows } = await connection.query<{ key_id: string }>(
          'DELETE FROM sessions WHERE id_hash = $1 RETURNING key_id',
          [idHash],
        )
        if (!rows[0]) return
        await appendAudit(connection, { actor: by, action: 'session.ended', target: rows[0].key_id, details: {} })
      }),
    noteFailures: (failures) =>
      inTransaction(database, (connection) =>
        appendAudit(connection, { actor: 'nobody', action: 'session.refused', target: 'session', details: failures }),
      ),
  }
}

async function findSession(database: Database, idHash: Buffer): Promise<SessionRecord | undefined> {
  const question = {
    name: 'session',
    text: `SELECT key_id, key_binding, expires_at, mac,
                  seen_at <= firebreak_now() - interval '${NOTE_EVERY_SECONDS} seconds' AS is_note_due
             FROM sessions WHERE id_hash = $1 AND NOT ${HAS_ENDED}`,
    values: [idHash],
    query_timeout: TRIFLE_WITHIN_MS,
  }
  const { rows } = await database.query<Row>(question)
  const [row] = rows
  const isOurs = row && database.seal.isGenuine('sessions', contentOf(idHash, row.key_id, row.key_binding), row.mac)
  return isOurs
    ? {
        keyId: row.key_id,
        keyBinding: row.key_binding,
        expiresAt: row.expires_at,
        isNoteDue: row.is_note_due,
      }
    : undefined
}

/** A key's hash is in the database: who can write there could else bind a session of his own making to it. */
function contentOf(idHash: Buffer, keyId: string, keyBinding: Buffer) {
  return { id_hash: idHash.toString('hex'), key_id: keyId, key_binding: keyBinding.toString('hex') }
}

/** Answers 0: once is enough. */
export async function forgetSessions(database: Database): Promise<number> {
  await database.query(
    `DELETE FROM sessions WHERE ${HAS_ENDED} OR key_id IN (SELECT id FROM api_keys WHERE revoked_at IS NOT NULL)`,
  )
  return 0
}
