/**
 * A group of nothing but alerts that are known and said again in the same words: their open incidents count them. That is
 * what most notifications are, so it is one exchange with the store, sent whole and answered after its commit.
 */
import type { Alert } from '../../story/alert/alert.ts'
import type { Accepted } from '../../story/alert/alert-store.ts'
import { type Holder, type IntakePlan, planIntake, type Repeat } from '../../story/alert/plan-intake.ts'
import { CLOSED_STATUSES } from '../../story/incident/lifecycle.ts'
import { SEVERITY_RANK } from '../../story/incident/severity.ts'
import { anyLength } from './any-length.ts'
import { type Connection, type Database, inOneBreath } from './database.ts'
import { deliveredColumns, deliverFrom, FIRES_AGAIN, fireFrom } from './delivery-records.ts'
import { WRITER_FLOOR } from './event-records.ts'
import { lockInOrder } from './held-keys.ts'
import { messageOfRepeat } from './repeat-records.ts'
import { isSilenceGeneration } from './silence-generation.ts'
import { textArrays } from './text-array.ts'

const GIVEN = `unnest(${anyLength('$1')}, $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  AS given (id, times, rank, title, description, message)`

/** Each by itself, and its row then in the place where it was found: see `repeat-records.ts`. */
const AS_IT_STANDS = 'FROM incidents WHERE id = given.id OFFSET 0'

const IS_PLAIN = `status <> ALL('{${CLOSED_STATUSES.join(',')}}') AND coalesce(given.rank::smallint >= severity_rank, true)
  AND (given.title IS NULL OR (given.title = stands.title AND given.description = stands.description))`

/** One by one too. Keys change hands only under the lock of the incident that holds them, and that is ours by now. */
const HOLDS_ALL = `cardinality($21::text[]) = (
  SELECT count(*) FROM unnest(${anyLength('$21')}, $22::text[]) AS claim (key, id),
    LATERAL (SELECT incident_id FROM alert_keys WHERE key = claim.key OFFSET 0) AS holder
   WHERE holder.incident_id = claim.id)`

/**
 * Comes after the locks, in a statement of its own, so that it sees what it has waited for. Where an incident is closed, no
 * longer holds one of the keys, becomes worse or is reworded, or silences have changed, there is no moment, and so nothing is
 * written: whoever asked goes the long way.
 */
const COUNT_KNOWN = `
  WITH moment AS MATERIALIZED (
    SELECT firebreak_now() AS now
     WHERE ${isSilenceGeneration('$23')} AND ${HOLDS_ALL} AND cardinality($1::text[]) = (
       SELECT count(*) FROM ${GIVEN}, LATERAL (SELECT status, severity_rank, title, description ${AS_IT_STANDS}) AS stands
        WHERE ${IS_PLAIN})),
  counted AS (
    UPDATE incidents SET
      repeat_count = incidents.repeat_count + named.times,
      repeats_untold = CASE WHEN is_due THEN 0 ELSE named.untold + named.times END,
      repeats_told_at = CASE WHEN is_due THEN now ELSE incidents.repeats_told_at END,
      calm_since = CASE WHEN named.rank IS NULL THEN incidents.calm_since END,
      updated_at = now
      FROM (
        SELECT stands.place, given.times::int AS times, given.rank, given.message, stands.untold, now,
               stands.told_at IS NULL OR stands.told_at <= now - interval '1 minute' AS is_due
          FROM moment, ${GIVEN},
               LATERAL (SELECT ctid AS place, repeats_untold AS untold, repeats_told_at AS told_at ${AS_IT_STANDS}) AS stands
      ) AS named
     WHERE incidents.ctid = named.place
    RETURNING incidents.id, incidents.status, incidents.repeat_count AS total, named.message, now,
              CASE WHEN is_due THEN named.untold + named.times END AS count_due),
  ${WRITER_FLOOR},
  written AS (
    INSERT INTO incident_events (incident_id, kind, status, data, at)
    SELECT id, 'alert_repeated', status, '{"count":' || count_due || ',"total":' || total || ',"message":' || message || '}', now
      FROM floor, counted WHERE count_due IS NOT NULL),
  delivered AS (${deliverFrom(7)}),
  fired AS (${fireFrom(14)} ${FIRES_AGAIN})
  SELECT EXISTS (SELECT FROM moment) AS is_taken`

type Known = IntakePlan & { answers: Accepted[]; held: ReadonlyMap<string, Holder> }

/** Undefined where anything is new, over, held back by a silence or counted where it is closed. */
export function planKnown(group: readonly Alert[], held: ReadonlyMap<string, Holder>): Known | undefined {
  const isKnown = ({ members, joinKeys, heldBack = [] }: Alert) =>
    heldBack.length === 0 &&
    joinKeys.every((key) => held.get(key)?.isOpen) &&
    members.every(({ key, state }) => state === 'firing' && held.get(key)?.isOpen)
  if (!group.every(isKnown)) return undefined
  const plan = planIntake(group, held, opensNothing)
  return plan.answers.every(({ outcome }) => outcome === 'joined') ? ({ ...plan, held } as Known) : undefined
}

function opensNothing(): never {
  throw new Error('Alerts whose incidents are known open none.')
}

/** False where nothing was written, because something of it is no longer so. */
export async function takeKnown(
  database: Database,
  group: readonly Alert[],
  plan: Known,
  { silenceGeneration, lockWithinMs }: { silenceGeneration: string; lockWithinMs: number },
): Promise<boolean> {
  const repeats = [...plan.repeats].sort(([one], [other]) => (one < other ? -1 : 1))
  const delivered = deliveredColumns({ group, accepted: plan.answers, fired: plan.fired })
  const claims = [[...plan.held.keys()], [...plan.held.values()].map(({ incidentId }) => incidentId)]
  const values = [...textArrays([...columnsOf(repeats), ...delivered, ...claims]), silenceGeneration]
  const ask = (connection: Connection) =>
    [
      lockInOrder(
        connection,
        repeats.map(([id]) => id),
      ),
      connection.query<{ is_taken: boolean }>({ name: 'count-known', text: COUNT_KNOWN, values }),
    ] as const
  const [, { rows }] = await inOneBreath(database, lockWithinMs, ask)
  return rows[0]?.is_taken === true
}

/** In the order of the parameters above. */
function columnsOf(repeats: readonly [string, Repeat][]): (string | null)[][] {
  const column = (read: (repeat: Repeat) => string | undefined) => repeats.map(([, repeat]) => read(repeat) ?? null)
  return [
    repeats.map(([id]) => id),
    column(({ count }) => String(count)),
    column(({ severity }) => severity && String(SEVERITY_RANK[severity])),
    column(({ restated }) => restated?.title),
    column(({ restated }) => restated?.description),
    column(({ message }) => JSON.stringify(messageOfRepeat(message))),
  ]
}
