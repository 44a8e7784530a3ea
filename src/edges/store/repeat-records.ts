/** Counts notifications that name a known incident again. A flapping alert must not flood its timeline. */
import type { Status } from '../../story/incident/lifecycle.ts'
import type { Connection } from './database.ts'
import { appendEvents, type EventOf } from './event-records.ts'
import { ONE_MOMENT } from './one-moment.ts'

type Row = { id: string; status: Status; total: number; told: number | null }

/**
 * The rows are locked by the intake already, so each stays in the place where it is found. They are found one by one, because
 * a plan for all at once that was made while there were few incidents would later read the whole table.
 * `told` is the number to write on the timeline, or null while the minute is not over.
 */
const COUNT = `
  UPDATE incidents SET
    repeat_count = incidents.repeat_count + named.times,
    repeats_untold = CASE WHEN is_due THEN 0 ELSE incidents.repeats_untold + named.times END,
    repeats_told_at = CASE WHEN is_due THEN now ELSE incidents.repeats_told_at END,
    updated_at = now
  FROM (
    SELECT locked.place, given.times, locked.repeats_untold AS untold, now,
           locked.repeats_told_at IS NULL OR locked.repeats_told_at <= now - interval '1 minute' AS is_due
      FROM ${ONE_MOMENT}, unnest($1::text[], $2::int[]) AS given (id, times),
           LATERAL (SELECT ctid AS place, repeats_untold, repeats_told_at FROM incidents WHERE id = given.id OFFSET 0) AS locked
  ) AS named
  WHERE incidents.ctid = named.place
  RETURNING incidents.id, incidents.status, incidents.repeat_count AS total,
            CASE WHEN is_due THEN named.untold + named.times END AS told`

export async function countRepeats(
  connection: Connection,
  repeats: ReadonlyMap<string, { count: number; message: string }>,
): Promise<void> {
  if (repeats.size === 0) return
  const { rows } = await connection.query<Row>({
    name: 'count-repeats',
    text: COUNT,
    values: [[...repeats.keys()], [...repeats.values()].map(({ count }) => count)],
  })
  await appendEvents(
    connection,
    rows.flatMap((row) => repeatedEvent(row, repeats.get(row.id)?.message ?? '')),
  )
}

/** The first one stands on the timeline in full. What is told again each minute would make it grow without end. */
const MESSAGE_CHARACTERS_MAX = 2_000

function repeatedEvent({ id, status, total, told }: Row, whole: string): EventOf[] {
  if (told === null) return []
  const message = whole.slice(0, MESSAGE_CHARACTERS_MAX).toWellFormed()
  return [{ incidentId: id, status, kind: 'alert_repeated', data: { count: told, total, message } }]
}
