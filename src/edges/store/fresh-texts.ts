/**
 * Takes the texts of new incidents over into the index of the search. Search finds them before, too; this keeps what it reads
 * without an index short. A storm must not pay for it: a share of what waits goes at a time, so that the rest follows when
 * the storm is over, and a stream that never ends still settles at some seconds' worth.
 */
import type { Database } from './database.ts'

/** The index takes many at once for two thirds of what it asks for a few. */
const PIECE = 1_000
const SHARE = 1 / 5

/** Answers 0: the next share follows at the next turn. */
export async function indexFreshTexts(database: Database): Promise<number> {
  const waiting = await countWaiting(database)
  const pieces = Math.ceil((waiting * SHARE) / PIECE)
  for (let piece = 0; piece < pieces; piece += 1) await indexPiece(database)
  return 0
}

async function countWaiting(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM fresh_texts')
  return rows[0]?.count ?? 0
}

/** The oldest first. One that is just being reworded stays for the next turn. */
async function indexPiece(database: Database): Promise<void> {
  await database.query({
    name: 'index-fresh-texts',
    text: `
      WITH moved AS (
        DELETE FROM fresh_texts
         WHERE seq = ANY(ARRAY(SELECT seq FROM fresh_texts ORDER BY seq LIMIT ${PIECE} FOR UPDATE SKIP LOCKED))
        RETURNING seq, text)
      INSERT INTO incident_texts (seq, text) SELECT seq, text FROM moved`,
  })
}
