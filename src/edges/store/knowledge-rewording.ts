/** Makes the words of entries that an older version wrote. */
import { type Database, inTransaction } from './database.ts'
import { ENTRY_COLUMNS, type EntryRow } from './knowledge-records.ts'
import { WORDS_FORM, wordsOf } from './knowledge-words.ts'

const BATCH = 50

export function wordSome(database: Database): Promise<number> {
  return inTransaction(database, async (connection) => {
    const { rows } = await connection.query<EntryRow>(
      `SELECT ${ENTRY_COLUMNS} FROM knowledge_entries WHERE words_form < $1 LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      [WORDS_FORM],
    )
    for (const entry of rows) {
      await connection.query('UPDATE knowledge_entries SET words = $2::tsvector, words_form = $3 WHERE id = $1', [
        entry.id,
        wordsOf(entry),
        WORDS_FORM,
      ])
    }
    return rows.length
  })
}
