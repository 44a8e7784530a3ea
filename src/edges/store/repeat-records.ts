/** Counts notifications that name a known incident again. A flapping alert must not flood its timeline. */
import type { Repeat } from '../../story/alert/plan-intake.ts'
import type { Status } from '../../story/incident/lifecycle.ts'
import { SEVERITY_RANK, type Severity } from '../../story/incident/severity.ts'
import { anyLength } from './any-length.ts'
import type { Connection } from './database.ts'
import { appendEvents, type EventOf } from './event-records.ts'
import { rewordText } from './incident-texts.ts'
import { ONE_MOMENT } from './one-moment.ts'

type Row = {
  id: string
  status: Status
  total: number
  count_due: number | null
  severity: Severity
  /** The severity it had, where it rises. */
  rises_from: Severity | null
  is_reworded: boolean
}

/**
 * The rows are locked by the intake already, so each stays in the place where it is found. They are found one by one, because
 * a plan for all at once that was made while there were few incidents would later read the whole table.
 * `count_due` is the number to write on the timeline, or null while the minute is not over. Words that are the same stay where
 * they are, for a long text would otherwise be stored anew each time.
 */
const COUNT = `
  UPDATE incidents SET
    repeat_count = incidents.repeat_count + named.times,
    repeats_untold = CASE WHEN is_due THEN 0 ELSE incidents.repeats_untold + named.times END,
    repeats_told_at = CASE WHEN is_due THEN now ELSE incidents.repeats_told_at END,
    severity = CASE WHEN is_worse THEN named.severity ELSE incidents.severity END,
    severity_rank = CASE WHEN is_worse THEN named.rank ELSE incidents.severity_rank END,
    title = CASE WHEN is_reworded THEN named.title ELSE incidents.title END,
    description = CASE WHEN is_reworded THEN named.description ELSE incidents.description END,
    -- Something of it fires again, so it is calm no more.
    calm_since = CASE WHEN named.severity IS NULL THEN incidents.calm_since END,
    updated_at = now
  FROM (
    SELECT locked.place, given.*, locked.repeats_untold AS untold, locked.severity AS severity_before, now,
           locked.repeats_told_at IS NULL OR locked.repeats_told_at <= now - interval '1 minute' AS is_due,
           coalesce(given.rank < locked.severity_rank, false) AS is_worse,
           given.title IS NOT NULL AND (given.title <> locked.title OR given.description <> locked.description) AS is_reworded
      FROM ${ONE_MOMENT},
           unnest(${anyLength('$1')}, $2::int[], $3::text[], $4::smallint[], $5::text[], $6::text[])
             AS given (id, times, severity, rank, title, description),
           LATERAL (SELECT ctid AS place, repeats_untold, repeats_told_at, severity, severity_rank, title, description
                      FROM incidents WHERE id = given.id OFFSET 0) AS locked
  ) AS named
  WHERE incidents.ctid = named.place
  RETURNING incidents.id, incidents.status, incidents.repeat_count AS total,
            CASE WHEN is_due THEN named.untold + named.times END AS count_due,
            incidents.severity, CASE WHEN is_worse THEN severity_before END AS rises_from, is_reworded`

export async function countRepeats(connection: Connection, repeats: ReadonlyMap<string, Repeat>): Promise<void> {
  if (repeats.size === 0) return
  const { rows } = await connection.query<Row>({
    name: 'count-repeats',
    text: COUNT,
    values: columnsOf(repeats),
  })
  await appendEvents(
    connection,
    rows.flatMap((row) => [...risenEvent(row), ...repeatedEvent(row, repeats.get(row.id)?.message ?? '')]),
  )
  for (const { id, is_reworded } of rows) if (is_reworded) await rewordText(connection, id)
}

/** In the order of the parameters above. */
function columnsOf(repeats: ReadonlyMap<string, Repeat>): unknown[][] {
  const all = [...repeats.values()]
  return [
    [...repeats.keys()],
    all.map(({ count }) => count),
    all.map(({ severity }) => severity ?? null),
    all.map(({ severity }) => (severity ? SEVERITY_RANK[severity] : null)),
    all.map(({ restated }) => restated?.title ?? null),
    all.map(({ restated }) => restated?.description ?? null),
  ]
}

function risenEvent({ id, status, severity, rises_from: from }: Row): EventOf[] {
  return from === null ? [] : [{ incidentId: id, status, kind: 'severity_raised', data: { from, to: severity } }]
}

/** The first one stands on the timeline in full. What is told again each minute would make it grow without end. */
const MESSAGE_CHARACTERS_MAX = 2_000

export function messageOfRepeat(whole: string): string {
  return whole.slice(0, MESSAGE_CHARACTERS_MAX).toWellFormed()
}

function repeatedEvent({ id, status, total, count_due: count }: Row, whole: string): EventOf[] {
  if (count === null) return []
  const data = { count, total, message: messageOfRepeat(whole) }
  return [{ incidentId: id, status, kind: 'alert_repeated', data }]
}
