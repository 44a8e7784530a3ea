/** Cards: one row for each incident, which says what people should see and what they were shown. */

import type { CardStore, DueCard } from '../../story/conversation/chat-store.ts'
import type { NewEvent } from '../../story/incident/incident-event.ts'
import { tellOf } from './chat-events.ts'
import { placeCard } from './chat-place-records.ts'
import { type Connection, type Database, inTransaction } from './database.ts'
import { handOverCard, readLeader } from './part-records.ts'

type Row = {
  incident_id: string
  wanted: number
  generation: number
  message_id: string
  chat_id: string
  is_text: boolean
  has_own_place: boolean
  storm_id: string | null
  reply_to: string
  replaced_id: string
  attempts: number
  age: number
  failure: string | null
}

type Parts = { database: Database; onCommit: () => void }

export function createCardStore({ database, onCommit }: Parts): CardStore {
  const change = async (text: string, values: unknown[]) => void (await database.query(text, values))
  const tell = async (work: (connection: Connection) => Promise<void>) => {
    await inTransaction(database, work)
    onCommit()
  }
  const changeAndTell = (card: DueCard, events: readonly NewEvent[], text: string, values: unknown[]) =>
    tell((connection) => tellOf(connection, card.incidentId, events, () => connection.query(text, values)))
  return {
    due: (limit) => dueCards(database, limit),
    place: (card, place) => inTransaction(database, (connection) => placeCard(connection, card, place)),
    posted: (card, posted) => tell((connection) => notePosted(connection, card, posted)),
    updated: ({ incidentId, messageId, wanted }, { remindAt }) =>
      change(
        `UPDATE chat_cards SET sent = $3, attempts = 0, failure = NULL, remind_at = CASE WHEN wanted = $3 THEN $4::timestamptz END
          WHERE incident_id = $1 AND message_id = $2 AND sent < $3`,
        [incidentId, messageId, wanted, remindAt ?? null],
      ),
    retired: ({ incidentId, replacedId }) =>
      change(`UPDATE chat_cards SET replaced_id = '' WHERE incident_id = $1 AND replaced_id = $2`, [
        incidentId,
        replacedId,
      ]),
    renew: ({ incidentId, generation }) =>
      change(
        `${REMEMBER}
         UPDATE chat_cards SET generation = generation + 1, message_id = '', is_text = false, offered = NULL
          WHERE incident_id = $1 AND generation = $2`,
        [incidentId, generation],
      ),
    settle: (card) => change(SETTLE, settling(card)),
    leaveToSummary: (card, stormId) =>
      inTransaction(database, async (connection) => {
        await connection.query(SETTLE, settling(card))
        await connection.query(
          `UPDATE chat_storms SET wanted = wanted + 1, wanted_at = firebreak_now(), attempts = 0,
                  not_before = greatest(not_before, firebreak_now() + interval '2 seconds')
            WHERE id = $1`,
          [stormId],
        )
      }),
    postpone: ({ incidentId }, { delayMs, failure }) => change(POSTPONE, [incidentId, delayMs / 1000, failure]),
    holdBack: (card, { delayMs, failure }) =>
      changeAndTell(card, [failed(card, failure)], POSTPONE, [card.incidentId, delayMs / 1000, failure]),
    giveUp: (card, failure) => changeAndTell(card, [failed(card, failure)], SETTLE, settling(card)),
    find: async (incidentId) => {
      const { rows } = await database.query<Row>('SELECT chat_id, message_id FROM chat_cards WHERE incident_id = $1', [
        incidentId,
      ])
      return rows[0] && { chatId: rows[0].chat_id, messageId: rows[0].message_id }
    },
    showAgain: (incidentId, { chatId, replyTo }) =>
      change(
        `${REMEMBER}
         UPDATE chat_cards SET replaced_id = CASE WHEN is_text THEN '' ELSE message_id END, reply_to = $3, chat_id = $2,
                generation = generation + 1, message_id = '', is_text = false, offered = NULL, wanted = wanted + 1,
                wanted_at = firebreak_now(), attempts = 0, not_before = firebreak_now(), placed_at = firebreak_now()
          WHERE incident_id = $1`,
        [incidentId, chatId, replyTo],
      ),
    wantAgain: (incidentId) =>
      change(
        `UPDATE chat_cards SET wanted = wanted + 1, wanted_at = firebreak_now(), attempts = 0,
                not_before = firebreak_now() + interval '300 milliseconds'
          WHERE incident_id = $1`,
        [incidentId],
      ),
    incidentOf: (messageIds) => incidentOf(database, messageIds),
  }
}

