/**
 * A group of nothing but news: alerts of which nobody has heard, each an incident of its own. That is what a storm is made
 * of, so it is one statement, which looks and writes at once and is its own transaction.
 */
import type { Alert } from '../../story/alert/alert.ts'
import type { Accepted } from '../../story/alert/alert-store.ts'
import { type IntakePlan, planIntake } from '../../story/alert/plan-intake.ts'
import { anyLength } from './any-length.ts'
import type { Database } from './database.ts'
import { deliveredColumns, deliverFrom, fireFrom } from './delivery-records.ts'
import { type HeldKeys, heldKeysOf } from './held-keys.ts'
import { CLAIM, KeysMovedMeanwhile, OPENED, openedColumns } from './opened-records.ts'
import { isSilenceGeneration, SilencesMovedMeanwhile } from './silence-generation.ts'
import { textArrays } from './text-array.ts'

/**
 * Where one of the keys is held, or silences have changed since they were asked, there is no moment, and so nothing is
 * written. The claims come first, as in `openIncidents`. The moment also says, for this statement alone, how long they may
 * wait for a key that another has claimed and not committed: whoever stands still in the middle of that must not be waited for.
 */
const TAKE_NEWS = `
  WITH held AS MATERIALIZED (SELECT key, incident_id FROM alert_keys WHERE key = ANY(${anyLength('$1')})),
  moment AS MATERIALIZED (
    SELECT firebreak_now() AS now, set_config('lock_timeout', $31, true) AS patience WHERE NOT EXISTS (SELECT FROM held) AND ${isSilenceGeneration('$30')}),
  claimed AS (${CLAIM} RETURNING key), ${OPENED},
  delivered AS (${deliverFrom(16)}),
  fired AS (${fireFrom(23)})
  SELECT (SELECT count(*)::int FROM claimed) AS claimed, (SELECT json_agg(held) FROM held) AS held, EXISTS (SELECT FROM moment) AS is_taken`

type Row = { held: { key: string; incident_id: string }[] | null; is_taken: boolean }

type News = IntakePlan & { answers: Accepted[] }

/** Undefined where something is joined, repeated or cleared within the group itself, or held back by a silence. */
export function planNews(group: readonly Alert[], keys: readonly string[], takeId: () => string): News | undefined {
  const plan = planIntake(group, new Map(), takeId)
  const isNews = plan.opened.length === group.length && plan.repeats.size === 0 && plan.claims.size === keys.length
  return isNews && group.every(({ heldBack = [] }) => heldBack.length === 0) ? (plan as News) : undefined
}

/** Answers the keys that are held already; where it answers none, all is written and committed. */
export async function takeNews(
  database: Database,
  group: readonly Alert[],
  plan: News,
  { silenceGeneration, lockWithinMs }: { silenceGeneration: string; lockWithinMs: number },
): Promise<HeldKeys> {
  const delivered = deliveredColumns({ group, accepted: plan.answers, fired: plan.fired })
  const values = [...textArrays([...openedColumns(plan), ...delivered]), silenceGeneration, `${lockWithinMs}ms`]
  try {
    const { rows } = await database.query<Row>({ name: 'take-news', text: TAKE_NEWS, values })
    const held = heldKeysOf(rows[0]?.held ?? [])
    if (held.size === 0 && !rows[0]?.is_taken) throw new SilencesMovedMeanwhile()
    return held
  } catch (error) {
    throw isKeyTaken(error) ? new KeysMovedMeanwhile() : error
  }
}

/** By a transaction that committed after the statement had looked. */
function isKeyTaken(error: unknown): boolean {
  return (error as { constraint?: unknown }).constraint === 'alert_keys_pkey'
}
