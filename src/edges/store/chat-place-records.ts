/** Places in a chat: so many new cards in a minute, and one summary for all the others. */
import type { DueCard, Placing } from '../../story/conversation/chat-store.ts'
import type { Connection } from './database.ts'

const PLACES_PER_MINUTE = 10

export async function placeCard(
  connection: Connection,
  card: DueCard,
  { chatId, mustBeOwn }: { chatId: string; mustBeOwn: boolean },
): Promise<Placing> {
  const { incidentId, wanted } = card
  if (!(await isStillToPost(connection, card))) return 'spoken for'
  // Who counts the places of a chat must be the only one who takes them.
  await connection.query(`SELECT pg_advisory_xact_lock(hashtext('firebreak places in ' || $1))`, [chatId])
  const { rows } = await connection.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM chat_cards WHERE chat_id = $1 AND placed_at > firebreak_now() - interval '1 minute'`,
    [chatId],
  )
  if (mustBeOwn || (rows[0]?.count ?? 0) < PLACES_PER_MINUTE) {
    await connection.query(
      // What is wanted by now may be more than what was read to be shown.
      `UPDATE chat_cards SET chat_id = $2, placed_at = coalesce(placed_at, firebreak_now()), offered = coalesce(offered, $3)
        WHERE incident_id = $1`,
      [incidentId, chatId, wanted],
    )
    return 'own'
  }
  const storm = await joinStorm(connection, chatId)
  await connection.query('UPDATE chat_cards SET chat_id = $2, storm_id = $3 WHERE incident_id = $1', [
    incidentId,
    chatId,
    storm,
  ])
  return { stormId: storm }
}

/** Since it was read it may have become a part, or another's message its own; locked, so that none does from here on. */
async function isStillToPost(connection: Connection, { incidentId, generation }: DueCard): Promise<boolean> {
  const { rowCount } = await connection.query(
    `SELECT FROM chat_cards WHERE incident_id = $1 AND generation = $2 AND message_id = '' AND sent < wanted FOR UPDATE`,
    [incidentId, generation],
  )
  return rowCount === 1
}

/** A storm lasts until a minute has passed without a new incident. */
async function joinStorm(connection: Connection, chatId: string): Promise<string> {
  const joined = await connection.query<{ id: string }>(
    `UPDATE chat_storms SET joined_at = firebreak_now()
      WHERE id = (SELECT id FROM chat_storms WHERE chat_id = $1 AND joined_at > firebreak_now() - interval '1 minute'
                   ORDER BY joined_at DESC LIMIT 1)
    RETURNING id`,
    [chatId],
  )
  if (joined.rows[0]) return joined.rows[0].id
  const begun = await connection.query<{ id: string }>('INSERT INTO chat_storms (chat_id) VALUES ($1) RETURNING id', [
    chatId,
  ])
  return begun.rows[0]?.id ?? ''
}
