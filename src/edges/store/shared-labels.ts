/** By which labels one silence would hold back the alerts of several incidents. */
import { type Matcher, oneOf } from '../../guidance/silences/matcher.ts'
import type { Queryable } from './database.ts'

/** So many values of a label are still one thing a person can read; a silence of more says nothing. */
const VALUES_MAX = 20

type Row = { name: string; values: string[] }

/** The labels that every alert of them bears, with the first few values of each. An empty label is a missing one. */
const BORNE_BY_ALL = `
  WITH alerts AS MATERIALIZED (SELECT labels::json AS labels FROM incident_alerts WHERE incident_id = ANY($1))
  SELECT name, (array_agg(DISTINCT value))[1:${VALUES_MAX + 1}] AS values
    FROM alerts CROSS JOIN LATERAL json_each_text(labels) AS label (name, value)
   WHERE value <> '' GROUP BY name HAVING count(*) = (SELECT count(*) FROM alerts) ORDER BY name`

/**
 * What all of them say alike. Where they say nothing alike, the labels that each of them bears, with the few values they
 * have there: as narrow as one silence for all of them can be. Empty where they share nothing at all.
 */
export async function sharedMatchers(database: Queryable, incidentIds: readonly string[]): Promise<Matcher[]> {
  const { rows } = await database.query<Row>(BORNE_BY_ALL, [incidentIds])
  const alike = rows.flatMap(({ name, values: [value = '', ...others] }) =>
    others.length === 0 ? [{ name, value, isRegex: false, isEqual: true }] : [],
  )
  if (alike.length > 0) return alike
  return rows.flatMap(({ name, values }) => (values.length <= VALUES_MAX ? [oneOf(name, values)] : []))
}
