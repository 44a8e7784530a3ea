/** What happens around the end of a silence: people are told before, and what still fires is heard after it. */
import { tellMatchers } from '../../guidance/silences/matcher.ts'
import type { Alert } from '../../story/alert/alert.ts'
import { type Database, inTransaction, type Queryable } from './database.ts'
import { readSilence, SILENCE_COLUMNS, type SilenceRow } from './silence-records.ts'

const BATCH = 100

type HeldRow = {
  silence_id: string
  key: string
  notification: string
  comment: string
  is_known: boolean
  is_over: boolean
}

/**
 * Of a source that tells when an alert is over, what it has not told so still fires, and it may not say so again for hours.
 * Handed in twice it joins its own incident, so a crash in between costs nothing. Answers how many were let through.
 */
export async function letThrough(database: Database, handIn: (alert: Alert) => Promise<unknown>): Promise<number> {
  const { rows } = await database.query<HeldRow>(
    `SELECT silence_id, key, notification, comment, ends_at <= firebreak_now() AS is_over, EXISTS (
              SELECT FROM alert_keys JOIN incident_alerts AS member USING (incident_id, key)
               WHERE key = held.key AND member.state = 'firing') AS is_known
       FROM silences JOIN silenced_alerts AS held ON silence_id = id
      WHERE (ends_at <= firebreak_now() OR is_let_go) AND held.state = 'firing' AND reports_clearing ORDER BY silence_id, key LIMIT ${BATCH}`,
  )
  for (const { silence_id, key, notification, is_known, ...silence } of rows) {
    if (!is_known) await handIn(heardAt(JSON.parse(notification) as Alert, silence))
    await database.query(
      `UPDATE silenced_alerts SET state = 'heard' WHERE silence_id = $1 AND key = $2 AND state = 'firing'`,
      [silence_id, key],
    )
  }
  return rows.length
}

function heardAt(alert: Alert, { comment, is_over }: Pick<HeldRow, 'comment' | 'is_over'>): Alert {
  const until = is_over ? 'until now' : 'until it was changed and did not match any more'
  const message = `${alert.message}\n\nA silence held it back ${until} (${comment}).`
  return { ...alert, message }
}

type EndingRow = SilenceRow & { firing: number; minutes: number }

/** One that is shorter than the notice needs none: whoever made it has just been here. */
const ENDING = `
  ends_at > firebreak_now() AND starts_at <= firebreak_now() AND ends_at <= firebreak_now() + make_interval(secs => $1)
  AND ends_at - starts_at > make_interval(secs => $1)`

const ENDING_COLUMNS = `${SILENCE_COLUMNS},
  ceil(extract(epoch FROM ends_at - firebreak_now()) / 60)::int AS minutes,
  (SELECT count(*)::int FROM silenced_alerts WHERE silence_id = silences.id AND state = 'firing') AS firing`

type Notice = { seconds: number; chatId: string | undefined }

/** Once for each end: one that is put off is told of again. */
export async function tellEndings(database: Database, { seconds, chatId }: Notice): Promise<number> {
  return inTransaction(database, async (connection) => {
    const { rows } = await connection.query<EndingRow>(
      `UPDATE silences SET told_end = ends_at WHERE ${ENDING} AND told_end IS DISTINCT FROM ends_at RETURNING ${ENDING_COLUMNS}`,
      [seconds],
    )
    for (const row of chatId ? rows : []) {
      await connection.query(
        `INSERT INTO chat_outbox (key, chat_id, text) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING`,
        [`silence:${row.id}:${row.ends_at.toISOString()}`, chatId, sentenceOf(row)],
      )
    }
    return rows.length
  })
}

export async function findEndingWarnings(database: Queryable, seconds: number): Promise<string[]> {
  const { rows } = await database.query<EndingRow>({
    name: 'ending-silences',
    text: `SELECT ${ENDING_COLUMNS} FROM silences WHERE ${ENDING} ORDER BY ends_at LIMIT 20`,
    values: [seconds],
  })
  return rows.map(sentenceOf)
}

function sentenceOf(row: EndingRow): string {
  const { matchers, comment, createdBy } = readSilence(row)
  const still = row.firing === 0 ? 'Nothing it holds back fires now.' : `${row.firing} of its alerts still fire.`
  const minutes = row.minutes === 1 ? 'a minute' : `${row.minutes} minutes`
  return `The silence of ${createdBy} for ${tellMatchers(matchers)} (${comment}) ends in ${minutes}. ${still}`
}
