/** What model turns cost: per incident for the reader, per hour for the budget. */
import type { ModelUsageTotal } from '../../story/incident/incident.ts'
import type { NewEvent } from '../../story/incident/incident-event.ts'
import { CACHED_TOKENS_COUNT } from '../../story/incident/model-usage.ts'
import type { Connection, Queryable } from './database.ts'

/** A turn is paid for when it is told: in the same transaction, so that neither is ever without the other. */
export async function keepUsage(
  connection: Connection,
  incidentId: string,
  events: readonly NewEvent[],
): Promise<void> {
  for (const { kind, data } of events)
    if (kind === 'model_turn' && data.failure === '')
      await connection.query(
        `INSERT INTO model_usage (incident_id, provider, model, input_tokens, cached_input_tokens, output_tokens)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [incidentId, data.provider, data.model, data.input_tokens, data.cached_input_tokens, data.output_tokens],
      )
}

/** Over all instances, on the store's clock; of one model where one is named. */
export async function tokensInLastHour(database: Queryable, model?: string): Promise<number> {
  const { rows } = await database.query<{ tokens: string }>(
    `SELECT coalesce(sum(input_tokens - cached_input_tokens + round(cached_input_tokens * ${CACHED_TOKENS_COUNT}) + output_tokens), 0) AS tokens
       FROM model_usage WHERE at > firebreak_now() - interval '1 hour' AND ($1::text IS NULL OR model = $1)`,
    [model ?? null],
  )
  return Number(rows[0]?.tokens ?? 0)
}

type Row = { model: string; turns: number; input_tokens: string; cached_input_tokens: string; output_tokens: string }

export async function totalUsage(database: Queryable, incidentId: string): Promise<ModelUsageTotal> {
  const { rows } = await database.query<Row>(
    `SELECT model, count(*)::int AS turns, sum(input_tokens) AS input_tokens,
            sum(cached_input_tokens) AS cached_input_tokens, sum(output_tokens) AS output_tokens
       FROM model_usage WHERE incident_id = $1 GROUP BY model ORDER BY model`,
    [incidentId],
  )
  const byModel = rows.map(({ model, ...row }) => ({
    model,
    inputTokens: Number(row.input_tokens),
    cachedInputTokens: Number(row.cached_input_tokens),
    outputTokens: Number(row.output_tokens),
  }))
  const sum = (count: (one: (typeof byModel)[number]) => number) => byModel.reduce((all, one) => all + count(one), 0)
  return {
    turns: rows.reduce((all, { turns }) => all + turns, 0),
    inputTokens: sum(({ inputTokens }) => inputTokens),
    cachedInputTokens: sum(({ cachedInputTokens }) => cachedInputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    byModel,
  }
}
