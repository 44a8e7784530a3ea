/**
 * What must be true of the store after any number of kills. Each check answers what is wrong, one sentence for each
 * finding; none answers nothing.
 */
import { mayBecome, type Status } from '../../src/story/incident/lifecycle.ts'
import { runSql } from '../world/sql.ts'
import type { Delivery, Ledger } from './ledger.ts'

type Check = (url: string) => Promise<string[]>

/** What the senders and a reader of the stream know; all checks there are, by what they say when all is well. */
export function checksFor(
  url: string,
  ledger: Ledger,
  seen: readonly bigint[],
): Record<string, () => Promise<string[]>> {
  return {
    [DELIVERED]: () => checkDeliveries(url, ledger),
    ...Object.fromEntries(Object.entries(STORE_CHECKS).map(([name, check]) => [name, () => check(url)])),
    'a stream that reconnects has no gap': () => checkStream(url, seen),
  }
}

const DELIVERED = 'every 202 is stored exactly once, with the incident it named; nothing twice'

export async function deliveryFaults(url: string, ledger: Ledger): Promise<Record<string, string[]>> {
  return { [DELIVERED]: await checkDeliveries(url, ledger) }
}

/** All findings at once, for tests. */
export async function faultsIn(url: string, ledger: Ledger, seen: readonly bigint[]): Promise<string[]> {
  const found = await Promise.all(Object.values(checksFor(url, ledger, seen)).map((check) => check()))
  return found.flat()
}

/** Those that need nothing but the store, by what they say when all is well. */
export async function storeFaults(url: string): Promise<Record<string, string[]>> {
  const found = Object.entries(STORE_CHECKS).map(async ([name, check]) => [name, await check(url)] as const)
  return Object.fromEntries(await Promise.all(found))
}

/** Every 202 is stored exactly once and linked to the incident the answer named; nothing is stored twice, or unsent. */
async function checkDeliveries(url: string, ledger: Ledger): Promise<string[]> {
  const rows = await runSql(
    url,
    `SELECT substring(message FROM 'marker-\\d+-of-this-run') AS marker, coalesce(incident_id, '') AS incident, sum(times)::int AS times
       FROM alerts GROUP BY 1, 2`,
  )
  const stored = Map.groupBy(rows, ({ marker }) => String(marker))
  const faults = [...stored.keys()]
    .filter((marker) => !ledger.deliveries.has(marker))
    .map((m) => `${m} was never sent.`)
  for (const [marker, deliveries] of ledger.deliveries) {
    const times = new Map((stored.get(marker) ?? []).map((row) => [String(row.incident), Number(row.times)]))
    const fault = wrongWith(deliveries, times)
    if (fault) faults.push(`${marker} ${fault}.`)
  }
  return faults
}

/** `stored`: how often with each incident. */
function wrongWith(deliveries: readonly Delivery[], stored: ReadonlyMap<string, number>): string | undefined {
  const accepted = deliveries.filter(({ outcome }) => outcome === 'accepted')
  // 503 says "send it again": the store may have gone between the commit and its answer.
  const mayBe = deliveries.filter(({ outcome, status }) => outcome === 'unanswered' || status === 503).length
  const times = [...stored.values()].reduce((sum, count) => sum + count, 0)
  if (times < accepted.length || times > accepted.length + mayBe) {
    return `was answered 202 ${accepted.length} times, may be stored ${mayBe} times more and is stored ${times} times`
  }
  const named = Map.groupBy(accepted, ({ incidentId = '' }) => incidentId)
  const short = [...named].find(([incidentId, all]) => (stored.get(incidentId) ?? 0) < all.length)
  return short && `was answered with ${short[0]} and is stored with ${[...stored.keys()].join(', ')}`
}

