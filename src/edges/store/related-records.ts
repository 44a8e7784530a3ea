/**
 * Other incidents about the same thing. Both questions are answered by an index and cost the same however many incidents
 * there are: those of the same alerts, ever; and of the newest ones those whose labels name the same workload or database.
 */
import type { Incident } from '../../story/incident/incident.ts'
import { type RelatedIncident, sharedSubject, subjectsOf } from '../../story/incident/related.ts'
import type { Queryable } from './database.ts'
import { readSummary, SUMMARY_COLUMNS, type SummaryRow } from './incident-rows.ts'

const RELATED_MAX = 5
const KEYS_ASKED_MAX = 20
const NEWEST_LOOKED_AT = 200

export async function findRelated(database: Queryable, incident: Incident): Promise<RelatedIncident[]> {
  const found = [...(await ofSameAlerts(database, incident)), ...(await ofSameSubject(database, incident))]
  // The same alert says more than the same subject, and comes first of the two.
  const byId = new Map(found.reverse().map((one) => [one.id, one]))
  const newestFirst = [...byId.values()].sort((one, other) => Number(other.createdAt) - Number(one.createdAt))
  return newestFirst.slice(0, RELATED_MAX)
}

async function ofSameAlerts(database: Queryable, { id, members }: Incident): Promise<RelatedIncident[]> {
  const keys = members.slice(0, KEYS_ASKED_MAX).map(({ key }) => key)
  const { rows } = await database.query<SummaryRow>(
    `SELECT DISTINCT ${SUMMARY_COLUMNS}
       FROM unnest($2::text[]) AS asked (key)
      CROSS JOIN LATERAL (SELECT incident_id FROM incident_alerts
                           WHERE key = asked.key AND incident_id <> $1
                           ORDER BY first_seen_at DESC LIMIT ${RELATED_MAX}) AS other
       JOIN incidents ON incidents.id = other.incident_id`,
    [id, keys],
  )
  return rows.map((row) => ({ ...readSummary(row), why: 'the same alert' }))
}

async function ofSameSubject(database: Queryable, { id, members }: Incident): Promise<RelatedIncident[]> {
  const own = [...new Set(members.slice(0, KEYS_ASKED_MAX).flatMap(({ labels }) => subjectsOf(labels)))]
  if (own.length === 0) return []
  const { rows } = await database.query<SummaryRow & { labels: string }>(
    `SELECT ${SUMMARY_COLUMNS}, first.labels
       FROM (SELECT ${SUMMARY_COLUMNS} FROM incidents
              ORDER BY created_at DESC, seq DESC LIMIT ${NEWEST_LOOKED_AT}) AS incidents
      CROSS JOIN LATERAL (SELECT labels FROM incident_alerts WHERE incident_id = incidents.id ORDER BY key LIMIT 1) AS first
      WHERE incidents.id <> $1`,
    [id],
  )
  return rows.flatMap((row) => {
    const shared = sharedSubject(own, subjectsOf(JSON.parse(row.labels) as Record<string, string>))
    return shared === undefined ? [] : [{ ...readSummary(row), why: `also about ${shared}` }]
  })
}
