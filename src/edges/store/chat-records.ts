/** Everything that is to be said in the chat, in one hand. */
import type { ChatStore } from '../../story/conversation/chat-store.ts'
import { createCardStore } from './chat-card-records.ts'
import { createNoteStore } from './chat-outbox-records.ts'
import { createStormStore } from './chat-storm-records.ts'
import type { Database } from './database.ts'
import { createSweepStore } from './sweep-leases.ts'

type Parts = { database: Database; onCommit: () => void }

export function createChatStore(parts: Parts): ChatStore {
  const { database } = parts
  const { alone } = createSweepStore(database)
  return {
    cards: createCardStore(parts),
    notes: createNoteStore(parts),
    storms: createStormStore(database),
    isAnythingOwed: () => isAnythingOwed(database),
    hurry: () => hurry(database),
    alone: async (work) => void (await alone('chat', work)),
    forgetAll: () => forgetAll(database),
    troubles: () => troubles(database),
  }
}

async function isAnythingOwed(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ owed: boolean }>({
    name: 'anything-owed',
    text: `SELECT NOT EXISTS (SELECT FROM store_hold WHERE held_since IS NOT NULL) AND (
                  EXISTS (SELECT FROM chat_cards WHERE sent < wanted AND not_before <= firebreak_now())
               OR EXISTS (SELECT FROM chat_cards WHERE remind_at <= firebreak_now())
               OR EXISTS (SELECT FROM chat_outbox WHERE sent_at IS NULL AND failure IS NULL AND not_before <= firebreak_now())
               OR EXISTS (SELECT FROM chat_storms WHERE sent < wanted AND not_before <= firebreak_now())) AS owed`,
  })
  return rows[0]?.owed === true
}

async function hurry(database: Database): Promise<void> {
  await database.query(
    `UPDATE chat_cards SET not_before = firebreak_now()
      WHERE incident_id IN (SELECT incident_id FROM chat_cards WHERE sent < wanted AND failure IS NOT NULL FOR UPDATE SKIP LOCKED)`,
  )
}

/** Never waits for a row that a move holds: who moves several incidents at once may in turn wait for this. */
async function forgetAll(database: Database): Promise<void> {
  await database.query({
    name: 'forget-cards',
    text: `UPDATE chat_cards SET sent = wanted, offered = NULL, failure = NULL, remind_at = NULL
            WHERE incident_id IN (SELECT incident_id FROM chat_cards WHERE sent < wanted FOR UPDATE SKIP LOCKED)`,
  })
  await database.query({
    name: 'forget-notes',
    text: 'DELETE FROM chat_outbox WHERE sent_at IS NULL AND failure IS NULL',
  })
  await database.query({ name: 'forget-storms', text: 'UPDATE chat_storms SET sent = wanted WHERE sent < wanted' })
}

async function troubles(database: Database): Promise<{ waiting: number; failure: string } | undefined> {
  const { rows } = await database.query<{ waiting: number; failure: string | null }>({
    name: 'chat-troubles',
    text: `SELECT count(*)::int AS waiting, max(failure) AS failure FROM chat_cards WHERE sent < wanted AND failure IS NOT NULL`,
  })
  const [row] = rows
  return row?.failure ? { waiting: row.waiting, failure: row.failure } : undefined
}
