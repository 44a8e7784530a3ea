/** What model turns cost: per incident for the reader, per hour for the budget. */
import type { ModelUsageTotal } from '../../story/incident/incident.ts'
import type { Queryable } from './database.ts'

type Row = { turns: number; input_tokens: string; cached_input_tokens: string; output_tokens: string }

export async function totalUsage(database: Queryable, incidentId: string): Promise<ModelUsageTotal> {
  const { rows } = await database.query<Row>(
    `SELECT count(*)::int AS turns, coalesce(sum(input_tokens), 0) AS input_tokens,
            coalesce(sum(cached_input_tokens), 0) AS cached_input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens
       FROM model_usage WHERE incident_id = $1`,
    [incidentId],
  )
  const [row] = rows
  return {
    turns: row?.turns ?? 0,
    inputTokens: Number(row?.input_tokens ?? 0),
    cachedInputTokens: Number(row?.cached_input_tokens ?? 0),
    outputTokens: Number(row?.output_tokens ?? 0),
  }
}
