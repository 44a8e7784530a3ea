/** What the platform delivered. A delivery is known by several keys, and one that was seen makes it a repeat. */
import type { ChatInbox } from '../../story/conversation/chat-store.ts'
import { type Connection, type Database, inTransaction } from './database.ts'

/** Whoever took a delivery this long ago and has not answered has died over it. */
const UNDER_WAY_SECONDS = 15

export function createChatInbox(database: Database): ChatInbox {
  return {
    async take(keys) {
      try {
        await inTransaction(database, (connection) => claim(connection, [...keys].sort()))
        return 'ours'
      } catch (error) {
        if (!(error instanceof SeenBefore)) throw error
        return earlierAnswer(database, keys)
      }
    },
    async keep(keys, answer) {
      await database.query('UPDATE chat_inbox SET answer = $2 WHERE key = ANY($1)', [keys, answer])
    },
    async putBack(keys) {
      await database.query('DELETE FROM chat_inbox WHERE key = ANY($1) AND answer IS NULL', [keys])
    },
  }
}

/** Rolls back what was claimed together with the key that others hold. */
class SeenBefore extends Error {}

async function claim(connection: Connection, keys: readonly string[]): Promise<void> {
  const { rowCount } = await connection.query(
    `INSERT INTO chat_inbox AS held (key) SELECT unnest($1::text[])
     ON CONFLICT (key) DO UPDATE SET at = firebreak_now()
       WHERE held.answer IS NULL AND held.at < firebreak_now() - make_interval(secs => $2)`,
    [keys, UNDER_WAY_SECONDS],
  )
  if (rowCount !== keys.length) throw new SeenBefore()
}

async function earlierAnswer(database: Database, keys: readonly string[]): Promise<'under way' | { answer: string }> {
  const { rows } = await database.query<{ answer: string }>(
    'SELECT answer FROM chat_inbox WHERE key = ANY($1) AND answer IS NOT NULL LIMIT 1',
    [keys],
  )
  return rows[0] ?? 'under way'
}

const KEPT_DAYS = 30

/** Answers 0: once is enough. */
export async function forgetCallbacks(database: Database): Promise<number> {
  await database.query('DELETE FROM chat_inbox WHERE at < firebreak_now() - make_interval(days => $1)', [KEPT_DAYS])
  await database.query(
    `DELETE FROM chat_outbox WHERE incident_id IS NULL AND created_at < firebreak_now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  )
  await database.query(
    `DELETE FROM chat_storms WHERE joined_at < firebreak_now() - make_interval(days => $1)
        AND NOT EXISTS (SELECT FROM chat_cards WHERE storm_id = chat_storms.id)`,
    [KEPT_DAYS],
  )
  return 0
}