function failed({ chatId }: DueCard, error: string): NewEvent {
  return { kind: 'chat_message_failed', data: { what: 'card', chat_id: chatId, error } }
}

async function notePosted(
  connection: Connection,
  card: DueCard,
  { chatId, messageId, isText, remindAt }: Parameters<CardStore['posted']>[1],
): Promise<void> {
  const events: NewEvent[] = [
    ...(isText ? [failed(card, 'The chat platform refused the card, so it was told as text.')] : []),
    { kind: 'chat_message_sent', data: { what: isText ? 'text' : 'card', chat_id: chatId, message_id: messageId } },
  ]
  const { incidentId, generation, wanted } = card
  await tellOf(connection, incidentId, events, () =>
    connection.query(
      // A message that an earlier attempt had posted shows what was true then.
      `UPDATE chat_cards SET message_id = $3, chat_id = $4, is_text = $5, sent = coalesce(offered, $6), offered = NULL,
              attempts = 0, failure = NULL, reply_to = '', remind_at = CASE WHEN wanted = $6 THEN $7::timestamptz END
        WHERE incident_id = $1 AND generation = $2 AND message_id = ''`,
      [incidentId, generation, messageId, chatId, isText, wanted, remindAt ?? null],
    ),
  )
  // It may have become a part while its card was on the way; whoever leads it need not send another one.
  const leader = await readLeader(connection, incidentId)
  if (!leader) return
  await handOverCard(connection, { from: incidentId, to: leader.id })
  // Where the leader speaks for itself, this one says from now on where to look.
  await connection.query(
    'UPDATE chat_cards SET wanted = wanted + 1, wanted_at = firebreak_now() WHERE incident_id = $1 AND message_id = $2',
    [incidentId, messageId],
  )
}

/** A message that stood for an incident goes on speaking of it: people answer below it. */
const REMEMBER = `
  WITH former AS (
    INSERT INTO chat_outbox (key, incident_id, what, chat_id, message_id, sent_at)
    SELECT incident_id || ':card:' || generation, incident_id, 'card', chat_id, message_id, firebreak_now()
      FROM chat_cards WHERE incident_id = $1 AND message_id <> ''
    ON CONFLICT (key) DO NOTHING)`

/** Only of the message that was read: another that speaks for the incident by now counts for itself. */
const SETTLE = `
  UPDATE chat_cards SET sent = greatest(sent, $2), offered = NULL, attempts = 0, failure = NULL
   WHERE incident_id = $1 AND message_id = $3`

function settling({ incidentId, wanted, messageId }: DueCard): unknown[] {
  return [incidentId, wanted, messageId]
}

const POSTPONE = `
  UPDATE chat_cards SET attempts = attempts + 1, failure = $3, not_before = firebreak_now() + make_interval(secs => $2)
   WHERE incident_id = $1`

/** What waits for a decision comes first: nobody can decide on what is not shown. */
async function dueCards(database: Database, limit: number): Promise<DueCard[]> {
  const { rows } = await database.query<Row>({
    name: 'due-cards',
    text: `SELECT incident_id, wanted, generation, message_id, chat_cards.chat_id, is_text, placed_at IS NOT NULL AS has_own_place,
                  storm_id, reply_to, replaced_id, attempts, failure,
                  extract(epoch FROM firebreak_now() - wanted_at)::float8 AS age
             FROM chat_cards JOIN incidents ON incidents.id = incident_id
            WHERE sent < wanted AND not_before <= firebreak_now()
            ORDER BY status <> 'awaiting_approval', not_before, seq LIMIT $1`,
    values: [limit],
  })
  return rows.map((row) => ({
    incidentId: row.incident_id,
    wanted: row.wanted,
    generation: row.generation,
    messageId: row.message_id,
    chatId: row.chat_id,
    isText: row.is_text,
    hasOwnPlace: row.has_own_place,
    stormId: row.storm_id ?? undefined,
    replyTo: row.reply_to,
    replacedId: row.replaced_id,
    attempts: row.attempts,
    ageSeconds: row.age,
    failure: row.failure ?? undefined,
  }))
}

async function incidentOf(database: Database, messageIds: readonly string[]): Promise<string | undefined> {
  const { rows } = await database.query<{ incident_id: string }>(
    `SELECT incident_id FROM chat_cards WHERE message_id = ANY($1) AND message_id <> ''
     UNION ALL
     SELECT incident_id FROM chat_outbox WHERE message_id = ANY($1) AND message_id <> '' AND incident_id IS NOT NULL
      LIMIT 1`,
    [messageIds],
  )
  return rows[0]?.incident_id
}
