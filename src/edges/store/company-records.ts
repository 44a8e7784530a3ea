/** Who waits or is being diagnosed, and whom its alerts speak of. Read and written under the lock of the claims. */
import { tellingRank, tiesOf } from '../../story/incident/ties.ts'
import { criticalWaitSeconds, type Waiting } from '../../story/workflow/wait-for-company.ts'
import type { Connection } from './database.ts'
import { ASKED_ONCE } from './one-moment.ts'
import { textArrays } from './text-array.ts'

/** So many at a time: nobody else takes anything up meanwhile. */
const BATCH = 1_000
/** Older than that it was not one of a storm, and is taken up whatever comes along. */
export const GATHERED_WITHIN = `interval '1 hour'`
/** Of those one notification has brought. */
const ALERTS_READ = 20
/** Of the incident whose `id` it stands beside: a list in JSON, which is read several times as fast as an array of texts. */
export const LABELS_OF = `'[' || array_to_string(ARRAY(
  SELECT labels FROM incident_alerts WHERE incident_id = id ORDER BY key LIMIT ${ALERTS_READ}), ',') || ']'`

export function readLabels(labels: string): Record<string, string>[] {
  return JSON.parse(labels) as Record<string, string>[]
}

export type Companion = Waiting & { isPending: boolean; standsAlone: boolean; waits: boolean }

type Row = {
  id: string
  seq: string
  severity_rank: number
  age: number
  ties: string
  is_pending: boolean
  stands_alone: boolean
  waits: boolean
}

/** `isWhole`: all that wait, and not only those for whom something may change. */
type Company = { company: Companion[]; isWhole: boolean; looked: number }

/** So many are read whole: it costs little, and what is known of all is known best. */
const WHOLE_MAX = 200

export async function readCompany(
  connection: Connection,
  causes: readonly { reach: readonly string[] }[],
  gatherSeconds: number,
): Promise<Company> {
  await connection.query(
    `DELETE FROM gathering USING incidents
      WHERE id = incident_id AND (status NOT IN ('pending', 'diagnosing') OR part_of IS NOT NULL)`,
  )
  await readTies(connection, gatherSeconds)
  const looked = await countSome(connection)
  const isWhole = looked <= WHOLE_MAX
  const company = isWhole ? await readAll(connection) : await readWhoMayChange(connection, causes, gatherSeconds)
  return { company, isWhole, looked }
}

/** One more than are read whole is enough. */
async function countSome(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ some: number }>(
    `SELECT count(*)::int AS some
       FROM (SELECT FROM gathering JOIN incidents ON id = incident_id WHERE part_of IS NULL
              LIMIT ${WHOLE_MAX + 1}) AS those`,
  )
  return rows[0]?.some ?? 0
}

/** The names come as one text of JSON, which costs a tenth of reading them as the store's own lists. */
const READ = `
  SELECT id, seq, severity_rank, array_to_json(ties)::text AS ties, stands_alone, status = 'pending' AS is_pending, waits,
         extract(epoch FROM ${ASKED_ONCE} - created_at)::float8 AS age
    FROM gathering JOIN incidents ON id = incident_id WHERE part_of IS NULL`

async function readAll(connection: Connection): Promise<Companion[]> {
  return companionsOf(await connection.query<Row>(`${READ} ORDER BY seq`))
}

function isYounger(seconds: string): string {
  return `created_at > ${ASKED_ONCE} - make_interval(secs => ${seconds}::float8)`
}

/** What holds for nearly everybody in a storm, and is written down with whom its alerts speak of. */
function waitsByItself(namesSomebody: string, gatherSeconds: string): string {
  return `severity_rank > 0 AND ${namesSomebody} AND ${isYounger(gatherSeconds)}`
}

/**
 * In a storm thousands wait, and next to nothing changes for them from one choice to the next: whoever is young and names
 * somebody waits, whoever is not does not. Read are those who are being diagnosed, who bear another mark than that, who
 * belong to a proven cause, and the critical ones that may still wait.
 */
async function readWhoMayChange(
  connection: Connection,
  causes: readonly { reach: readonly string[] }[],
  gatherSeconds: number,
): Promise<Companion[]> {
  const found = await connection.query<Row>(
    `WITH reached AS MATERIALIZED (
       SELECT incident_id FROM gathering CROSS JOIN LATERAL unnest(ties) AS tie (name)
        WHERE cardinality($3::text[]) > 0 AND tie.name IN (SELECT unnest($3::text[])))
     ${READ} AND (status <> 'pending' OR waits <> (${waitsByItself('cardinality(ties) > 0', '$1')})
                  OR (severity_rank = 0 AND ${isYounger('$2')}) OR id IN (SELECT incident_id FROM reached))
      ORDER BY seq`,
    [gatherSeconds, criticalWaitSeconds(gatherSeconds), [...new Set(causes.flatMap(({ reach }) => reach))]],
  )
  return companionsOf(found)
}

/** Who of all that wait goes first. While somebody is being diagnosed nobody does, and nobody is looked for. */
export async function readHead(connection: Connection, company: readonly Companion[]): Promise<Companion | undefined> {
  if (company.some(({ isPending, ties }) => !isPending && ties.length > 0)) return undefined
  const found = await connection.query<Row>(
    `${READ} AND status = 'pending' AND cardinality(ties) > 0 ORDER BY telling, severity_rank, seq LIMIT 1`,
  )
  return companionsOf(found)[0]
}

function companionsOf({ rows }: { rows: readonly Row[] }): Companion[] {
  return rows.map(({ id, seq, severity_rank, age, ties, is_pending, stands_alone, waits }) => ({
    ...{ id, seq: BigInt(seq), severityRank: severity_rank, ageSeconds: age, ties: JSON.parse(ties) as string[] },
    ...{ isPending: is_pending, standsAlone: stands_alone, waits },
  }))
}

async function readTies(connection: Connection, gatherSeconds: number): Promise<void> {
  const { rows } = await connection.query<{ id: string; labels: string }>(
    `SELECT id, ${LABELS_OF} AS labels
       FROM incidents WHERE status = 'pending' AND part_of IS NULL AND NOT stands_alone
        AND created_at > ${ASKED_ONCE} - ${GATHERED_WITHIN}
        AND NOT EXISTS (SELECT FROM gathering WHERE incident_id = id)
      ORDER BY severity, seq LIMIT ${BATCH}`,
  )
  if (rows.length === 0) return
  const ties = rows.map(({ labels }) => [...new Set(readLabels(labels).flatMap(tiesOf))])
  await connection.query(
    `INSERT INTO gathering (incident_id, ties, telling, waits)
     SELECT id, ARRAY(SELECT json_array_elements_text(names::json)), telling::smallint, ${waitsByItself(`names <> '[]'`, '$4')}
       FROM unnest($1::text[], $2::text[], $3::text[]) AS given (id, names, telling) JOIN incidents USING (id)`,
    [
      ...textArrays([
        rows.map(({ id }) => id),
        ties.map((names) => JSON.stringify(names)),
        ties.map((names) => String(tellingRank(names))),
      ]),
      gatherSeconds,
    ],
  )
}