/** The checks that need the store alone, by what they say when all is well. */
const STORE_CHECKS: Readonly<Record<string, Check>> = {
  'every timeline begins with its alert and follows the lifecycle': checkTimelines,
  'every delivery that fired opened its incident or is counted there': finding(
    `SELECT incidents.id || ' has ' || coalesce(sum(times), 0) || ' firing deliveries and counts ' || repeat_count || ' repeats.' AS fault
       FROM incidents LEFT JOIN alerts ON incident_id = incidents.id AND state = 'firing'
      GROUP BY incidents.id, repeat_count HAVING coalesce(sum(times), 0) <> repeat_count + 1`,
  ),
  'every repeat is told on the timeline or about to be': finding(
    `SELECT incidents.id || ' counts ' || repeat_count || ' repeats and tells ' || told || '.' AS fault
       FROM incidents, LATERAL (
         SELECT repeats_untold + coalesce(sum((data::json ->> 'count')::int), 0) AS told
           FROM incident_events WHERE incident_id = incidents.id AND kind = 'alert_repeated') AS timeline
      WHERE told <> repeat_count`,
  ),
  'an alert belongs to one open incident at most': finding(
    `SELECT key || ' belongs to ' || string_agg(incident_id, ', ') AS fault
       FROM incident_alerts JOIN incidents ON incidents.id = incident_id
      WHERE closed_at IS NULL GROUP BY key HAVING count(*) > 1`,
  ),
  'open incidents hold the keys of their alerts, closed ones none': finding(
    `SELECT 'The key ' || key || ' is held by ' || coalesce(held.incident_id, 'nobody') || ', not by ' || coalesce(open.incident_id, 'nobody') AS fault
       FROM (SELECT key, incident_id FROM incident_alerts JOIN incidents ON incidents.id = incident_id WHERE closed_at IS NULL) AS open
       FULL JOIN (SELECT held.key, held.incident_id FROM alert_keys AS held JOIN incidents ON incidents.id = held.incident_id
                    JOIN incident_alerts AS member USING (incident_id, key)
                   -- Where nothing was wrong any more, an alert that still fires is no news until its source says that it is over.
                   WHERE closed_at IS NULL OR (resolution IN ('recovered', 'works_as_designed') AND state = 'firing' AND reports_clearing) IS NOT TRUE) AS held USING (key)
      WHERE open.incident_id IS DISTINCT FROM held.incident_id`,
  ),
  'nothing is stuck: every incident was looked at once, and no run is left': finding(
    `SELECT incidents.id || ' is ' || status || ' with runs ' || coalesce(string_agg(runs.state, ', '), 'none') AS fault
       FROM incidents LEFT JOIN runs ON runs.incident_id = incidents.id
      GROUP BY incidents.id, status
     HAVING status IN ('pending', 'diagnosing') OR count(*) FILTER (WHERE runs.kind = 'diagnose') > 1 OR count(*) FILTER (WHERE runs.state = 'running') > 0`,
  ),
  'the counters equal what they count': finding(
    `SELECT day || ' ' || status || ' ' || severity || ': ' || coalesce(counters.count, 0) || ' instead of ' || coalesce(rows.count, 0) AS fault
       FROM (SELECT day, status, severity, sum(count) AS count
               FROM (SELECT day, status, severity, count FROM incident_counts UNION ALL SELECT day, status, severity, change FROM incident_count_changes) AS both_tables GROUP BY 1, 2, 3) AS counters
       FULL JOIN (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, status, severity, count(*) FROM incidents WHERE part_of IS NULL GROUP BY 1, 2, 3) AS rows
            USING (day, status, severity)
      WHERE coalesce(counters.count, 0) <> coalesce(rows.count, 0)`,
  ),
  'the counters by quarters of an hour equal what they count': finding(
    `SELECT quarter || ' ' || severity || ': ' || coalesce(counters.count, 0) || ' instead of ' || coalesce(rows.count, 0) AS fault
       FROM (SELECT quarter, severity, sum(count) AS count
               FROM (SELECT quarter, severity, count FROM incident_quarter_counts
                      UNION ALL SELECT quarter, severity, change FROM incident_count_changes) AS both_tables GROUP BY 1, 2) AS counters
       FULL JOIN (SELECT quarter_hour_of(created_at) AS quarter, severity, count(*) FROM incidents WHERE part_of IS NULL GROUP BY 1, 2) AS rows
            USING (quarter, severity)
      WHERE coalesce(counters.count, 0) <> coalesce(rows.count, 0)`,
  ),
  'every incident can be searched': finding(
    `SELECT id || ' has ' || count(text) || ' texts to search' AS fault FROM incidents LEFT JOIN searched_texts USING (seq) GROUP BY id HAVING count(text) <> 1`,
  ),
}

function finding(sql: string): Check {
  return async (url) => (await runSql(url, sql)).map((row) => String(row.fault))
}

async function checkTimelines(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `SELECT incidents.id, incidents.status, array_agg(event.kind ORDER BY event.id) AS kinds, array_agg(event.status ORDER BY event.id) AS statuses
       FROM incidents LEFT JOIN incident_events AS event ON incident_id = incidents.id GROUP BY incidents.id`,
  )
  return rows.flatMap((row) => {
    const fault = faultOf(row as TimelineRow)
    return fault ? [`${row.id}: ${fault}: ${row.kinds}`] : []
  })
}

type TimelineRow = { status: Status; kinds: string[]; statuses: Status[] }

function faultOf({ status, kinds, statuses }: TimelineRow): string | undefined {
  if (kinds[0] !== 'alert_received' || statuses[0] !== 'pending') return 'the timeline does not begin with the alert'
  if (kinds.lastIndexOf('alert_received') !== 0) return 'the incident was opened twice'
  if (statuses.at(-1) !== status) return `the timeline ends ${statuses.at(-1)} and the incident is ${status}`
  const wrong = statuses.findIndex((to, at) => at > 0 && !follows(statuses[at - 1] as Status, to))
  return wrong < 0 ? undefined : `${statuses[wrong - 1]} became ${statuses[wrong]}`
}

function follows(from: Status, to: Status): boolean {
  return from === to || mayBecome(from, to)
}

/** The follower saw every event of the store once and in order. */
async function checkStream(url: string, seen: readonly bigint[]): Promise<string[]> {
  const stored = (await runSql(url, 'SELECT id FROM incident_events ORDER BY id')).map(({ id }) => BigInt(String(id)))
  const isSame = seen.length === stored.length && seen.every((id, at) => id === stored[at])
  if (isSame) return []
  const known = new Set(seen)
  const missed = stored.filter((id) => !known.has(id))
  return [
    `The stream told ${seen.length} of ${stored.length} events; missed ${missed.length}, the first ${missed[0]}; told twice ${seen.length - known.size}.`,
  ]
}
