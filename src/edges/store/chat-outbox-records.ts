/** Messages that are no card: answers, and what the thread of a card is told. */
import type { Answer, CardPlace, DueNote, NoteStore } from '../../story/conversation/chat-store.ts'
import type { NewEvent } from '../../story/incident/incident-event.ts'
import { tellOf } from './chat-events.ts'
import { type Database, inTransaction } from './database.ts'

type Row = {
  id: string
  key: string
  what: DueNote['what']
  incident_id: string | null
  chat_id: string
  reply_to: string
  in_thread: boolean
  text: string
  attempts: number
  age: number
  card_chat_id: string | null
  card_message_id: string | null
  is_card_settled: boolean | null
}

type Parts = { database: Database; onCommit: () => void }

export function createNoteStore({ database, onCommit }: Parts): NoteStore {
  const end = async ({ id, incidentId }: DueNote, event: NewEvent, text: string, values: unknown[]) => {
    await inTransaction(database, async (connection) => {
      const change = () =>
        connection.query(`UPDATE chat_outbox SET ${text} WHERE id = $1 AND sent_at IS NULL`, [id, ...values])
      await (incidentId === undefined ? change() : tellOf(connection, incidentId, [event], change))
    })
    onCommit()
  }
  return {
    due: (limit) => dueNotes(database, limit),
    add: (answer) => addAnswer(database, answer),
    addReminders: () => addReminders(database),
    sent: (note, { chatId, messageId }) =>
      end(
        note,
        { kind: 'chat_message_sent', data: { what: note.what, chat_id: chatId, message_id: messageId } },
        'sent_at = firebreak_now(), chat_id = $2, message_id = $3',
        [chatId, messageId],
      ),
    drop: async ({ id }) => void (await database.query('DELETE FROM chat_outbox WHERE id = $1', [id])),
    postpone: async ({ id }, delayMs) =>
      void (await database.query(
        `UPDATE chat_outbox SET attempts = attempts + 1, not_before = firebreak_now() + make_interval(secs => $2) WHERE id = $1`,
        [id, delayMs / 1000],
      )),
    giveUp: (note, failure) =>
      end(
        note,
        { kind: 'chat_message_failed', data: { what: note.what, chat_id: note.chatId, error: failure } },
        'failure = $2',
        [failure],
      ),
  }
}

/** An incident's notices are one line, and come when its card shows what they speak of; each answer is a line of its own. */
const DUE = `
  SELECT * FROM (
    SELECT DISTINCT ON (line) id, key, what, incident_id, chat_outbox.chat_id, chat_outbox.reply_to, in_thread, text,
           chat_outbox.attempts, chat_outbox.not_before, extract(epoch FROM firebreak_now() - created_at)::float8 AS age,
           chat_cards.chat_id AS card_chat_id, chat_cards.message_id AS card_message_id,
           chat_cards.sent >= chat_cards.wanted AS is_card_settled
      FROM chat_outbox
      CROSS JOIN LATERAL (SELECT CASE WHEN what = 'answer' THEN key ELSE incident_id END AS line) AS lines
      LEFT JOIN chat_cards USING (incident_id)
     WHERE sent_at IS NULL AND chat_outbox.failure IS NULL
     ORDER BY line, id) AS first_of_line
   WHERE not_before <= firebreak_now() AND (what = 'answer' OR is_card_settled IS NOT FALSE)
   ORDER BY id LIMIT $1`

async function dueNotes(database: Database, limit: number): Promise<DueNote[]> {
  const { rows } = await database.query<Row>({ name: 'due-notes', text: DUE, values: [limit] })
  return rows.map(readNote)
}

function readNote(row: Row): DueNote {
  const owed = { attempts: row.attempts, ageSeconds: row.age, id: row.id, key: row.key }
  const place = { chatId: row.chat_id, replyTo: row.reply_to, inThread: row.in_thread }
  if (row.what === 'answer')
    return { ...owed, ...place, what: row.what, text: row.text, incidentId: row.incident_id ?? undefined }
  const card: CardPlace = { chatId: row.card_chat_id ?? '', messageId: row.card_message_id ?? '' }
  return { ...owed, ...place, what: row.what, incidentId: row.incident_id ?? '', card }
}

async function addAnswer(database: Database, answer: Answer): Promise<void> {
  const { key, incidentId, chatId, replyTo, inThread, text } = answer
  await database.query(
    `INSERT INTO chat_outbox (key, incident_id, chat_id, reply_to, in_thread, text) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (key) DO NOTHING`,
    [key, incidentId ?? null, chatId, replyTo, inThread, text],
  )
}

/** Once for each plan: its version is part of the key. */
async function addReminders(database: Database): Promise<number> {
  const { rowCount } = await database.query({
    name: 'add-reminders',
    text: `
      WITH late AS (
        UPDATE chat_cards SET remind_at = NULL
         WHERE incident_id IN (SELECT incident_id FROM chat_cards WHERE remind_at <= firebreak_now() LIMIT 100 FOR UPDATE SKIP LOCKED)
        RETURNING incident_id)
      INSERT INTO chat_outbox (key, incident_id, what, in_thread)
      SELECT id || ':reminder:' || proposal_version, id, 'reminder', true
        FROM late JOIN incidents ON incidents.id = late.incident_id WHERE status = 'awaiting_approval'
      ON CONFLICT (key) DO NOTHING`,
  })
  return rowCount ?? 0
}
